"""Routes of players and competition, under `/api/v1/`."""

from django.urls import path

from leaderboard.views import (
    advice,
    calendar,
    challenges,
    distribution,
    groups,
    guests,
    me,
    periods,
    play,
    players,
    replays,
    session,
    standings,
    tokens,
)

CHALLENGE = "challenges/<str:variant>/<str:date>"

urlpatterns = [
    path("commitments", challenges.CommitmentsView.as_view()),
    path("challenges", calendar.CalendarView.as_view()),
    path("challenges/today", challenges.TodayView.as_view()),
    path(CHALLENGE, challenges.ChallengeView.as_view()),
    path(f"{CHALLENGE}/solution", challenges.SolutionView.as_view()),
    path(f"{CHALLENGE}/attempts", play.AttemptsView.as_view()),
    path(f"{CHALLENGE}/hint", advice.ChallengeHintView.as_view()),
    path(f"{CHALLENGE}/submissions", play.SubmissionsView.as_view()),
    path(f"{CHALLENGE}/standings", standings.StandingsView.as_view()),
    path(f"{CHALLENGE}/standings/distribution", distribution.DistributionView.as_view()),
    path(f"{CHALLENGE}/standings/me", standings.OwnStandingView.as_view()),
    path("standings/<str:period>", periods.PeriodView.as_view()),
    path("standings/<str:period>/me", periods.OwnPeriodView.as_view()),
    path("standings/<str:period>/<str:variant>", periods.VariantPeriodView.as_view()),
    path("standings/<str:period>/<str:variant>/me", periods.OwnVariantPeriodView.as_view()),
    path("submissions/<uuid:submission_id>", play.SubmissionView.as_view()),
    path("submissions/<uuid:submission_id>/replay", replays.ReplayView.as_view()),
    path("submissions/<uuid:submission_id>/post-mortem", advice.PostMortemView.as_view()),
    path("groups", groups.GroupsView.as_view()),
    path("groups/<uuid:group_id>", groups.OneGroupView.as_view()),
    path("groups/<uuid:group_id>/members", groups.MembersView.as_view()),
    path("groups/<uuid:group_id>/members/<str:handle>", groups.MemberView.as_view()),
    path("players", players.PlayersView.as_view()),
    path("players/<str:handle>", players.PlayerView.as_view()),
    path("guests", guests.GuestsView.as_view()),
    path("tokens", tokens.TokensView.as_view()),
    path("tokens/current", tokens.CurrentTokenView.as_view()),
    path("session", session.SessionView.as_view()),
    path("me", me.MeView.as_view()),
    path("me/password", me.PasswordView.as_view()),
    path("me/export", me.ExportView.as_view()),
    path("me/calendar", calendar.OwnCalendarView.as_view()),
    path("me/submissions", play.OwnSubmissionsView.as_view()),
]
