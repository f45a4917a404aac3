"""One chat completion over an OpenAI-compatible endpoint: where it is, what is sent, what is retried, how fast."""
