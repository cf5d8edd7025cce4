"""Runs every command over the logs of Fixtures, and checks each line against docs/schemas.

A schema allows members that it does not name, so that readers are ready for new ones. Here it does
not: whoever adds a member has to describe it.
"""

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

root = Path(__file__).resolve().parent.parent
tool = sys.argv[1]


def strict(schema):
    """The schema, without members that it does not name."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {key: strict(part) for key, part in schema.items()}
    if "properties" in schema and "anyOf" not in schema and schema.get("type") == "object":
        schema.setdefault("additionalProperties", False)
    return schema


def validators():
    schemas = {}
    for path in sorted((root / "docs/schemas").glob("*.json")):
        schema = json.loads(path.read_text())
        Draft202012Validator.check_schema(schema)
        schemas[path.name] = strict(schema)
    registry = Registry().with_resources(
        (name, Resource.from_contents(schema)) for name, schema in schemas.items())
    del schemas["common.json"]
    return {
        name.removesuffix(".json"): Draft202012Validator(
            {"$ref": name}, registry=registry) for name in schemas
    }


def last_seq(log):
    facts = json.loads(run(["info", log, "--json"])[0])
    return facts.get("after", 0) + facts["actions"]


def run(words, script=None, folder=None):
    """The lines that a command prints, whatever its exit status."""
    result = subprocess.run(
        [tool, *map(str, words)], input=script, capture_output=True, text=True, cwd=folder or root,
        timeout=600)
    return result.stdout.splitlines()


def questions(log):
    """Commands that only read: the name of a schema, and the words."""
    yield "info", ["info", log, "--check"]
    yield "paths", ["info", log, "--paths"]
    yield "paths", ["info", log, "--paths", "--full"]
    yield "list", ["list", log]
    yield "list", ["list", log, "--fold", "--columns", "seq,clock,delta,took,$$.n,count($.*)"]
    yield "show", ["show", log, "last", "--at", "/*", "--at", ""]
    yield "find", ["find", log, "e"]
    yield "when", ["when", log, "$ != $$", "--changes"]
    yield "when", ["when", log, "count($.*) > 1 && $.*", "--all"]
    yield "when", ["when", log, "!unique($..id)", "--full"]
    yield "history", ["history", log, "/*/*"]
    yield "history", ["history", log, ""]
    yield "history-stats", ["history", log, "/error", "--stats"]
    yield "history-stats", ["history", log, "/onboarding/page", "--stats"]
    yield "check", ["check", log, "--rules", root / "Fixtures/rules/chat.txt"]
    yield "check", ["check", log, "--rules", root / "Fixtures/rules/bank.txt"]
    yield "unusual", ["unusual", log]
    yield "unusual", ["unusual", log, "--beside", root / "Fixtures/logs/v1/team-chat.jsonl"]
    yield "compare", ["compare", log, root / "Fixtures/logs/v1/team-chat.jsonl"]
    yield "bisect", ["bisect", log, root / "Fixtures/logs/v1/divergence.jsonl"]
    yield "grade", ["grade", log]
    yield "verify", ["verify", log, "--quick", "--in-process"]
    yield "verify", ["verify", log, "--cumulative", "--in-process"]
    yield "secrets", ["redact", log, "--check", root / "Fixtures/secrets.txt"]
    last = last_seq(log)
    for seq in {0, 1, last // 2, last, last + 1}:
        yield "show", ["show", log, seq]
        yield "causes", ["causes", log, seq]
    yield "diff", ["diff", log, "0", "last"]


def rewritings(log):
    """Commands that write a file."""
    yield "slice", ["slice", log]
    yield "repair", ["repair", log]
    yield "redact", ["redact", log, "--shape", "email"]
    yield "page", ["page", log]
    yield "replay", ["replay", log, "--in-process"]
    yield "edit", ["replay", log, "--in-process", "--skip", "2", "--set", "1:/x=1"]
    yield "edit", ["replay", log, "--in-process", "--skip", "1-3", "--with-effects"]
    yield "edit", ["replay", log, "--in-process", "--insert", '1={"nothing":1}']
    yield "minimize", ["minimize", log, "--when", "$ != $$", "--anywhere", "--in-process", "--tests", "9"]
    yield "minimize", ["minimize", log, "--diverges", "--in-process", "--tests", "9"]


SCRIPT = """
help
next
watch
watch /messages
goto last
action
state
diff 0
marks
history
until $ != $$
back-until $ != $$
when $ != $$
find e
causes
unusual
skip 2
branches
compare
set 1 /x=1
branch recorded
frobnicate
write copy.jsonl
branch b1
write copy.jsonl
quit
"""


def outputs(log):
    """The lines of all commands: a schema's name, the words, a line."""
    with tempfile.TemporaryDirectory() as folder:
        return list(outputs_in(Path(folder), log))


def outputs_in(folder, log):
    for name, words in questions(log):
        for line in run([*words, "--json"]):
            yield name, words, line
    for number, (name, words) in enumerate(rewritings(log)):
        output = folder / f"{number}.jsonl"
        for line in run([*words, "-o", output, "--json"]):
            yield name, words, line
    for line in run(["step", log, "--in-process", "--json"], SCRIPT, folder):
        yield "step", ["step", log], line


def other_outputs(folder):
    kitchen = root / "Fixtures/hunts/kitchen.jsonl"
    sessions = root / "Fixtures/logs/v1"
    earlier = folder / "earlier.json"
    check = ["verify", sessions, "--in-process", "--cumulative"]
    earlier.write_text("\n".join(run([*check, "--ignore", "/openThread", "--json"])) + "\n")
    for test in ["test $REXREPLAY_SEQ -lt 9", "true", "false", "exit 125",
                 "test $REXREPLAY_SEQ -gt 20 && exit 125; test $REXREPLAY_SEQ -lt 20"]:
        for line in run(["bisect", kitchen, "--run", test, "--json"]):
            yield "bisect", ["bisect", "--run", test], line
    for name, words in [
        ("record", ["record", "team-chat", "-o", folder / "record.jsonl"]),
        ("demo", ["demo"]),
        ("page", ["page", "-o", folder / "viewer.html"]),
        ("verify", ["verify", root / "Fixtures/hunts", "--runs", "2", "--cumulative"]),
        ("verify", [*check, "--since", earlier]),
        ("list", ["list", sessions]),
        ("history", ["history", sessions, "/error"]),
        ("compare", ["compare", "--all", sessions / "news.jsonl", sessions / "news-scoped.jsonl"]),
        ("triage", ["triage", root / "Fixtures/logs", "--when", "$.error"]),
        ("triage", ["triage", root / "Fixtures/logs", "--recorded", "--limit", "2"]),
    ]:
        for line in run([*words, "--json"]):
            yield name, words, line


def main():
    known = validators()
    checked = dict.fromkeys(known, 0)
    fixtures = root / "Fixtures"
    logs = [
        *sorted(fixtures.glob("logs/*/*.jsonl")), *sorted(fixtures.glob("hunts/*.jsonl")),
        fixtures / "logs/v1/segments",
    ]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        lines = [line for lines in threads.map(outputs, logs) for line in lines]
    with tempfile.TemporaryDirectory() as folder:
        lines += other_outputs(Path(folder))
    for name, words, line in lines:
        document = json.loads(line)
        if name == "step" and document.get("notes"):
            # A note stands in the first line of any reply.
            assert all(isinstance(note, str) for note in document.pop("notes"))
        error = next(known[name].iter_errors(document), None)
        if error is not None:
            print(" ".join(map(str, words)), "--json printed", line[:500])
            sys.exit(f"docs/schemas/{name}.json: {error.message[:500]}")
        checked[name] += 1
    missing = [name for name, count in checked.items() if count == 0]
    if missing:
        sys.exit(f"no command printed what these schemas describe: {missing}")
    print(f"{sum(checked.values())} documents of {len(logs)} logs fit {len(checked)} schemas")


main()
