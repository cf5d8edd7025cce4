"""Logs from strangers: nothing in them runs, and every limit is told where it strikes."""

import json
import time

from browser import FIXTURES
from features import action, write

SESSION = {"kind": "session", "rexlog": 1, "id": "1", "startedAt": "", "app": {"name": "Hostile"}}

TEXTS = [
    "</script><script>document.title = 'owned'</script>", "<!--<script>", "]]>",
    "<img src=x onerror=\"document.title = 'owned'\">", "{{constructor.constructor('x')()}}",
    "\u2028\u2029", "\u202e\u2066\u200f reversed", "\u0000\u001b[2J\u0007\u009b31m", "\ufeff",
    "\U000e0001\U0001f468\u200d\U0001f469", "a" * 100_000, "javascript:alert(1)", "#seq=1",
]


def test_texts_of_a_stranger_are_only_texts(browser):
    log = browser.folder / "texts.jsonl"
    state = {text: text for text in TEXTS}
    entries = [{**SESSION, "app": {"name": TEXTS[0], "version": TEXTS[1]}, "startedAt": TEXTS[3]},
               {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": state}]
    for seq, text in enumerate(TEXTS, start=1):
        entry = action(seq, [{"op": "replace", "path": "", "value": {**state, "last": text}}])
        source = {"file": text, "line": 1, "function": text, "info": text}
        entries.append({**entry, "type": text[:200], "action": {text: [text]}, "source": source,
                        "error": text})
        entries.append({"kind": "mark", "seq": seq, "timeMs": seq, "label": text, "data": text})
    entries.append({"kind": "gap", "from": 50, "to": 60, "reason": TEXTS[0]})
    write(log, entries)
    with browser.page(log) as view:
        for _ in range(2 * len(TEXTS)):
            view.press("j")
        view.press("s", "Home", "Y", "y", "C", "H", "g", "a", "G", "/")
        view.page.keyboard.type("<script>")
        view.page.wait_for_timeout(300)
        assert view.page.title().endswith(" – rexreplay"), view.page.title()
        assert view.page.locator("script:not(#script), img, iframe, object, a[href]").count() == 0


def test_what_the_tool_says_of_a_stranger_is_only_text(browser):
    log = browser.folder / "<img src=x>.jsonl"
    entries = [{**SESSION, "app": {"name": TEXTS[0]}},
               {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {TEXTS[3]: 0}}]
    for seq, text in enumerate(TEXTS[:10], start=1):
        path = f"/{TEXTS[3].replace('/', '~1')}{'more' if seq == 6 else ''}"
        patch = [{"op": "add", "path": path, "value": text}]
        entries.append(action(seq, patch) | {
            "type": TEXTS[3 * (seq % 2)], "action": {text: [text]},
            "source": {"file": text, "line": 1}, **({"cause": 1} if seq > 1 else {})})
    write(log, entries)
    with browser.served(log, ending="#seq=1") as view:
        view.wait()
        view.press("c")
        view.page.locator(".causes li").nth(5).wait_for()
        view.page.locator("[data-kind=problems]").click()
        view.page.locator(".unusual li").first.wait_for()
        view.press(":")
        for line in ("causes", "unusual", "state", TEXTS[0], f"when $['{TEXTS[3]}'] == 0"):
            view.page.locator("#line").fill(line)
            view.press("Enter")
            view.until("!document.querySelector('.answers').textContent.includes('Waiting')")
        view.press("Escape", "u")
        view.page.keyboard.type(f"$['{TEXTS[3]}'")
        view.press("Enter")
        view.page.locator(".answer.bad").wait_for()
        assert view.page.title().endswith(" – rexreplay"), view.page.title()
        assert view.page.locator("script:not(#script), img, iframe, object, a[href]").count() == 0


def test_a_served_page_reaches_nothing_but_its_tool(browser):
    with browser.served(FIXTURES / "hunts/tickets.jsonl") as view:
        view.wait()
        reached = view.page.evaluate("""async () => {
          const reached = [];
          for (const address of ['data:text/plain,hello', 'http://localhost:1/', '//a.org/']) {
            try { await fetch(address); reached.push(address); } catch { }
          }
          return reached;
        }""")
        assert reached == []
        assert all("Content Security Policy" in text or "Refused" in text or "a.org" in text
                   or "localhost" in text for text in view.noise), view.noise
        view.noise.clear()


def test_the_title_of_the_page_has_no_invisible_characters(browser):
    log = browser.folder / "title.jsonl"
    write(log, [{**SESSION, "app": {"name": "a\u202eb\u0007c"}},
                {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {}}])
    with browser.page(log) as view:
        assert view.page.title() == "a\\u202eb\\u0007c – rexreplay", view.page.title()


def test_keys_that_mean_something_to_javascript_are_only_keys(browser):
    log = browser.folder / "keys.jsonl"
    keys = ["__proto__", "constructor", "toString", "hasOwnProperty", "2", "10", "1", "", "a/b~c"]
    state = "{" + ",".join(f"{json.dumps(key)}:{{\"x\":{index}}}" for index, key in enumerate(keys))
    state += "}"
    patch = [{"op": "replace", "path": "/__proto__/x", "value": "polluted"},
             {"op": "add", "path": "/constructor/prototype", "value": {"x": 1}},
             {"op": "add", "path": "/a~1b~0c/__proto__", "value": {"polluted": True}}]
    lines = [json.dumps(SESSION), '{"kind":"keyframe","seq":0,"timeMs":0,"state":' + state + "}",
             json.dumps(action(1, patch))]
    log.write_text("\n".join(lines) + "\n")
    with browser.page(log) as view:
        assert view.copy_state() == state
        view.press("j")
        expected = browser.run("show", log, 1, "--state", "--json").split(',"state":', 1)[1][:-2]
        assert view.copy_state() == expected
        assert view.page.evaluate("({}).polluted === undefined && ({}).x === undefined")


def test_numbers_are_shown_digit_for_digit(browser):
    log = browser.folder / "numbers.jsonl"
    numbers = ["9007199254740993", "-0", "0.10", "1e400", "123456789012345678901234567890", "1E-7"]
    lines = [json.dumps(SESSION),
             '{"kind":"keyframe","seq":0,"timeMs":0,"state":[' + ",".join(numbers) + "]}"]
    log.write_text("\n".join(lines) + "\n")
    with browser.page(log) as view:
        assert view.copy_state() == "[" + ",".join(numbers) + "]"
        assert view.texts("#state .value.number") == numbers


def test_deep_nesting_is_shown_up_to_its_limit(browser):
    log = browser.folder / "deep.jsonl"
    deep = "[" * 256 + "]" * 256
    too_deep = "[" * 300 + "]" * 300
    lines = [json.dumps(SESSION), '{"kind":"keyframe","seq":0,"timeMs":0,"state":' + deep + "}",
             '{"kind":"mark","seq":0,"timeMs":0,"label":"a","data":' + too_deep + "}"]
    log.write_text("\n".join(lines) + "\n")
    with browser.page(log) as view:
        assert view.copy_state() == deep
        view.press("j")
        assert "nested deeper than 259" in view.text("#action-pane .problem")


def test_half_of_a_surrogate_pair_is_damage(browser):
    log = browser.folder / "surrogate.jsonl"
    lines = [json.dumps(SESSION), '{"kind":"keyframe","seq":0,"timeMs":0,"state":"\\ud800"}',
             json.dumps(action(1, []))]
    log.write_text("\n".join(lines) + "\n")
    with browser.page(log) as view:
        view.press("j")
        assert "is half of a surrogate pair" in view.text("#state-pane .note")


def test_a_long_line_is_shown(browser):
    """A line of 50 MB: a payload, of which only the beginning is on screen."""
    log = browser.folder / "long.jsonl"
    payload = {"text": "x" * 25_000_000, "list": list(range(3_000_000))}
    write(log, [SESSION, {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {"n": 0}},
                {**action(1, [{"op": "replace", "path": "/n", "value": 1}]), "action": payload},
                action(2, [{"op": "replace", "path": "/n", "value": 2}])])
    assert log.stat().st_size > 45_000_000
    with browser.page(log) as view:
        start = time.monotonic()
        view.press("j")
        view.until("document.querySelector('.status').textContent.startsWith('#1 ')", 30)
        assert time.monotonic() - start < 20
        assert view.changes == ["~ /n 0 → 1 (+1)"]
        assert "[3000000]" in view.text("#payload") or "list" in view.text("#payload")
        view.press("j")
        view.until("document.querySelector('.status').textContent.startsWith('#2 ')", 30)


def test_values_that_take_too_much_memory_are_damage(browser):
    log = browser.folder / "bomb.jsonl"
    bomb = "[" + ",".join(["{}"] * 6_000_000) + "]"
    lines = [json.dumps(SESSION), '{"kind":"keyframe","seq":0,"timeMs":0,"state":' + bomb + "}"]
    log.write_text("\n".join(lines) + "\n")
    with browser.page() as view:
        view.page.locator("#pick").set_input_files(log)
        view.page.locator("#state-pane .note:not(.hidden)").wait_for(timeout=60_000)
        assert "of memory" in view.text("#state-pane .note")


def test_a_patch_cannot_double_a_state_forever(browser):
    log = browser.folder / "doubling.jsonl"
    patch = [{"op": "copy", "from": "", "path": "/a"} for _ in range(40)]
    write(log, [SESSION, {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {"s": "x" * 1000}},
                action(1, patch)])
    with browser.page(log) as view:
        view.press("j")
        assert "copies of more than 1024 bytes" in view.text("#state-pane .note")


def test_a_page_makes_no_request(browser):
    """The policy of the page itself refuses requests, evaluation and other scripts."""
    with browser.page(FIXTURES / "hunts/tickets.jsonl") as view:
        refused = view.page.evaluate("""async () => {
          const results = [];
          const tried = async (name, attempt) => {
            try { await attempt(); results.push(name); } catch { }
          };
          await tried('fetch', () => fetch('data:text/plain,hello'));
          await tried('image', () => new Promise((done, failed) => {
            const image = new Image();
            image.onload = done;
            image.onerror = failed;
            image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
          }));
          return results;
        }""")
        assert refused == []
        view.noise.clear()


def test_a_file_name_cannot_run_a_command(browser):
    log = browser.folder / "$(touch owned) 'x'.jsonl"
    log.write_bytes((FIXTURES / "hunts/tickets.jsonl").read_bytes())
    with browser.page(log) as view:
        view.press("j", "C")
        assert view.copied == "rexreplay show '$(touch owned) '\\''x'\\''.jsonl' 1"


def test_a_path_that_a_terminal_interprets_is_not_copied(browser):
    log = browser.folder / "path.jsonl"
    write(log, [SESSION, {"kind": "keyframe", "seq": 0, "timeMs": 0,
                          "state": {"a\n\u001b[2J": 1, "it's": 2}}])
    with browser.page(log) as view:
        view.page.locator("#state [data-index='1']").click()
        view.press("y")
        assert view.copied is None, view.copied
        view.page.locator("#state [data-index='2']").click()
        view.press("y")
        assert view.copied == "/it's"


def test_many_broken_lines_are_checked_in_one_pass(browser):
    log = browser.folder / "broken.jsonl"
    lines = [json.dumps(SESSION), '{"kind":"keyframe","seq":0,"timeMs":0,"state":{}}']
    lines += ['{"kind":"mark","broken":' + "x" * 600] * 40_000
    log.write_text("\n".join(lines) + "\n")
    with browser.page(log) as view:
        view.until("!Array.from(document.querySelectorAll('.chip'))"
                   ".some((chip) => chip.textContent === 'check all lines')", 30)
        assert "40,000 damaged lines" in view.texts(".chip.bad")


def test_an_object_of_many_members_is_searched(browser):
    log = browser.folder / "members.jsonl"
    write(log, [SESSION, {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {}},
                {**action(1, []), "action": {f"k{index}": 0 for index in range(300_000)}}])
    with browser.page(log) as view:
        view.press("/")
        view.page.keyboard.type("k299999")
        view.until("document.querySelector('.search [role=status]')"
                   "?.textContent.startsWith('1 match')")
