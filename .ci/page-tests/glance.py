"""What a page tells at a glance: in its rows, on the timeline, of pinned values, and of problems."""

from browser import FIXTURES
from features import action, write

CHAT = FIXTURES / "logs/v1/team-chat.jsonl"
CLINIC = FIXTURES / "hunts/clinic.jsonl"
KINDS = FIXTURES / "logs/v1/every-kind.jsonl"
KITCHEN = FIXTURES / "hunts/kitchen.jsonl"
TICKETS = FIXTURES / "hunts/tickets.jsonl"

FILTER_STATUS = "document.querySelector('.filter [role=status]').textContent"


def row(view, seq):
    """The texts of a row's payload and of its changes, when they are known."""
    path = f"#list .row:has(.seq:text-is('{seq}'))"
    view.page.locator(f"{path} .paths bdi, {path} .paths:text-is('–')").first.wait_for()
    return [" ".join(view.text(f"{path} .{name}").split()) for name in ("payload", "paths")]


def test_rows_tell_what_actions_had_and_changed(browser):
    with browser.page(KITCHEN, ending="#seq=74") as view:
        assert row(view, 74) == [
            "order 68 cents 3300", "/openCents −3300 · /orders[id=68]/cents −2010"]
        assert row(view, 69) == ["order 57", "–"]
    with browser.page(TICKETS, ending="#seq=1") as view:
        assert row(view, 1)[1] == "/sold/north 0 → 1 +1"


def test_a_payload_is_spelled_as_in_swift(browser):
    log = browser.folder / "swift.jsonl"
    turn = action(1, [{"op": "replace", "path": "/at", "value": 0.25}])
    turn |= {"type": "game.turn", "action": {"game": {"_0": {"turn": {
        "_0": {"left": {"_0": 42}}, "by": {"keyboard": {}}, "names": ["a\u202eb"]}}}}}
    write(log, [
        {"kind": "session", "rexlog": 1, "id": "1", "startedAt": "", "app": {"name": "Game"}},
        {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {"at": 0}}, turn])
    with browser.page(log, ending="#seq=1") as view:
        assert row(view, 1) == [
            '.left(42) by .keyboard names ["a\\u202eb"]', "/at 0 → 0.25 +0.25"]


def test_chips_hide_kinds_of_actions(browser):
    with browser.page(KITCHEN) as view:
        total = int(view.text(".lanes .chip:has-text('addOrder') .quiet"))
        view.page.locator(".lanes .chip", has_text="addOrder").click()
        view.until(f"{FILTER_STATUS}.endsWith(', {total + 1} hidden')")
        view.settle()
        assert "addOrder" not in view.texts("#list .row .type")
        view.page.locator(".lanes .chip", has_text="addOrder").click()
        for chip in view.page.locator(".lanes .chip").all():
            chip.click()
        view.until("document.querySelectorAll('#list .row').length === 0")
        assert view.page.evaluate("document.activeElement.closest('.lanes') !== null")
        for chip in view.page.locator(".lanes .chip").all():
            chip.click()
        view.page.locator(".filter .chip").click()
        unchanged = [line for line in browser.run("list", KITCHEN).splitlines()
                     if "(no change)" in line]
        view.until(f"{FILTER_STATUS}.endsWith(', {len(unchanged)} hidden')")
        view.settle()
        view.page.locator("#list").focus()
        view.press("Escape")
        view.until(f"{FILTER_STATUS} === ''")


def test_a_text_is_found_wherever_a_row_shows_it(browser):
    """Also in the id of an element that changed, and in the value that it had before."""
    with browser.page(KITCHEN) as view:
        for label, text in (("only with text", "[id=68]/cents"), ("only at path", "id=68]/cents"),
                            ("only with text", "2010")):
            view.page.locator(f"[aria-label='{label}']").fill(text)
            view.until(f"/^\\d rows?, .* hidden$/.test({FILTER_STATUS})")
            view.settle()
            assert "74" in view.texts("#list .row .seq"), text
            view.page.locator(f"[aria-label='{label}']").fill("")
            view.until(f"{FILTER_STATUS} === ''")


def test_what_is_redacted_is_told(browser):
    for log, chips in ((TICKETS, []), (FIXTURES / "logs/redacted/bank.jsonl", ["redacted"])):
        with browser.page(log) as view:
            assert [text for text in view.texts(".top .chip") if text == "redacted"] == chips


def test_a_pinned_value_is_shown_and_drawn(browser):
    with browser.page(KITCHEN, ending="#seq=74&path=/openCents") as view:
        view.settle()
        view.press("w")
        view.until("document.querySelector('.pin .value')?.textContent === '19400'")
        view.until("document.querySelector('#timeline .chart path')?.getAttribute('d').length > 99")
        view.press("k")
        assert view.text(".pin .value") == "22700"
        view.until("location.hash.endsWith('&pin=/openCents')")
        view.press("w")
        assert view.page.locator(".pin").count() == 0
    with browser.page(KITCHEN, ending="#seq=75&pin=/openCents&pin=/orders") as view:
        view.until("document.querySelectorAll('.pin .value').length === 2")
        assert view.texts(".pin .value") == ["19400", "[19]"]


def test_problems_are_in_one_place(browser):
    with browser.page(KINDS) as view:
        view.until("document.querySelector('[data-kind=problems]').textContent === 'Problems 2'")
        view.page.locator("[data-kind=problems]").click()
        assert view.texts("#change-pane h3") == ["Thrown errors", "Gaps"]
        assert view.changes == ["#2 reload no network", "#3 to #4 disk full"], view.changes
        view.page.locator(".problems button").first.click()
        view.settle()
        assert view.status.startswith("#2 reload")
        assert view.text(".tabs [aria-selected=true]") == "This action"
        assert "no network" in view.text("#action-pane")
    with browser.page(TICKETS) as view:
        view.page.locator("[data-kind=problems]").click()
        text = view.text("#change-pane .content")
        assert text.startswith("Nothing is known to be wrong."), text
        assert text.endswith("rexreplay open LOG."), text


def test_the_timeline_tells_what_is_under_the_pointer(browser):
    with browser.page(CHAT) as view:
        box = view.page.locator("#timeline").bounding_box()
        view.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
        view.until("/^#1[45]\\d /.test(document.querySelector('.tip').textContent)")


def test_the_timeline_is_magnified_by_the_wheel(browser):
    with browser.page(CHAT) as view:
        ticks = view.texts("#timeline .ticks span")
        box = view.page.locator("#timeline").bounding_box()
        view.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
        for _ in range(4):
            view.page.mouse.wheel(0, -100)
            view.settle()
        assert view.texts("#timeline .ticks span") != ticks
        width = view.page.evaluate("document.documentElement.scrollWidth")
        assert width <= 1440, "what is outside of the axis takes no room"
        view.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + 20)
        view.settle()
        assert view.texts("#timeline .ticks span") == ticks
