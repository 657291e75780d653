"""What the rest of the service stands on: database, message bus, settings, logs, metrics, ids, errors."""
