"""First Class as text: the functions that pages and programs call, from the modules beside this one.

Source strings are English and are translated by the `speech` that a caller passes. `names` are the names of the seats.
"""

from trainshed.games.first_class.text.ending import decided
from trainshed.games.first_class.text.labels import label
from trainshed.games.first_class.text.log import is_count, opens, sentence, tell
from trainshed.games.first_class.text.position import position, question
from trainshed.games.first_class.text.refusals import refusal

__all__ = ["decided", "is_count", "label", "opens", "position", "question", "refusal", "sentence", "tell"]
