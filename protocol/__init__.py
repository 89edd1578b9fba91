"""What goes over the wire: one discriminated union of messages for each direction, and the values in them."""

from engine.account import Line, Result
from engine.notes import Note, Sentence, fill, later, number, say
from engine.proof import Proof, fault
from engine.shuffle import pledge
from engine.view import About, Offer, Trick, View
from protocol.version import DEFAULT_PORT, VERSION

__all__ = [
    "DEFAULT_PORT", "VERSION", "About", "Line", "Note", "Offer", "Proof", "Result", "Sentence", "Trick",
    "View", "fault", "fill", "later", "number", "pledge", "say",
]  # fmt: skip
