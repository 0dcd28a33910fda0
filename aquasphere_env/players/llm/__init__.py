"""Language models as players, at any address that speaks OpenAI's protocol."""
