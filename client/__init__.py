"""The terminal client: it knows messages and views, and no game."""
