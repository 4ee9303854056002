"""What every page leads to: names, addresses and words."""

NAVIGATION = (
    ("today", "/", "Today"),
    ("calendar", "/calendar", "Calendar"),
    ("standings", "/standings", "Standings"),
    ("groups", "/groups", "Groups"),
    ("deals", "/deals", "Deals"),
    ("how-to-play", "/how-to-play", "Rules"),
)
