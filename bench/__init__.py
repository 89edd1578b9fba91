"""What `make bench` measures, each beside a reference in the same run. Nothing here decides whether a test passes."""
