"""What the API answers, as typed objects. Names are those of the JSON; docs/api*.md say more.

Texts with few values (`verdict`, `status`, `reason`, …) stay texts: the API may add values.
Deal numbers are texts, too long for many languages' numbers; `int(number)` is exact here.
"""

from castle_client.models.accounts import (
    Account,
    AllStatistics,
    Group,
    Me,
    Member,
    Profile,
    Statistics,
    Streak,
)
from castle_client.models.boards import (
    Distribution,
    OwnPeriodStanding,
    OwnStanding,
    PeriodStanding,
    PlayerName,
    Share,
    Standing,
)
from castle_client.models.challenges import (
    Attempt,
    Challenge,
    ChallengeSummary,
    Commitment,
    Opening,
    PostMortem,
    Replay,
    Solution,
    Submission,
    Today,
)
from castle_client.models.deals import (
    Deal,
    Difficulty,
    Hint,
    Label,
    Layout,
    Par,
    Variant,
    Variants,
    Verified,
)

__all__ = [
    "Account",
    "AllStatistics",
    "Attempt",
    "Challenge",
    "ChallengeSummary",
    "Commitment",
    "Deal",
    "Difficulty",
    "Distribution",
    "Group",
    "Hint",
    "Label",
    "Layout",
    "Me",
    "Member",
    "Opening",
    "OwnPeriodStanding",
    "OwnStanding",
    "Par",
    "PeriodStanding",
    "PlayerName",
    "PostMortem",
    "Profile",
    "Replay",
    "Share",
    "Solution",
    "Standing",
    "Statistics",
    "Streak",
    "Submission",
    "Today",
    "Variant",
    "Variants",
    "Verified",
]
