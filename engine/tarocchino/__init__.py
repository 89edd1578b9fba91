"""Tarocchino bolognese, Ottocento: 62 cards, two partnerships, 15 tricks. The rulebook is seeds/tarocchino.md."""
