"""Belote: 32 cards, two against two, one side takes. The rulebook is seeds/belote.md."""
