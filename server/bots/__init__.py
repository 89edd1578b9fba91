"""The players that the server seats where no person sits. They get a view and the legal tokens, nothing else."""
