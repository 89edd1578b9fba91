"""The rulebooks, one a game, in numbered clauses."""
