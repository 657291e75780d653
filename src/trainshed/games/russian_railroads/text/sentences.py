"""Russian Railroads as text: the functions that pages and programs call, from the modules beside this one.

Source strings are English and are translated by the `speech` that a caller passes. `names` are the names of the seats.
"""

from trainshed.games.russian_railroads.text.ending import decided
from trainshed.games.russian_railroads.text.labels import label
from trainshed.games.russian_railroads.text.log import is_count, opens, sentence, tell
from trainshed.games.russian_railroads.text.position import position, question
from trainshed.games.russian_railroads.text.refusals import refusal

__all__ = ["decided", "is_count", "label", "opens", "position", "question", "refusal", "sentence", "tell"]
