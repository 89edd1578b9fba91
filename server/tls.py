"""Encrypted lines: the certificate and the key that a server shows."""

from __future__ import annotations

import ssl
from pathlib import Path


class BadCertificate(Exception):
    """A certificate or a key that cannot be used. The text says why."""


def encrypted(cert: Path, key: Path) -> ssl.SSLContext:
    """What a server needs to speak TLS: a chain of certificates and the key to its first, both PEM files."""
    for path in (cert, key):
        try:
            path.read_bytes()
        except OSError as error:
            raise BadCertificate(f"{path} cannot be read ({(error.strerror or 'no file').lower()})") from None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # An encrypted key would have the library ask for its pass phrase on the terminal.
        context.load_cert_chain(cert, key, password=lambda: b"")
    except ssl.SSLError as error:
        why = (
            "do not belong together" if error.reason == "KEY_VALUES_MISMATCH" else "are no certificate and no open key"
        )
        raise BadCertificate(f"{cert} and {key} {why}; give two PEM files, the key without a pass phrase") from None
    return context
