"""The catalogues: what is said at the table and in the client, in each language, as gettext keeps it."""
