"""Whose word a client takes for who a server is, on encrypted lines."""

from __future__ import annotations

import ssl
from pathlib import Path

from client.language import tr


class BadAuthority(ValueError):
    """A file of certificates that cannot be used. The text says why."""


def trusting(authority: Path | None) -> ssl.SSLContext:
    """Trust whom this machine trusts, and the certificates in a PEM file. BadAuthority if it is none."""
    try:
        context = ssl.create_default_context()
        if authority:
            context.load_verify_locations(authority)
    except ssl.SSLError:
        raise BadAuthority(tr("{file} holds no certificate; give a PEM file.", file=authority)) from None
    except OSError as error:
        why = (error.strerror or "no file").lower()
        raise BadAuthority(tr("{file} cannot be read ({why}).", file=authority, why=why)) from None
    return context
