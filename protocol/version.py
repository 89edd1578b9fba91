"""The two numbers that both sides must agree on before they can speak."""

VERSION = 1
"""The version of the protocol. It goes up whenever a message changes so that an older side could not read it."""

DEFAULT_PORT = 7878
