"""`make bench`: every measurement there is, one after the other."""

from __future__ import annotations

from bench import deals, restart, server


def main() -> None:
    """Run them all."""
    deals.main()
    restart.main()
    server.main()


if __name__ == "__main__":
    main()
