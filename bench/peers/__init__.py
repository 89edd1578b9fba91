"""Our bots against those of others, in duplicate deals by our rules: `make arena-peers`.

The others are installed for this alone (`peers` in pyproject.toml); where one cannot be had, it is skipped and told.
"""
