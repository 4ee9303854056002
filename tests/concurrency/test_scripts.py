"""Scripts come from their seed alone, and are made smaller while they fail."""

import random

from tests.concurrency.scripts import WEIGHTS, Script, draw, shrink, smaller


def test_a_seed_draws_one_script() -> None:
    script = draw(random.Random(7), 3, 40)  # noqa: S311
    assert script == draw(random.Random(7), 3, 40)  # noqa: S311
    assert script != draw(random.Random(8), 3, 40)  # noqa: S311
    assert [len(steps) for steps in script] == [40, 40, 40]
    assert {step.kind for steps in script for step in steps} <= set(WEIGHTS)


def test_smaller_scripts_leave_something_out() -> None:
    script = draw(random.Random(7), 3, 10)  # noqa: S311
    found = smaller(script)
    assert len(found) > 10
    for one in found:
        assert sum(map(len, one)) < 30
        assert {step for steps in one for step in steps} <= {
            step for steps in script for step in steps
        }


def test_a_fault_of_two_steps_is_shrunk_to_them() -> None:
    script = draw(random.Random(7), 4, 30)  # noqa: S311
    runs = 0

    def fails(one: Script) -> bool:
        nonlocal runs
        runs += 1
        kinds = [step.kind for steps in one for step in steps]
        return "attempt" in kinds and "hide_player" in kinds

    assert fails(script)
    smallest = shrink(script, fails, most=2000)
    assert runs < 2000
    assert sorted(step.kind for steps in smallest for step in steps) == ["attempt", "hide_player"]


def test_a_script_that_fails_no_more_is_given_as_it_is() -> None:
    script = draw(random.Random(7), 2, 5)  # noqa: S311
    assert shrink(script, lambda one: False, most=20) == script
