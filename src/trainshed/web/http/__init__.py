"""The bottom of the web: headers, authentication, errors, middleware, telemetry, sockets."""
