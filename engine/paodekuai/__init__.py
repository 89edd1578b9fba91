"""Pao De Kuai: 48 cards, three players, the first to be rid of his hand wins. The rulebook is seeds/paodekuai.md."""
