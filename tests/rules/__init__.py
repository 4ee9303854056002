"""Tests of games.rules, one file for each module."""
