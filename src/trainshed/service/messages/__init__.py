"""Messages to people: notifications, outgoing mail and webhooks, chat, moderation."""
