"""What a person does with a page, by mouse and keys."""

import json

from browser import FIXTURES

CHAT = FIXTURES / "logs/v1/team-chat.jsonl"
CLINIC = FIXTURES / "hunts/clinic.jsonl"
KINDS = FIXTURES / "logs/v1/every-kind.jsonl"
NOTEBOOK = FIXTURES / "hunts/notebook.jsonl"
TICKETS = FIXTURES / "hunts/tickets.jsonl"
TORN = FIXTURES / "logs/v1/torn.jsonl"


def test_steps_with_keys(browser):
    with browser.page(TICKETS) as view:
        assert view.status.startswith("#0 start")
        view.press("j")
        assert view.status.startswith("#1 sell")
        assert view.changes == ["~ /sold/north 0 → 1 (+1)"]
        view.press("ArrowDown", "ArrowDown", "k")
        assert view.status.startswith("#2 left")
        view.press("G")
        assert view.status.startswith("#40 left"), view.status
        view.press("g")
        assert view.status.startswith("#0 start")
        view.press("PageDown", "PageUp")
        assert view.status.startswith("#0 start")


def test_steps_with_the_mouse(browser):
    with browser.page(TICKETS) as view:
        view.page.locator("#list .row", has_text="0.001").first.wait_for(state="detached")
        view.page.locator("#list [data-index='3']").click()
        view.settle()
        assert view.status.startswith("#3 sell"), view.status


def test_the_list_begins_with_its_first_row(browser):
    with browser.page(CHAT) as view:
        first = view.page.locator("#list .row").first.bounding_box()
        assert first["y"] >= view.page.locator("#list").bounding_box()["y"]


def test_dragging_the_timeline_moves_through_the_session(browser):
    with browser.page(CHAT) as view:
        box = view.page.locator("#timeline").bounding_box()
        middle = box["y"] + box["height"] / 2
        view.page.mouse.move(box["x"] + 2, middle)
        view.page.mouse.down()
        seen = []
        for part in (0.25, 0.5, 0.75, 1):
            view.page.mouse.move(box["x"] + part * box["width"] - 2, middle)
            view.settle()
            seen.append(int(view.page.get_attribute("#timeline", "aria-valuenow")))
        view.page.mouse.up()
        assert seen == sorted(set(seen)) and seen[-1] > 290, seen


def test_the_timeline_shows_what_is_remarkable(browser):
    with browser.page(KINDS) as view:
        kinds = {kind: view.page.locator(f"#timeline i.{kind}").count() for kind in
                 ("mark", "gap", "damage", "cut")}
        assert kinds == {"mark": 1, "gap": 1, "damage": 0, "cut": 0}
    with browser.page(TORN) as view:
        assert view.page.locator("#timeline i.cut").count() == 1


def test_every_kind_of_row_is_explained(browser):
    with browser.page(KINDS) as view:
        notes = []
        for _ in range(5):
            notes.append((view.text("#action-pane .headline"), view.text("#change-pane .content")))
            view.press("j")
        assert [title for title, _ in notes] == [
            "The initial state", "#1 load", "Mark report a problem", "#2 reload",
            "Actions 3 to 4 are lost: disk full"], notes
        assert "The recording starts" in notes[0][1]
        assert "names this moment" in notes[2][1]
        assert notes[3][1].strip() == "Nothing changed."
        assert "lost" in notes[4][1]
        assert json.loads(view.copy_state()) == {"n": 9}


def test_an_action_that_never_finished_is_shown_first(browser):
    with browser.page(TORN) as view:
        assert view.status.startswith("#38 deleteMessage")
        assert "it began and never finished" in view.text("#change-pane .content")
        assert "ends inside action deleteMessage" in view.text(".chips")
        assert "msg-1013-ad59c6b9" in view.text("#payload")


def test_findings_of_verify_are_shown_first(browser):
    log = FIXTURES / "logs/v1/divergence.jsonl"
    with browser.page(log, "--verify") as view:
        assert view.status.startswith("#14 openThread")
        assert "msg-1009-2ca9b7bf" in view.text(".finding")
        assert view.texts("#list .row.found .type") == ["openThread"]
        view.press("g", "e")
        assert view.status.startswith("#14 openThread")


def test_the_state_keeps_what_is_open_and_marks_what_changed(browser):
    with browser.page(NOTEBOOK) as view:
        view.go(49)
        opened = len(view.texts("#state .node"))
        assert "revision" in view.texts("#state .node .key"), "a small state is open at first"
        view.press("j")
        assert view.changes[1] == "~ /notes[id=n1]/revision 3 → 4 (+1)"
        assert len(view.texts("#state .node")) == opened
        assert view.texts("#state .node.replaced .key") == ["text", "revision"]
        view.press("k", "k")
        assert len(view.texts("#state .node")) == opened


def test_an_open_element_stays_open_where_it_moves(browser):
    log = browser.folder / "moving.jsonl"
    elements = [{"id": f"e{index}", "value": index} for index in range(50)]
    entries = [
        {"kind": "session", "rexlog": 1, "id": "1", "startedAt": "", "app": {"name": "Moving"}},
        {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {"list": elements}},
        action(1, [{"op": "move", "from": "/list/1", "path": "/list/3"}]),
        action(2, [{"op": "add", "path": "/list/0", "value": {"id": "new", "value": 0}}]),
    ]
    write(log, entries)
    with browser.page(log) as view:
        opened = "#state [aria-level='3'][aria-expanded=true] .key"
        if view.page.locator("#state .node").count() < 20:
            view.page.locator("#state [data-index='1'] .twist").click()
            view.settle()
        view.page.locator("#state [data-index='3'] .twist").click()
        view.settle()
        assert view.texts(opened) == ["1"]
        view.press("]")
        assert view.changes == ["> /list[id=e1] moved from 1 to 3"], view.changes
        assert view.texts(opened) == ["3"]
        view.press("]")
        assert view.texts(opened) == ["4"]


def test_a_tree_is_walked_with_keys(browser):
    with browser.page(CLINIC) as view:
        view.go(30)
        view.press("s", "Home", "ArrowLeft")
        assert len(view.texts("#state .node")) == 1
        view.press("ArrowRight", "ArrowDown", "ArrowDown")
        assert view.text("#state-pane .selected .path") == "/patients", view.text(".selected")
        view.press("y")
        assert view.copied == "/patients"
        view.press("C")
        assert view.copied == "rexreplay show clinic.jsonl 30 --at /patients"
        view.press("ArrowUp", "Y")
        assert view.copied == '"Monday"'


def test_a_tree_that_is_slow_to_open_loses_no_key(browser):
    with browser.page(CLINIC) as view:
        view.go(30)
        view.press("s", "Home", "ArrowLeft")
        view.page.evaluate("globalThis.delay = 100")
        view.press("ArrowRight", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown")
        assert view.text("#state-pane .selected .path") == "/patients/0", view.text(".selected")


def test_differences_of_two_states(browser):
    with browser.page(NOTEBOOK) as view:
        view.go(103)
        view.press("a")
        view.go(104)
        assert "From A #103 to #104" in view.text("#change-pane h2")
        expected = [json.loads(line)["path"] for line in
                    browser.run("diff", NOTEBOOK, 103, 104, "--json", status=(1,)).splitlines()]
        assert view.texts("#change-pane .path") == expected
        view.press("b")
        view.go(120)
        assert view.texts("#change-pane .path") == expected
        view.press("Escape")
        assert view.text("#change-pane [aria-selected=true]") == "This action"


def test_history_of_a_value_is_that_of_the_tool(browser):
    with browser.page(NOTEBOOK, ending="#seq=50&path=/notes/1/text") as view:
        view.settle()
        assert view.text("#state-pane .selected .path") == "/notes/1/text"
        view.press("H")
        view.until("document.querySelectorAll('.history li').length > 5")
        assert view.text("#change-pane h2") == "History of /notes[id=n2]/text"
        expected = [str(json.loads(line)["seq"]) for line in
                    browser.run("history", NOTEBOOK, "/notes[id=n2]/text", "--json").splitlines()]
        found = [text.lstrip("#") for text in view.texts(".history .seq")]
        assert found[1:] == sorted(expected, key=int), (found, expected)
        types = view.texts(".history button > .quiet")
        assert types[1:] == [tool_type(browser, NOTEBOOK, seq) for seq in found[1:]]
        view.page.locator(".history button").nth(2).click()
        view.settle()
        assert view.status.startswith(f"#{found[2]} ")
        assert view.texts(".history [aria-current=true] .seq") == [f"#{found[2]}"]


def test_history_names_no_element_by_an_id_that_looks_like_a_path(browser):
    log = browser.folder / "ids.jsonl"
    elements = [{"id": "a]/b=c", "n": 0}, {"id": "d", "n": 0}]
    write(log, [{"kind": "session", "rexlog": 1, "id": "1", "startedAt": "", "app": {"name": "A"}},
                {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {"list": elements}},
                action(1, [{"op": "replace", "path": "/list/0/n", "value": 1}])])
    for index, name in enumerate(["/list/0/n", "/list[id=d]/n"]):
        with browser.page(log, ending=f"#seq=1&path=/list/{index}/n") as view:
            view.press("H")
            view.until("document.querySelectorAll('.history li').length > 0")
            assert view.text("#change-pane h2") == f"History of {name}"


def test_keys_with_slashes_are_told_from_paths(browser):
    log = browser.folder / "slashes.jsonl"
    state = {"a/b": 1, "a": {"b": 2}}
    write(log, [{"kind": "session", "rexlog": 1, "id": "1", "startedAt": "", "app": {"name": "A"}},
                {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": state}])
    with browser.page(log) as view:
        view.page.locator("#state [data-index='3']").click()
        view.settle()
        assert view.text("#state-pane .selected .path") == "/a/b"
        assert view.text("#state-pane .selected .value") == "2"


def tool_type(browser, log, seq):
    return json.loads(browser.run("show", log, seq, "--json"))["type"]


def test_opening_another_log_can_be_given_up(browser):
    with browser.page(TICKETS) as view:
        view.go(18)
        view.press("O")
        assert "Choose a file" in view.text("dialog")
        view.press("Escape")
        assert view.page.locator("dialog").count() == 0
        assert view.status.startswith("#18 left")
        view.press("O")
        view.page.locator("#pick").set_input_files(CHAT)
        view.wait()
        assert "TeamChat" in view.text("h1"), view.text("h1")
        assert view.page.locator("dialog").count() == 0


def test_a_number_beyond_the_log_is_not_gone_to(browser):
    with browser.page(TICKETS) as view:
        view.press("#")
        view.page.keyboard.type("100000")
        view.press("Enter")
        assert view.text("dialog .bad") == "This log has actions 0 to 40."


def test_a_long_text_is_not_cut_inside_a_character(browser):
    log = browser.folder / "faces.jsonl"
    write(log, [
        {"kind": "session", "rexlog": 1, "id": "1", "startedAt": "", "app": {"name": "Faces"}},
        {"kind": "keyframe", "seq": 0, "timeMs": 0,
         "state": {"even": "\U0001f600" * 300, "odd": "x" + "\U0001f600" * 300}},
    ])
    with browser.page(log) as view:
        texts = view.texts("#state .value")
        assert len(texts) == 2 and not any("\\u" in text for text in texts), texts


def test_the_chosen_value_stays_in_sight(browser):
    with browser.page(CHAT, size=(900, 700)) as view:
        view.press("End")
        view.page.locator("#change-pane .changes button").first.click()
        view.settle()
        row = view.page.locator("#state [aria-selected=true]").bounding_box()
        pane = view.page.locator("#state").bounding_box()
        assert pane["y"] <= row["y"] <= pane["y"] + pane["height"] - row["height"] + 1
        buttons = view.page.locator("#state-pane .selected .buttons").bounding_box()
        whole = view.page.locator("#state-pane").bounding_box()
        assert buttons["y"] + buttons["height"] <= whole["y"] + whole["height"]


def test_searching_goes_to_the_matches(browser):
    with browser.page(CHAT) as view:
        view.press("/")
        view.page.keyboard.type("the chat did NOT answer")
        view.until("document.querySelector('.search [role=status]').textContent.includes('match')")
        # The actions that set it and those that removed it.
        expected = sorted(json.loads(line)["seq"] for line in
                          browser.run("history", CHAT, "/error", "--json").splitlines()
                          if "The chat did not answer" in line)
        assert view.text(".search [role=status]").startswith(f"{len(expected)} match")
        view.press("Enter")
        assert view.status.startswith(f"#{expected[0]} "), view.status
        assert view.text(".search [role=status]").startswith(f"1 of {len(expected)} match")
        view.press("Escape", "n")
        assert view.status.startswith(f"#{expected[1]} ")
        view.press("N", "N")
        assert view.status.startswith(f"#{expected[-1]} "), "it goes around"


def test_filters_shorten_the_list(browser):
    with browser.page(CHAT) as view:
        failures = len(browser.run("list", CHAT, "--type", "loadMessagesFailure").splitlines())
        label = f"loadMessagesFailure ({failures})"
        view.page.locator(".filter select").select_option(label=label)
        view.until(f"document.querySelectorAll('#list .row').length === {failures}")
        view.page.locator("[aria-label='only at path']").fill("/error")
        status = "document.querySelector('.filter [role=status]').textContent"
        view.until(f"{status}.startsWith('{failures} rows, ')")
        view.page.locator(".filter select").select_option(label="all types")
        expected = browser.run("list", CHAT, "--at", "/error").splitlines()
        view.until(f"document.querySelectorAll('#list .row').length === {len(expected)}")
        view.settle()
        assert [line.split()[0] for line in expected] == view.texts("#list .row .seq")
        view.page.locator("#list .row").nth(1).click()
        view.press("j")
        assert view.status.startswith(f"#{expected[2].split()[0]} ")
        view.press("Escape")
        view.until("document.querySelectorAll('#list .row').length > 20")
        view.page.locator("[aria-label='only at path']").fill("/notes[id=n2]")
        view.until(f"{status} === 'nothing fits'")


def test_an_address_is_a_place(browser):
    with browser.page(TICKETS, ending="#seq=12&path=/sold/south") as view:
        assert view.status.startswith("#12 left")
        assert view.text("#state-pane .selected .path") == "/sold/south"
        view.press("j")
        view.until("location.hash === '#seq=13&path=/sold/south'")
        view.page.evaluate("location.hash = '#seq=3&path=/left'")
        view.settle()
        assert view.status.startswith("#3 sell")
        assert view.text("#state-pane .selected .path") == "/left"


def test_a_cause_is_a_step_away(browser):
    with browser.page(TICKETS) as view:
        view.go(18)
        view.page.locator("#action-pane .link").click()
        view.settle()
        assert view.status.startswith("#16 sell"), view.status


def test_members_of_later_versions_are_shown_as_they_are(browser):
    log = browser.folder / "later.jsonl"
    write(log, [
        {"kind": "session", "rexlog": 1, "id": "1", "startedAt": "", "app": {"name": "Later"}},
        {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {}},
        {"kind": "weather", "sky": "blue"},
        {**action(1, []), "inputs": [{"clock": 12.5}, {"id": "A"}]},
    ])
    with browser.page(log) as view:
        view.press("j")
        assert "inputs" in view.text("#payload") and "12.5" in view.text("#payload")


def test_a_folder_of_logs_asks_which(browser):
    with browser.page() as view:
        segments = sorted((FIXTURES / "logs/v1/segments").glob("*.jsonl"))
        view.page.locator("#pick").set_input_files([*segments, TICKETS])
        view.page.locator(".choices button", has_text="Tickets").wait_for()
        assert len(view.texts(".choices button")) == 2
        view.page.locator(".choices button", has_text="3 segments").click()
        view.wait()
        assert "session 95C56321" in view.text(".title")
        assert "3 segments" in view.text(".title")


def test_a_page_can_be_opened_in_the_viewer(browser):
    with browser.page() as view:
        view.page.locator("#pick").set_input_files(browser.write_page(TICKETS))
        view.wait()
        assert "Tickets" in view.text(".title")
        assert "50" in view.copy_state()


def test_a_page_whose_log_is_damaged_is_told(browser):
    with browser.page() as view:
        page = browser.write_page(TICKETS)
        page.write_text(page.read_text().replace('data-name="tickets', 'data-name="%'))
        view.page.locator("#pick").set_input_files(page)
        view.page.locator(".problem").wait_for()
        assert f"The log in {page.name} is damaged." in view.text(".problem")
        empty = browser.write_page()
        view.page.locator("#pick").set_input_files(empty)
        view.until(f"document.querySelector('.problem')?.textContent.includes('{empty.name}')")
        assert f"{empty.name} is a page without a log." in view.text(".problem")


def test_a_file_that_changes_is_told(browser):
    log = browser.folder / "growing.jsonl"
    log.write_bytes(CHAT.read_bytes())
    with browser.page() as view:
        view.page.locator("#pick").set_input_files(log)
        view.wait()
        log.write_bytes(TICKETS.read_bytes())
        view.press("H")
        view.page.locator(".problem").wait_for()
        assert "The file has changed since it was opened" in view.text(".problem")


def test_what_is_no_log_is_told_with_its_place(browser):
    with browser.page() as view:
        view.page.locator("#pick").set_input_files(FIXTURES / "logs/v1/corrupt/no-session.jsonl")
        view.page.locator(".problem").wait_for()
        assert "no-session.jsonl:1:1: not a rexreplay log" in view.text(".problem")


def test_an_empty_file_is_told(browser):
    log = browser.folder / "empty.jsonl"
    log.write_bytes(b"")
    with browser.page() as view:
        view.page.locator("#pick").set_input_files(log)
        view.page.locator(".problem").wait_for()
        assert "empty.jsonl:1:1: the file is empty" in view.text(".problem")


def test_a_place_of_damage_is_on_one_line(browser):
    with browser.page(FIXTURES / "logs/v1/corrupt/seq-hole.jsonl") as view:
        view.page.locator(".chip.bad", has_text="damaged").click()
        path = view.page.locator(".damages .path").first.bounding_box()
        assert path["height"] < 25, path


def test_a_check_that_is_done_is_not_told_any_more(browser):
    with browser.page(TICKETS) as view:
        report = "worker.onmessage({ data: { job: 'check', %s } })"
        view.page.evaluate(report % "readBytes: 9")
        assert view.status.startswith("checking: "), view.status
        view.page.evaluate(report % "overview")
        view.until("document.querySelector('.status').textContent.startsWith('#0 start')")


def test_damage_is_told_with_its_line(browser):
    for name in ("trailing-comma", "seq-hole", "patch-does-not-fit", "duplicate-key", "bad-time"):
        log = FIXTURES / f"logs/v1/corrupt/{name}.jsonl"
        found = json.loads(browser.run("info", "--check", "--json", log, status=(0, 3)))
        with browser.page(log) as view:
            view.page.locator(".chip.bad", has_text="damaged").click()
            shown = [text.replace("\n", " ") for text in view.texts("#change-pane .changes li")]
            expected = [f"{log.name}:{damage['line']}:{damage['column']} {damage['problem']}"
                        for damage in found["damage"]]
            assert shown == expected, (shown, expected)


def test_the_theme_can_be_switched(browser):
    with browser.page(TICKETS, scheme="dark") as view:
        ground = "getComputedStyle(document.body).backgroundColor"
        dark = view.page.evaluate(ground)
        view.press("T")
        assert view.page.evaluate(ground) != dark
        view.press("T")
        assert view.page.evaluate(ground) == dark


def test_the_help_has_every_key(browser):
    with browser.page(TICKETS) as view:
        view.press("?")
        assert len(view.texts("dialog kbd")) >= 30
        view.press("Escape", "j")
        assert view.status.startswith("#1 ")


def action(seq, patch):
    return {"kind": "action", "seq": seq, "timeMs": seq, "type": "a", "action": {"a": {}},
            "tookMs": 0, "patch": patch}


def write(log, entries):
    log.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
