"""The page computes the same states as `rexreplay show --state --json`, byte for byte."""

import os
import pathlib
import random
import re
import subprocess

from browser import FIXTURES

LOGS = sorted(
    [*FIXTURES.glob("hunts/*.jsonl"), *FIXTURES.glob("logs/*/*.jsonl"),
     *FIXTURES.glob("minimized/*.jsonl"), *FIXTURES.glob("readme/*.jsonl"),
     FIXTURES / "logs/v1/segments"])
DAMAGED = sorted(FIXTURES.glob("logs/v1/corrupt/*.jsonl"))
EXAMPLES = ["team-chat", "volume", "phone-session", "shop", "news", "news-scoped"]
PLACES_PER_LOG = 5


def test_states_are_those_of_the_tool(browser):
    seed = int(os.environ.get("PAGE_SEED", random.randrange(1 << 32)))
    print(f"        seed {seed}")
    chance = random.Random(seed)
    logs = LOGS + recorded(browser, seed) + branched(browser)
    places = compare(browser, chance, logs) + compare(browser, chance, DAMAGED)
    assert len(logs) >= 40 and places >= 200, (len(logs), places)
    print(f"        {places} places of {len(logs) + len(DAMAGED)} logs")


def recorded(browser, seed):
    """A new session of each example."""
    logs = []
    for example in EXAMPLES:
        for count in (40, 400):
            log = browser.folder / f"{example}-{count}.jsonl"
            browser.run("record", example, "-o", log, "--actions", count, "--seed", seed % 1000)
            logs.append(log)
    return logs


def branched(browser):
    """Logs that were edited, cut, and torn, and in which a line is damaged."""
    log = FIXTURES / "logs/v1/team-chat.jsonl"
    edited = browser.folder / "edited.jsonl"
    browser.run("replay", log, "-o", edited, "--skip", "20-30")
    part = browser.folder / "part.jsonl"
    browser.run("slice", log, "-o", part, "--from", "150", "--to", "250")
    text = log.read_bytes()
    torn = browser.folder / "torn.jsonl"
    torn.write_bytes(text[:len(text) // 2])
    damaged = browser.folder / "damaged.jsonl"
    lines = text.split(b"\n")
    lines[100] = lines[100][:40]
    del lines[200]
    damaged.write_bytes(b"\n".join(lines))
    return [edited, part, torn, damaged]


def compare(browser, chance, logs):
    """Compares states at random places of logs; returns the number of places."""
    places = 0
    for log in logs:
        page = browser.write_page(log) if can_open(browser, log) else None
        if page is None:
            continue
        with browser.page(file=page) as view:
            view.wait()
            last = int(view.page.get_attribute("#timeline", "aria-valuemax"))
            for seq in {chance.randint(0, last) for _ in range(PLACES_PER_LOG)}:
                view.go(seq)
                if not re.match(rf"#{seq} (?!gap)", view.status):
                    continue  # lost in a gap
                expected = state(browser, log, seq)
                if expected == "reduced again":
                    continue
                assert view.copy_state() == expected, (log, seq)
                places += 1
    return places


def can_open(browser, log):
    return subprocess.run([browser.tool, "list", log], capture_output=True).stdout != b""


def state(browser, log, seq):
    """The state that the tool shows; None if it is unknown."""
    call = subprocess.run(
        [browser.tool, "show", log, str(seq), "--state", "--json"], capture_output=True)
    if b"reduced again" in call.stderr:
        return "reduced again"
    if call.returncode != 0:
        return None
    return call.stdout.decode().rstrip("\n").split(',"state":', 1)[1][:-1]
