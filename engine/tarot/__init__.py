"""French Tarot: 78 cards, one taker against three. The rulebook is seeds/tarot.md."""
