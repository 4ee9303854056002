"""Whether one OpenAPI document has grown out of another: what old clients rely on still holds.

    python -m tests.growth

writes the document of today to `tests/data/openapi.json`, without its prose: done at a
release, and whenever something new is there to be relied on. `docs/clients.md`, "What may
change", says in words what is compared here.
"""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Schema = Mapping[str, Any]
SNAPSHOT = Path(__file__).parent / "data" / "openapi.json"
PROSE = ("description", "summary", "tags", "externalDocs", "title", "example", "examples")
# Limits that a request has to keep: which of the two numbers is the looser one.
LEAST = ("minLength", "minimum", "minItems")
MOST = ("maxLength", "maximum", "maxItems")


def document() -> Any:
    """The OpenAPI document of the API as it is."""
    from drf_spectacular.generators import SchemaGenerator
    from drf_spectacular.renderers import OpenApiJsonRenderer

    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return json.loads(OpenApiJsonRenderer().render(schema, renderer_context={}))


def without_prose(value: Any, *, names: bool = False) -> Any:
    """A document without what people read; `names` says that the keys are names of fields."""
    if isinstance(value, dict):
        return {
            key: without_prose(inner, names=key in ("properties", "schemas", "paths"))
            for key, inner in value.items()
            if names or key not in PROSE
        }
    if isinstance(value, list):
        return [without_prose(inner) for inner in value]
    return value


def snapshot_text(whole: Any) -> str:
    """A document as it is kept: a line for each path and each component."""
    lean = without_prose(whole)
    parts = []
    for group, members in (("paths", lean["paths"]), ("schemas", lean["components"]["schemas"])):
        rows = (f"  {json.dumps(name)}: {json.dumps(members[name])}" for name in sorted(members))
        parts.append(f' "{group}": {{\n' + ",\n".join(rows) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def breaks(old: Any, new: Any) -> list[str]:
    """What of an old snapshot does not hold any more, each named by its place."""
    return list(_Growth(old["schemas"], new["schemas"]).paths(old["paths"], new["paths"]))


class _Growth:
    """Compares two documents; each method yields what broke."""

    def __init__(self, old: Schema, new: Schema) -> None:
        self.old, self.new = old, new
        self.seen: set[tuple[str, str, str]] = set()

    def paths(self, old: Schema, new: Schema) -> Iterator[str]:
        """Every call is still there."""
        for path, methods in old.items():
            for method, call in methods.items():
                if method not in new.get(path, {}):
                    yield f"{method.upper()} {path}: is gone"
                else:
                    place = f"{method.upper()} {path}"
                    yield from self.call(place, call, new[path][method])

    def call(self, place: str, old: Schema, new: Schema) -> Iterator[str]:
        """A call takes what it took, and answers what it answered."""
        if old["operationId"] != new["operationId"]:
            yield f"{place}: operationId is {new['operationId']}, was {old['operationId']}"
        if {} in old.get("security", [{}]) and {} not in new.get("security", [{}]):
            yield f"{place}: needs a token now"
        before, now = _parameters(old), _parameters(new)
        for name, parameter in before.items():
            if name not in now:
                yield f"{place}: parameter {name} is gone"
            else:
                yield from self.taken(
                    f"{place} parameter {name}", parameter["schema"], now[name]["schema"]
                )
        for name, parameter in now.items():
            if parameter.get("required") and not before.get(name, {}).get("required"):
                yield f"{place}: parameter {name} is required now"
        yield from self.bodies(place, old, new)
        for status, answer in old["responses"].items():
            if not status.startswith("2"):
                continue
            if status not in new["responses"]:
                yield f"{place}: answer {status} is gone"
                continue
            for kind, content in answer.get("content", {}).items():
                found = new["responses"][status].get("content", {}).get(kind)
                if found is None:
                    yield f"{place}: answer {status} as {kind} is gone"
                else:
                    yield from self.given(
                        f"{place} answer {status}", content["schema"], found["schema"]
                    )

    def bodies(self, place: str, old: Schema, new: Schema) -> Iterator[str]:
        """A body that was taken still is; where none was needed, none is."""
        before, now = old.get("requestBody"), new.get("requestBody")
        if now and now.get("required") and not (before and before.get("required")):
            yield f"{place}: a body is required now"
        for kind, content in (before or {}).get("content", {}).items():
            found = (now or {}).get("content", {}).get(kind)
            if found is None:
                yield f"{place}: a body as {kind} is not taken any more"
            else:
                yield from self.taken(f"{place} body", content["schema"], found["schema"])

    def taken(self, place: str, old: Schema, new: Schema) -> Iterator[str]:
        """Whatever an old schema of a request let through is let through."""
        if self.known("taken", old, new):
            return
        old, new = self.resolved(old, self.old), self.resolved(new, self.new)
        yield from _same_type(place, old, new)
        if old.get("nullable") and not new.get("nullable"):
            yield f"{place}: null is not taken any more"
        if "enum" in new:
            lost = [value for value in old.get("enum", ["any"]) if value not in new["enum"]]
            if lost:
                yield f"{place}: not taken any more: {', '.join(map(str, lost))}"
        for name in LEAST:
            if name in new and new[name] > old.get(name, 0 if name != "minimum" else new[name] - 1):
                yield f"{place}: {name} is {new[name]}, was {old.get(name)}"
        for name in MOST:
            if name in new and new[name] < old.get(name, new[name] + 1):
                yield f"{place}: {name} is {new[name]}, was {old.get(name)}"
        if "pattern" in new and new["pattern"] != old.get("pattern"):
            yield f"{place}: pattern is {new['pattern']}, was {old.get('pattern')}"
        for name, inner in old.get("properties", {}).items():
            if name not in new.get("properties", {}):
                yield f"{place}/{name}: is gone"
            else:
                yield from self.taken(f"{place}/{name}", inner, new["properties"][name])
        for name in set(new.get("required", ())) - set(old.get("required", ())):
            yield f"{place}/{name}: is required now"
        if "items" in old and "items" in new:
            yield from self.taken(f"{place}/*", old["items"], new["items"])

    def given(self, place: str, old: Schema, new: Schema) -> Iterator[str]:
        """Whatever an old client found in an answer is there. Texts may get new values."""
        if self.known("given", old, new):
            return
        old, new = self.resolved(old, self.old), self.resolved(new, self.new)
        yield from _same_type(place, old, new)
        if new.get("nullable") and not old.get("nullable"):
            yield f"{place}: may be null now"
        for name, inner in old.get("properties", {}).items():
            if name not in new.get("properties", {}):
                yield f"{place}/{name}: is gone"
                continue
            if name in old.get("required", ()) and name not in new.get("required", ()):
                yield f"{place}/{name}: may be missing now"
            yield from self.given(f"{place}/{name}", inner, new["properties"][name])
        for part in ("items", "additionalProperties"):
            if isinstance(old.get(part), dict) and isinstance(new.get(part), dict):
                yield from self.given(f"{place}/*", old[part], new[part])
        for before, now in zip(old.get("oneOf", ()), new.get("oneOf", ()), strict=False):
            yield from self.given(place, before, now)
        if len(old.get("oneOf", ())) > len(new.get("oneOf", ())):
            yield f"{place}: fewer alternatives"

    def resolved(self, schema: Schema, schemas: Schema) -> dict[str, Any]:
        """A schema without references, and with what stands in allOf."""
        found: dict[str, Any] = {}
        if "$ref" in schema:
            found |= self.resolved(schemas[schema["$ref"].rpartition("/")[2]], schemas)
        for part in schema.get("allOf", ()):
            found |= self.resolved(part, schemas)
        own = {name: value for name, value in schema.items() if name not in ("$ref", "allOf")}
        return found | own

    def known(self, way: str, old: Schema, new: Schema) -> bool:
        """Whether this pair of components has been compared, which may contain themselves."""
        pair = (way, str(old.get("$ref")), str(new.get("$ref")))
        if "$ref" not in old or "$ref" not in new:
            return False
        if pair in self.seen:
            return True
        self.seen.add(pair)
        return False


def _same_type(place: str, old: Schema, new: Schema) -> Iterator[str]:
    for name in ("type", "format"):
        if old.get(name) != new.get(name):
            yield f"{place}: {name} is {new.get(name)}, was {old.get(name)}"


def _parameters(call: Schema) -> dict[str, Any]:
    """A call's parameters by place and name."""
    return {f"{each['in']} {each['name']}": each for each in call.get("parameters", ())}


if __name__ == "__main__":
    import django

    os.environ.setdefault("CASTLE_ENV", "test")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "castle_site.settings")
    django.setup()
    SNAPSHOT.write_text(snapshot_text(document()), encoding="utf-8")
