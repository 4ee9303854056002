"""The competition under load: real servers, many clients at once, and an oracle of raw rows."""
