"""Players, challenges, attempts, submissions, results and standings."""
