"""The directory of all tables of several hosts, over a broker or in the process; play never waits for it."""
