"""Domain errors say how they are answered."""

from games.errors import BacklogFullError, DomainError, NotFoundError, ValidationError


def test_it_works() -> None:
    error = DomainError("no-such-move", "Row 3 is empty.", 422, 7, [{"pointer": "/line"}])
    assert error.code == "no-such-move"
    assert error.detail == "Row 3 is empty."
    assert error.status == 422
    assert error.retry_after == 7
    assert error.errors == [{"pointer": "/line"}]
    assert str(error) == "Row 3 is empty."


def test_a_class_gives_what_its_raiser_does_not() -> None:
    error = BacklogFullError(retry_after=5)
    assert (error.status, error.code, error.retry_after) == (503, "backlog-full", 5)
    assert BacklogFullError().retry_after == 60


def test_an_error_without_detail_reads_as_its_title() -> None:
    assert str(NotFoundError()) == "There is no such thing"


def test_a_field_is_named() -> None:
    error = ValidationError.of("/line", "bad_text", "No move.", offset=4)
    assert error.status == 400
    assert error.errors == [
        {"pointer": "/line", "code": "bad_text", "detail": "No move.", "offset": 4}
    ]
