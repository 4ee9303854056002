"""What the dashboard and the alerts ask for is told by a service that runs."""

import re
import signal
import urllib.request

from castle_client import Client
from tests.castle_site.test_deploy import expressions, metrics_in
from tests.processes import eventually
from tests.service import Service


def scrape(port: str) -> str:
    """The metrics of all processes."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
        text: str = answer.read().decode()
        return text


def test_every_metric_of_the_dashboard_is_there(service: Service) -> None:
    # One of the two may be making the challenges of the days ahead for a while.
    service.variables |= {"SWEEP_SECONDS": "5", "WORKER_CONCURRENCY": "2"}
    service.start()
    client = Client(f"http://127.0.0.1:{service.port}")
    client.guest()
    day = client.today()
    client.submit(day.results[0].variant, day.date, "")
    client.verify("citadel", 5, "12")
    label = client.label("citadel", 3, patience=120).label
    assert label is not None
    assert label.verdict == "solvable"
    wanted = set().union(*map(metrics_in, expressions()))
    assert len(wanted) > 12

    def missing() -> set[str]:
        told = scrape(service.variables["METRICS_PORT"])
        return wanted - set(re.findall(r"^(\w+)[{ ]", told, re.MULTILINE))

    # The sweep that measures what waits comes by the clock.
    assert eventually(lambda: not missing(), 120), missing()
    told = scrape(service.variables["METRICS_PORT"])
    assert 'castle_submissions_total{outcome="unfinished"} 1.0' in told
    assert 'castle_searches_total{kind="labels",outcome="solvable"} 1.0' in told
    assert service.stop(signal.SIGTERM) == 0
