"""`make bench`: every measurement there is, one after the other."""

from __future__ import annotations

from bench import deals, directory, neighbours, restart, screen, server


def main() -> None:
    """Run them all."""
    deals.main()
    screen.main()
    restart.main()
    server.main()
    neighbours.main()
    directory.main()


if __name__ == "__main__":
    main()
