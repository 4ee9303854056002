"""The real service, looked at from outside and sent hostile requests: the drills in short."""

import signal

from drills import fuzz, fuzz_slow, scan
from drills.scan_machine import on_this_machine
from tests.service import Service

REQUESTS = 200


def test_nothing_is_open_and_nothing_breaks(service: Service) -> None:
    service.start()
    found = [*scan.scan(f"http://localhost:{service.port}")]
    found += [scan.Found(*each) for each in on_this_machine(service)]
    assert [each for each in found if each.fault] == []
    assert len(found) > 100

    findings, slow = fuzz.Findings(), fuzz_slow.Slow(service.port)
    fuzz.fuzz(
        service.port,
        count=REQUESTS,
        seed="suite",
        known=fuzz.first_knowledge(service.port, ["12"]),
        findings=findings,
        clients=2,
    )
    for kind in ("100 MB", "100 MB in chunks", "a chunk that is none", "no HTTP"):
        slow.run(kind)
    assert findings.faults + slow.faults + fuzz.log_faults(service.var) == []
    assert findings.statuses.total() == REQUESTS
    assert len(findings.touched) > 100
    assert service.stop(signal.SIGINT) == 0
