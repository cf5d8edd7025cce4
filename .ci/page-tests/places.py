"""Places that are kept: in the address, in the browser's history, and between visits."""

import base64
import json
import re

from browser import FIXTURES
from features import action, write
from glance import FILTER_STATUS, KITCHEN, TICKETS

CHAT = FIXTURES / "logs/v1/team-chat.jsonl"
MARKED = FIXTURES / "logs/v1/every-kind.jsonl"


def part(name, documents):
    """A part of a page with what the tool found."""
    text = "".join(json.dumps(document) + "\n" for document in documents)
    encoded = base64.b64encode(text.encode()).decode()
    return f'<script type="application/octet-stream" data-name="{name}">{encoded}</script>\n'


def test_an_address_has_what_else_is_on_screen(browser):
    ending = "#seq=74&a=3&b=9&find=mug&type=refund&text=3300&changed=1&hide=stir"
    with browser.page(KITCHEN, ending=ending) as view:
        assert "From A #3 to B #9" in view.text("#change-pane .bar")
        assert view.page.locator("#search").input_value() == "mug"
        assert view.page.locator(".filter select").evaluate(
            "(field) => field.selectedOptions[0].textContent").startswith("refund")
        view.press("k")
        view.until("location.hash.includes('&find=')")
        hash_now = view.page.evaluate("location.hash")
        for text in ("a=3", "b=9", "find=mug", "type=refund", "text=3300", "changed=1",
                     "hide=stir"):
            assert f"&{text}" in hash_now, hash_now


def test_back_goes_back_after_a_jump(browser):
    with browser.page(TICKETS) as view:
        view.press("j", "j")
        view.go(30)
        view.until("document.querySelector('.status').textContent.startsWith('#30 ')")
        view.press("j")
        view.until("location.hash === '#seq=31'")
        view.press("<")
        view.until("document.querySelector('.status').textContent.startsWith('#2 ')")
        view.press(">")
        view.until("document.querySelector('.status').textContent.startsWith('#31 ')")


def test_one_goes_to_a_time_or_a_mark(browser):
    times = {entry["seq"]: entry["timeMs"] for entry in map(json.loads, TICKETS.open())
             if entry["kind"] == "action"}
    with browser.page(TICKETS) as view:
        view.go(f"{times[7] / 1000 + 0.0005}s")
        assert view.status.startswith("#7 "), view.status
        view.press("4")
        view.page.keyboard.type("0")
        view.press("Enter")
        assert view.status.startswith("#40 ")
    labels = [entry["label"] for entry in map(json.loads, MARKED.open()) if entry["kind"] == "mark"]
    with browser.page(MARKED) as view:
        view.go(labels[0])
        assert "mark" in view.status
        view.press("g", "m")
        assert "mark" in view.status


def test_leaps_to_changes_of_a_value(browser):
    changed = [json.loads(line)["seq"] for line in
               browser.run("history", KITCHEN, "/closedCount", "--json").splitlines()]
    changed = sorted(seq for seq in changed if seq > 0)
    with browser.page(KITCHEN, ending="#seq=1&path=/closedCount") as view:
        view.settle()
        for seq in changed[:2]:
            view.press("}")
            view.until(f"document.querySelector('.status').textContent.startsWith('#{seq} ')")
        view.press("{")
        view.until(f"document.querySelector('.status').textContent.startsWith('#{changed[0]} ')")
        view.go(changed[2] - 1)
        view.press("B")
        view.until(f"document.querySelector('.status').textContent.startsWith('#{changed[1]} ')")


def test_keys_lead_to_cause_and_effect(browser):
    with browser.page(TICKETS, ending="#seq=16") as view:
        view.press(")")
        view.until("document.querySelector('.status').textContent.startsWith('#18 ')")
        view.press("(")
        view.until("document.querySelector('.status').textContent.startsWith('#16 ')")


def test_the_state_is_filtered(browser):
    with browser.page(KITCHEN, ending="#seq=74") as view:
        view.page.locator("[aria-label='filter the state']").fill("openC")
        view.until("document.querySelectorAll('#state .node').length === 2")
        assert [text.split("\n")[0] for text in view.texts("#state .node .key")] == [
            "state", "openCents"]
        view.page.locator("[aria-label='filter the state']").fill("")
        view.page.locator("button", has_text="changed only").click()
        view.until("document.querySelectorAll('#state .node').length === 5")
        assert view.texts("#state .node .key") == ["state", "orders", "17", "cents", "openCents"]
        view.press("]")
        view.until("document.querySelectorAll('#state .node').length === 1")


def test_the_list_is_filtered_by_a_value_of_the_payload(browser):
    with browser.page(KITCHEN, ending="#seq=74") as view:
        view.page.locator("#payload .node", has_text="3300").last.click()
        view.settle()
        view.page.locator("#payload-pane .selected button", has_text="Only with this").click()
        view.until(f"{FILTER_STATUS}.includes('hidden')")
        assert view.page.locator("[aria-label='only with text']").input_value() == "3300"
        view.page.locator("#list").focus()
        view.press("Escape", "t")
        view.until("document.querySelectorAll('#list .row').length === 19")
        view.press("t")
        view.until("document.querySelectorAll('#list .row').length > 19")


def test_values_of_few_kinds_are_bands(browser):
    log = browser.folder / "bands.jsonl"
    phases = [{"idle": {}}, {"loading": {"_0": 3}}, {"idle": {}}]
    write(log, [
        {"kind": "session", "rexlog": 1, "id": "1", "startedAt": "", "app": {"name": "Bands"}},
        {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {"phase": phases[0], "isOn": False}},
        action(1, [{"op": "replace", "path": "/phase", "value": phases[1]}]),
        action(2, [{"op": "replace", "path": "/isOn", "value": True}]),
        action(3, [{"op": "replace", "path": "/phase", "value": phases[2]}])])
    with browser.page(log, ending="#seq=2&pin=/phase&pin=/isOn") as view:
        view.until("document.querySelectorAll('#timeline .band').length === 3")
        assert view.texts("#timeline .band") == [".idle", ".loading", ".idle"]
        assert view.page.locator(".pin .spark rect").count() == 5


def test_long_pauses_are_folded_on_the_axis_of_time(browser):
    log = browser.folder / "pauses.jsonl"
    later = [action(seq, []) | {"timeMs": seq * 100 + (3_600_000 if seq > 20 else 0)}
             for seq in range(1, 41)]
    write(log, [
        {"kind": "session", "rexlog": 1, "id": "1", "startedAt": "", "app": {"name": "Pauses"}},
        {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {}}, *later])
    with browser.page(log, ending="#seq=30") as view:
        view.page.locator("#timeline .axis").click()
        view.until("document.querySelector('#timeline .axis').textContent === 'by time'")
        assert view.texts("#timeline .fold") == ["≈ 1.0 h"]
        box = view.page.locator("#timeline").bounding_box()
        cursor = view.page.locator("#timeline .cursor").bounding_box()
        assert 0.7 < (cursor["x"] - box["x"]) / box["width"] < 0.8, cursor
        view.page.mouse.click(box["x"] + box["width"] * 0.25, box["y"] + 20)
        view.settle()
        assert re.match(r"#(9|10|11) ", view.status), view.status
        view.page.reload()
        view.wait()
        assert view.text("#timeline .axis") == "by time", "it is kept"


def test_the_theme_and_the_borders_are_kept(browser):
    with browser.page(TICKETS, scheme="dark") as view:
        ground = "getComputedStyle(document.body).backgroundColor"
        width = "document.querySelector('#actions-pane').offsetWidth"
        view.press("T")
        light, before = view.page.evaluate(ground), view.page.evaluate(width)
        view.page.locator("[role=separator]").first.focus()
        view.press("ArrowLeft", "ArrowLeft")
        after = view.page.evaluate(width)
        assert after < before
        view.page.reload()
        view.wait()
        assert view.page.evaluate(ground) == light
        assert view.page.evaluate(width) == after


def test_an_action_is_copied_as_markdown(browser):
    with browser.page(KITCHEN, ending="#seq=74") as view:
        view.press("D")
        view.until("globalThis.copied !== undefined")
        assert view.copied.split("\n") == [
            "**#74 `refund`** in `Kitchen` at 0.036 s · `Kitchen/KitchenView.swift:35`", "",
            "```json", '{"refund":{"order":68,"cents":3300}}', "```", "",
            "- `/orders[id=68]/cents` `2010` → `0`",
            "- `/openCents` `22700` → `19400`", "",
            "```sh", "rexreplay show kitchen.jsonl 74", "```"], view.copied


def test_the_empty_viewer_has_an_example(browser):
    with browser.page() as view:
        assert "How to get a log" in view.text(".welcome")
        view.page.locator("button", has_text="See an example").click()
        view.wait()
        assert "Tea shop" in view.text("h1")
        assert view.page.locator("#list .row").count() == 12
        assert not [text for text in view.texts(".chip") if "damage" in text]


def test_a_page_has_what_the_tool_found(browser):
    path = browser.write_page(KITCHEN)
    found = part("when:", [{"condition": "$.openCents > 5000 <b>", "seqs": [25], "notes": []}])
    found += part("rules:", [{"log": "kitchen.jsonl", "verdict": "broken", "rules": [
        {"rule": "total <i>", "line": 1, "condition": "$.a == 1", "verdict": "broken", "judged": 9,
         "unknown": {"states": 0, "redacted": 0}, "seq": 59,
         "readings": [{"text": "$.a", "value": 2}]},
        {"rule": "other", "line": 2, "condition": "$.b", "verdict": "holds", "judged": 9,
         "unknown": {"states": 0, "redacted": 0}}]}])
    path.write_text(path.read_text().replace("</body>", found + "</body>"))
    with browser.page(file=path) as view:
        view.wait()
        assert view.status.startswith("#59 ")
        assert "total <i> broken from #59" in view.texts(".chip.bad")
        assert "A rule is broken here" in view.text(".finding") and "$.a 2" in view.text(".finding")
        view.page.locator(".chip", has_text="when $.openCents > 5000 <b>: 1 time").click()
        view.page.locator("#list").focus()
        view.press("n")
        assert view.status.startswith("#25 ")
        assert view.page.locator("#timeline .match").count() == 1


def test_a_text_from_right_to_left_keeps_its_beginning(browser):
    log = browser.folder / "hebrew.jsonl"
    text = "שלום " * 40
    write(log, [
        {"kind": "session", "rexlog": 1, "id": "1", "startedAt": "", "app": {"name": "Hebrew"}},
        {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {"text": text}},
        action(1, []) | {"action": {"say": {"text": text}}, "type": "say"}])
    with browser.page(log, ending="#seq=1") as view:
        for selector in ("#list .payload .value", "#state .value.string"):
            clip, inner = view.page.locator(selector).first.evaluate("""(element) => {
              const range = document.createRange();
              range.setStart(element.firstChild, 1);
              range.setEnd(element.firstChild, 3);
              const [outer, inner] = [element.parentElement, range].map(
                (item) => item.getBoundingClientRect());
              return [outer.right, inner.right];
            }""")
            assert inner <= clip + 1, (selector, clip, inner)
