"""Surveys: many random deals of a variant decided, counted and drawn. Knows no database."""
