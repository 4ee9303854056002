"""The games: rules, solver and the Django app that stores and labels deals."""
