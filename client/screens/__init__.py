"""The full-screen pages of the client, one a file."""
