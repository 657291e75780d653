"""Infrastructure of the service: database, message bus, settings, logs, metrics, ids, errors, periodic tasks."""
