"""Live streams: who watches which table, one feed for many readers, server-sent events and lines of JSON."""
