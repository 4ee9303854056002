"""What is sent to break something: texts, numbers, JSON, header values, each with a name."""

import json
import random
from collections.abc import Callable

Chance = random.Random
Named = tuple[str, bytes]

# Texts that look like others, run backwards, cannot be stored, or mean something elsewhere.
TEXTS: dict[str, str] = {
    "empty": "",
    "space": " ",
    "nul": "a\0b",
    "newlines": "a\r\nX-Injected: 1\r\n\r\nb",
    "bidirectional": "\u202eadA",
    "look-alike": "\u0410d\u0430",
    "zero width": "A\u200bda",
    "combining": "A" + "\u0301" * 200,
    "full width": "\uff21\uff44\uff41",
    "emoji": "\U0001f451" * 5,
    "private use": "\U0010ffff\ue000",
    "controls": "".join(map(chr, range(1, 32))) + "\x7f\x85\u2028",
    "other digits": "\u0661\u0662\u0663",
    "long": "a" * 5000,
    "longer": "a" * 200_000,
    "traversal": "../../../../etc/passwd",
    "encoded traversal": "..%2f..%2fsecrets.env",
    "sql": "' OR 1=1; DROP TABLE leaderboard_player; --",
    "template": "{{ settings }}{% debug %}${7*7}",
    "format": "%s%n%x{0.__class__}",
    "markup": "<script>alert(1)</script>",
    "shell": "$(sleep 5);`id`|cat",
    "null word": "null",
    "minus": "-1",
    "huge number": "9" * 5000,
    "float": "1e999",
    "nan": "NaN",
    "hex": "0x10",
    "underscored number": "1_0",
    "date of no calendar": "2025-02-30",
    "year zero": "0000-00-00",
    "year ten thousand": "10000-01-01",
    "other dashes": "2025\u201303\u201309",
    "braces of a uuid": "{00000000-0000-4000-8000-000000000001}",
    "urn": "urn:uuid:00000000-0000-4000-8000-000000000001",
}

# JSON texts that stand for a value.
VALUES: dict[str, bytes] = {
    "NaN": b"NaN",
    "Infinity": b"-Infinity",
    "1e999": b"1e999",
    "5,000 digits": b"7" * 5000,
    "exponent of 5,000 digits": b"1e" + b"9" * 5000,
    "tiny": b"1e-999999999",
    "minus zero": b"-0",
    "float": b"0.1",
    "big integer": b"92233720368547758080",
    "true": b"true",
    "null": b"null",
    "list": b"[]",
    "object": b"{}",
    "list of texts": b'["12", "34"]',
    "nested": b'{"a": {"b": [1, {"c": null}]}}',
    "20,000 lists deep": b"[" * 20_000 + b"]" * 20_000,
    "20,000 objects deep": b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    "32 deep": b"[" * 31 + b"]" * 31,
    "unclosed": b"[" * 20_000,
    "escaped nul": b'"a\\u0000"',
    "raw nul": b'"a\0b"',
    "lone surrogate": b'"\\ud800"',
    "wrong pair": b'"\\udc00\\ud800"',
    "no UTF-8": b'"\xff\xfe"',
    "overlong UTF-8": b'"\xc0\xaf"',
    "surrogate in UTF-8": b'"\xed\xa0\x80"',
    "raw control": b'"\x01"',
    "bad escape": b'"\\x41"',
    "many members": b"{" + b",".join(b'"k%d":1' % n for n in range(5000)) + b"}",
    "many items": b"[" + b",".join([b"1"] * 50_000) + b"]",
    "__proto__": b'{"__proto__": {"is_staff": true}}',
}

# Lines of moves: at the cap, past it, of moves that are none.
LINES: dict[str, str] = {
    "5,000 moves": " ".join(["12", "21"] * 2500),
    "5,001 moves": " ".join(["12", "21"] * 2500 + ["12"]),
    "80,000 moves": " ".join(["12", "21"] * 40_000),
    "no separators": "12" * 60_000,
    "white space": " \t\n" * 60_000,
    "unknown row": "19 91 00",
    "sequence": "12(52) 12(99999999999999999999)",
    "open bracket": "12(" * 20_000,
    "to the foundation": "1h " * 5000,
    "full width digits": "\uff11\uff12",
    "fc-solve frame": "-=-=-=-=-=-\n\n" + "12\n" * 5000 + "\n====================\n",
}

# Whole bodies that are no object of JSON.
BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"line=12",
    "a list": b"[1]",
    "a number": b"7",
    "half": b'{"line": "12',
    "two": b"{}{}",
    "comment": b"{} // no",
    "trailing comma": b'{"line": "12",}',
    "single quotes": b"{'line': '12'}",
    "byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": '{"line": "12"}'.encode("utf-16"),
    "UTF-32": '{"line": "12"}'.encode("utf-32"),
    "latin-1": '{"line": "ü"}'.encode("latin-1"),
    "binary": bytes(range(256)) * 4,
    "gzip": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab\xae\x05\x00",
    "multipart": b'--x\r\nContent-Disposition: form-data; name="line"\r\n\r\n12\r\n--x--\r\n',
    "form": b"handle=Ada&password=" + b"a&" * 2000,
    "spaces": b" " * 262_144 + b"{}",
    "300 kB": b'{"line": "' + b"1" * 300_000 + b'"}',
}

# Values of headers, as bytes of a header line.
HEADERS: dict[str, bytes] = {
    "empty": b"",
    "spaces": b"    ",
    "quote": b'"',
    "star": b"*",
    "W/": b'W/"',
    "many tags": b", ".join(b'"%d"' % n for n in range(2000)),
    "latin-1": b"\xe4\xf6\xfc",
    "no UTF-8": b"\xff\xfe\xfd",
    "long": b"a" * 20_000,
    "comma": b",,,,",
    "percent": b"%00%ff%zz",
    "tab": b"a\tb",
    "bearer": b"Bearer",
    "bearer bytes": b"Bearer \xff\xff",
    "bearer long": b"Bearer " + b"a" * 10_000,
    "bearer words": b"Bearer a b c",
    "basic": b"Basic QWRhOmFkYQ==",
    "number": b"9" * 100,
    "negative": b"-1",
    "date": b"Thu, 99 Foo 99999 99:99:99 GMT",
    "range": b"bytes=5-1,-9999999999999999999,a-b",
    "json": b'{"a": 1}',
    "cookie": b"sessionid=" + b"a" * 300 + b"; csrftoken=\xff; castle_theme=<b>; =; a=b=c",
    "cookie quotes": b'sessionid="\\000\\377a"; csrftoken="',
    "cookie messages": b"messages=W1siX19qc29uX21lc3NhZ2UiXV0:1:x",
    "type with charset": b"application/json; charset=utf-16",
    "type with rot13": b"application/json; charset=rot13",
    "type with star": b"application/json; x*=a'b'c",
    "type alone": b";",
    "form": b"application/x-www-form-urlencoded",
    "multipart": b"multipart/form-data; boundary=x",
    "multipart without": b"multipart/form-data",
    "gzip": b"gzip",
    "image": b"image/png",
    "quality": b"*/*;q=nan, a/b;q=1e999",
    "host": b"evil.example",
    "host port": b"localhost:99999",
    "host brackets": b"[::1",
    "null": b"null",
}
NAMES_OF_HEADERS = (
    "Authorization",
    "If-None-Match",
    "If-Modified-Since",
    "Idempotency-Key",
    "Cookie",
    "Content-Type",
    "Content-Encoding",
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "Origin",
    "Referer",
    "Range",
    "X-CSRFToken",
    "X-Request-ID",
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "X-Forwarded-Host",
    "X-HTTP-Method-Override",
    "Access-Control-Request-Method",
    "Forwarded",
    "Host",
)


def one_of(chance: Chance, named: dict[str, bytes]) -> Named:
    """A value with its name."""
    name = chance.choice(list(named))
    return name, named[name]


def text(chance: Chance) -> tuple[str, str]:
    """A hostile text with its name; now and then one by chance."""
    if chance.random() < 0.15:
        length = chance.randrange(1, 40)
        return "random text", "".join(chr(_scalar(chance)) for _ in range(length))
    name = chance.choice(list(TEXTS))
    return name, TEXTS[name]


def value(chance: Chance) -> Named:
    """A JSON text for a member of a body, with its name."""
    sources: list[Callable[[], Named]] = [
        lambda: one_of(chance, VALUES),
        lambda: _quoted(*text(chance)),
        lambda: _quoted(*chance.choice(list(LINES.items()))),
    ]
    return chance.choice(sources)()


def _quoted(name: str, content: str) -> Named:
    return name, json.dumps(content).encode()


def _scalar(chance: Chance) -> int:
    """A code point that is no surrogate, of one of the planes."""
    while True:
        found = chance.randrange(chance.choice((0x80, 0x3000, 0x110000)))
        if not 0xD800 <= found < 0xE000:
            return found
