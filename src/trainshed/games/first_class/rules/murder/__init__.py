"""What lies behind module C, the murder: the case with its tokens, and the investigation up to the arrest.

`rules/modules/murder.py` is the module itself, with the icons of its cards.
"""
