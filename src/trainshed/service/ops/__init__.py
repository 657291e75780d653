"""For whoever runs the service: backups, checks, migrations, the PostgreSQL of a home, its data folder."""
