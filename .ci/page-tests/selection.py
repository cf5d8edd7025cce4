"""A selected value is followed from state to state, and what is said of it is so."""

from browser import FIXTURES
from features import action, write

KITCHEN = FIXTURES / "hunts/kitchen.jsonl"
SESSION = {"kind": "session", "rexlog": 1, "id": "1", "startedAt": "", "app": {"name": "Chosen"}}


def keyframe(seq, state):
    return {"kind": "keyframe", "seq": seq, "timeMs": seq, "state": state}


def unrecorded(seq):
    return {**action(seq, []), "patch": None}


def test_a_selected_element_is_followed_by_its_id(browser):
    with browser.page(KITCHEN, ending="#seq=45&path=/orders/1/id") as view:
        assert view.text("#state-pane .selected .value") == "17"
        view.press("j", "j")
        assert view.text("#state-pane .selected .path") == "/orders/0/id"
        assert view.text("#state-pane .selected .value") == "17"
        assert view.texts("#state [aria-selected=true] .value") == ["17"]
        view.until("location.hash === '#seq=47&path=/orders/0/id'")


def test_a_removed_value_is_told_with_the_action_that_removed_it(browser):
    with browser.page(KITCHEN, ending="#seq=45&path=/orders/1") as view:
        view.go(60)
        assert view.text("#state-pane .selected .path") == "/orders[id=17]"
        assert view.text("#state-pane .selected .value") == "removed by #59"
        assert view.texts("#state [aria-selected=true]") == []
        view.press("j", "j")
        assert view.text("#state-pane .selected .value") == "removed by #59"
        view.press("Y")
        assert view.copied is None and view.status.startswith("not copied")
        view.until("location.hash === '#seq=62&path=/orders%5Bid%3D17%5D'")
        view.go(5)
        assert view.text("#state-pane .selected .value") == "not here yet: added by #17"
        view.go(58)
        assert view.text("#state-pane .selected .path") == "/orders/0"


def test_a_removed_index_is_not_marked(browser):
    with browser.page(KITCHEN, ending="#seq=59&path=/orders/0") as view:
        removed = [text for text in view.changes if text.startswith("−")]
        assert removed and removed[0].startswith("− /orders[id=17]"), view.changes
        node = view.page.locator("#state [aria-selected=true]")
        assert "inside" not in node.get_attribute("class"), node.get_attribute("class")


def test_a_value_below_the_rows_that_are_loaded_is_still_told(browser):
    log = browser.folder / "many.jsonl"
    messages = [{"id": f"m{index}", "body": f"text {index}"} for index in range(400)]
    write(log, [SESSION, keyframe(0, {"messages": messages, "n": 0}),
                action(1, [{"op": "replace", "path": "/n", "value": 1}])])
    with browser.page(log, ending="#seq=0&path=/messages/390/body") as view:
        view.page.evaluate("document.getElementById('state').scrollTop = 0")
        view.settle()
        view.press("j")
        assert view.text("#state-pane .selected .path") == "/messages/390/body"
        assert view.text("#state-pane .selected .value") == '"text 390"'


def test_an_address_of_a_value_that_is_not_there_stays(browser):
    with browser.page(KITCHEN, ending="#seq=3&path=/orders/30/note") as view:
        view.page.wait_for_timeout(200)
        assert view.text("#state-pane .selected .path") == "/orders/30/note"
        assert view.text("#state-pane .selected .value") == "not in this state"
        assert view.page.evaluate("location.hash") == "#seq=3&path=/orders/30/note"


def test_an_element_without_an_id_is_followed_by_its_index(browser):
    log = browser.folder / "plain.jsonl"
    write(log, [SESSION, keyframe(0, {"list": [{"n": 1}, {"n": 2}]}),
                action(1, [{"op": "remove", "path": "/list/1"}])])
    with browser.page(log, ending="#seq=0&path=/list/1/n") as view:
        view.press("j")
        assert view.text("#state-pane .selected .path") == "/list/1/n"
        assert view.text("#state-pane .selected .value") == "removed by #1"


def test_a_selected_value_of_an_unknown_state_is_not_known(browser):
    log = browser.folder / "unknown.jsonl"
    write(log, [SESSION, keyframe(0, {"n": 1}), unrecorded(1), unrecorded(2)])
    with browser.page(log, ending="#seq=0&path=/n") as view:
        view.press("j")
        assert view.text("#state-pane .selected .path") == "/n"
        assert view.text("#state-pane .selected .value") == "not known"
        view.press("H")
        view.until("document.querySelector('#change-pane .note').textContent.endsWith('.')")
        assert history(view) == ["#0 known from here on: 1", "#1 a not known from here on"]
        assert view.text("#change-pane .note") == \
            "0 actions changed it; where it is not known, others may have."


def test_a_history_tells_what_is_not_known(browser):
    log = browser.folder / "history.jsonl"
    write(log, [SESSION, keyframe(0, {"n": 1}), unrecorded(1), keyframe(1, {"n": 2}),
                {"kind": "gap", "from": 2, "to": 4, "reason": "disk full"}, keyframe(4, {})])
    with browser.page(log, ending="#seq=1&path=/n") as view:
        assert view.changes == ["~ /n 1 → 2 (+1)"]
        view.press("H")
        view.until("document.querySelector('#change-pane .note').textContent.endsWith('.')")
        assert history(view) == ["#0 known from here on: 1", "#1 a 1 → 2",
                                 "#2 not known from here on", "#4 known from here on: nothing"]


def test_a_history_of_a_container_has_what_changed_in_it(browser):
    with browser.page(KITCHEN, ending="#seq=60&path=/orders") as view:
        view.press("H")
        view.until("document.querySelector('#change-pane .note').textContent.endsWith('.')")
        item = next(text for text in history(view) if text.startswith("#59 "))
        assert "− [id=17]" in item, item
        assert not any(" → [" in text for text in history(view))


def test_an_action_that_wrote_what_was_there_is_told(browser):
    log = browser.folder / "same.jsonl"
    write(log, [SESSION, keyframe(0, {"a": 1, "b": 2}), action(1, [
        {"op": "replace", "path": "/a", "value": 1}, {"op": "replace", "path": "/b", "value": 2}])])
    with browser.page(log, ending="#seq=1") as view:
        assert view.text("#change-pane .note") == \
            "Nothing changed: the action wrote what was there, to /a and 1 other place."


def test_a_value_of_the_payload_is_copied(browser):
    with browser.page(KITCHEN, ending="#seq=45&path=/openCents") as view:
        view.page.locator("#payload .node", has_text="cents").last.click()
        view.settle()
        view.press("Y")
        assert view.copied == "1770", view.copied
        view.press("y")
        assert view.copied.endswith("/cents"), view.copied
        view.page.locator("#list").focus()
        view.press("Y")
        assert view.copied == view.text("#state-pane .selected .value")


def test_the_path_filter_takes_ids(browser):
    path = "/orders[id=17]"
    expected = [line.split()[0] for line in
                browser.run("list", KITCHEN, "--at", path).splitlines()]
    with browser.page(KITCHEN) as view:
        view.page.locator("[aria-label='only at path']").fill(path)
        status = "document.querySelector('.filter [role=status]').textContent"
        view.until(f"/^\\d+ rows?, /.test({status})")
        view.settle()
        assert view.texts("#list .row .seq") == expected, (view.texts("#list .row .seq"), expected)


def history(view):
    return [" ".join(text.split()) for text in view.texts(".history li")]
