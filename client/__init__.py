"""The terminal client. It knows messages and views, and no game."""
