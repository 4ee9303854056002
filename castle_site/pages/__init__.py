"""The pages for players: shells that the browser fills from the public API."""
