"""What reaches people: notifications, outgoing mail and webhooks, chat, moderation."""
