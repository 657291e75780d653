"""Operation of a server: backups, checks, migrations, embedded PostgreSQL, data folder."""
