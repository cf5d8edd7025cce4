"""Finds four bugs in 500 logs: on one machine, with DuckDB, and on a Spark cluster that loses an
executor. The counts are known, since the bugs are planted, and have to be the same everywhere.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import duckdb

root = Path(__file__).resolve().parent.parent
tool = sys.argv[1]
LOG_COUNT = 500
BUILDS = [("1.8", "107"), ("1.9", "112"), ("1.10", "118")]

# A bug: an example app, the type of an action, the path that its patch changes, and what the build
# that recorded it wrote there. Only logs of the builds from `since` on have it.
BUGS = [
    {"app": "team-chat", "type": "messageArrived", "path": "/messages/*", "logs": 12, "since": 0,
     "pattern": "/messages/*/body", "wrong": lambda value: {**value, "body": "wrong"}},
    {"app": "team-chat", "type": "openThread", "path": "/openThread", "logs": 9, "since": 1,
     "pattern": "/openThread", "wrong": lambda value: value + "-wrong"},
    {"app": "news", "type": "newsEvents.read", "path": "/newsState/step/loaded/_0/*/isRead",
     "logs": 6, "since": 1, "pattern": "/newsState/step/loaded/*/*/isRead",
     "wrong": lambda value: not value},
    {"app": "shop", "type": "PhotoGallery.open", "path": "/gallery/openPhoto", "logs": 3,
     "since": 2, "pattern": "/gallery/openPhoto", "wrong": lambda value: value + 100},
]


def run(words, folder=None):
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{words} exited with {done.returncode}: {done.stderr}")
    return done.stdout


def recorded_sessions(folder):
    """The lines of ten sessions of each example."""
    sessions = {}
    for app in sorted({bug["app"] for bug in BUGS}):
        for seed in range(10):
            log = folder / f"{app}-{seed}.jsonl"
            run([tool, "record", app, "--seed", str(seed), "--actions", "120", "-o", str(log)])
            sessions.setdefault(app, []).append(
                [json.loads(line) for line in log.read_text().splitlines()])
    return sessions


def matches(path, pattern):
    names, wanted = path.split("/"), pattern.split("/")
    return len(names) == len(wanted) and all(
        one == other or other == "*" for one, other in zip(names, wanted))


def with_bug(lines, bug):
    """The log up to the last action that the bug touches, with its patch as the bug wrote it.

    Nothing follows the action, so it is the only one that diverges.
    """
    for index in range(len(lines) - 1, 0, -1):
        line = json.loads(json.dumps(lines[index]))
        if line["kind"] != "action" or line["type"] != bug["type"]:
            continue
        for operation in line["patch"]:
            if matches(operation["path"], bug["path"]) and "value" in operation:
                operation["value"] = bug["wrong"](operation["value"])
                end = {"kind": "end", "seq": line["seq"], "timeMs": line["timeMs"],
                       "reason": "closed"}
                return [*lines[:index], line, end]
    return None


def generate(folder):
    """Writes the logs; returns the logs of each build, and those of each bug and build."""
    chance = random.Random(7)
    sessions = recorded_sessions(folder.parent)
    planted = [bug for bug in BUGS for _ in range(bug["logs"])]
    planted += [None] * (LOG_COUNT - len(planted))
    chance.shuffle(planted)
    builds, bugs, actions = Counter(), Counter(), 0
    for number, bug in enumerate(planted):
        app = bug["app"] if bug else chance.choice(list(sessions))
        build = BUILDS[chance.randrange(bug["since"] if bug else 0, len(BUILDS))]
        lines = None
        while lines is None:
            lines = chance.choice(sessions[app])
            lines = with_bug(lines, bug) if bug else lines
        session = json.loads(json.dumps(lines[0]))
        session["id"] = f"{number:08d}-0000-4000-8000-000000000000"
        session["startedAt"] = f"2026-11-{1 + number % 28:02d}T{number % 24:02d}:00:00.000Z"
        session["app"] |= {"version": build[0], "build": build[1]}
        log = folder / f"day-{1 + number % 28:02d}" / f"{number:04d}.jsonl"
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text("".join(
            json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
            for line in [session, *lines[1:]]))
        builds[session["app"]["name"], *build] += 1
        actions += sum(line["kind"] == "action" for line in lines)
        if bug:
            bugs[bug["type"], bug["pattern"], build[1]] += 1
    return builds, bugs, actions


def check(report, builds, bugs):
    """Holds a report against what was planted."""
    expected = {"verified": LOG_COUNT - 30, "diverged": 30}
    assert report["logs"] == expected, report["logs"]
    found = [(group["kind"], group["type"], group["path"], group["logs"])
             for group in report["groups"]]
    assert found == [("divergence", bug["type"], bug["pattern"], bug["logs"]) for bug in BUGS], found
    counts = {(group["type"], group["path"], build["build"]): build["logs"]
              for group in report["groups"] for build in group["builds"]}
    assert counts == bugs, counts
    counts = {(build["app"], build["version"], build["build"]): build["logs"]
              for build in report["builds"]}
    assert counts == builds, counts


def timed(what, body):
    start = time.monotonic()
    result = body()
    print(f"{what}: {time.monotonic() - start:.1f} s", flush=True)
    return result


def on_one_machine(logs):
    jobs = str(os.cpu_count())
    return run([tool, "triage", ".", "--json", "--jobs", jobs], logs)


# The first call of the tool by an executor ends with the executor: the tool's caller is a Python
# worker, whose ancestor is the Java process.
DEADLY_TOOL = """#!/bin/sh
if mkdir '{folder}/killed' 2>/dev/null; then
  process=$PPID
  until readlink "/proc/$process/exe" | grep -q java; do
    process=$(awk '{{ print $4 }}' "/proc/$process/stat")
  done
  echo "$process" >'{folder}/killed/executor'
  kill -9 "$process"
  exit 1
fi
exec '{tool}' "$@"
"""


def on_spark(logs, folder):
    deadly = folder / "rexreplay"
    deadly.write_text(DEADLY_TOOL.format(folder=folder, tool=tool))
    deadly.chmod(0o755)
    report = folder / "spark.json"
    submit = Path(sys.executable).with_name("spark-submit")
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    words = [
        submit, "--master", "local-cluster[2,1,1024]", "--conf", "spark.ui.enabled=false",
        "--conf", "spark.sql.files.maxPartitionBytes=4m", "--conf",
        "spark.sql.files.openCostInBytes=128k", "--conf", f"spark.local.dir={folder}/spark",
        root / "docs/fleet/triage_spark.py", "--tool", deadly, logs, report]
    done = subprocess.run(
        list(map(str, words)), cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"spark-submit exited with {done.returncode}: {done.stderr[-5000:]}")
    executor = (folder / "killed/executor").read_text().strip()
    assert "Lost executor" in done.stderr, "no executor was lost"
    print(f"killed the executor with the process {executor}; its tasks ran again")
    return report.read_text()


def in_duckdb(logs, report, builds, actions):
    database = duckdb.connect()
    database.execute("SET VARIABLE logs = ?", [f"{logs}/**/*.jsonl"])
    database.execute((root / "docs/fleet/logs.sql").read_text())

    def rows(query):
        return database.execute(query).fetchall()

    found = rows("SELECT app, version, build, count(*) FROM sessions GROUP BY ALL")
    assert {row[:3]: row[3] for row in found} == builds, found
    assert rows("SELECT count(*) FROM actions") == [(actions,)]
    found = rows(f"SELECT kind, type, path, logs FROM bugs('{report}')")
    assert found == [("divergence", bug["type"], bug["pattern"], bug["logs"]) for bug in BUGS], found
    # The changes are those of the patches, and their patterns those of the reports.
    lines = [json.loads(line) for log in logs.rglob("*.jsonl") for line in log.open()]
    operations = Counter(
        (line["type"], operation["op"], operation["path"])
        for line in lines if line["kind"] == "action" for operation in line["patch"] or [])
    found = rows("SELECT type, op, path, count(*) FROM changes GROUP BY ALL")
    assert {row[:3]: row[3] for row in found} == operations
    patterns = {row[0] for row in rows("SELECT DISTINCT pattern FROM changes")}
    assert {"/openThread", "/newsState/step/loaded/*/*/isRead", "/messages/*"} <= patterns, patterns
    assert len(patterns) < 100, patterns
    slowest = rows("FROM slowest_reducers(1)")
    assert sum(row[4] for row in slowest) == actions
    assert rows("SELECT sum(before_a_crash) FROM before_a_crash()") == [(None,)]
    for _, _, build, logs_of_build, added, removed, _ in rows("FROM growth('/messages')"):
        assert build in {"107", "112", "118"} and logs_of_build > 0 and added > removed
    assert rows("FROM busiest_paths()")


def main():
    folder = Path(tempfile.mkdtemp(prefix="fleet-"))
    try:
        logs = folder / "logs"
        logs.mkdir()
        builds, bugs, actions = timed("500 logs generated", lambda: generate(logs))
        bytes = sum(log.stat().st_size for log in logs.rglob("*.jsonl"))
        print(f"{actions} actions, {bytes} bytes")
        whole = timed("triage on one machine", lambda: on_one_machine(logs))
        check(json.loads(whole), builds, bugs)
        spark = timed("triage on Spark, with an executor killed", lambda: on_spark(logs, folder))
        (folder / "report.json").write_text(spark)
        assert json.loads(spark) == json.loads(whole), "Spark has another report"
        timed("DuckDB", lambda: in_duckdb(logs, folder / "report.json", builds, actions))
        print(f"the same {len(BUGS)} bugs in 30 of {LOG_COUNT} logs everywhere:")
        print(run([tool, "triage", "--merge", str(folder / "report.json")]))
    finally:
        shutil.rmtree(folder)


main()
