"""The table, its people and its bots: asyncio and websockets. It knows the Game interface, and no game."""
