"""A page that the tool serves: what it is asked, and a log that grows while one looks at it."""

import json

from browser import FIXTURES
from features import TICKETS, action, write

KITCHEN = FIXTURES / "hunts/kitchen.jsonl"
DIVERGED = FIXTURES / "logs/v1/divergence.jsonl"
SHOP = FIXTURES / "logs/hunts/shop.jsonl"

FIND_STATUS = "document.querySelector('.search [role=status]').textContent"
FILTER_STATUS = "document.querySelector('.filter [role=status]').textContent"
SESSION = {"kind": "session", "rexlog": 1, "id": "1", "startedAt": "", "app": {"name": "Growing"}}


def seqs_where(browser, log, condition):
    output = browser.run("list", log, "--where", condition, "--json", status=(0, 1))
    return [json.loads(line)["seq"] for line in output.splitlines()]


def append(log, entries):
    with log.open("a") as file:
        file.write("".join(json.dumps(entry) + "\n" for entry in entries))


def test_a_served_log_is_that_of_the_file(browser):
    with browser.served(TICKETS) as view:
        view.wait()
        view.press("j")
        assert view.status.startswith("#1 sell")
        assert view.changes == ["~ /sold/north 0 → 1 (+1)"]
        assert "Tickets" in view.text("h1")
        view.until("location.hash === '#seq=1'")


def test_a_condition_is_asked_of_the_tool(browser):
    condition = "$.openCents > 5000"
    with browser.served(KITCHEN) as view:
        view.wait()
        view.press("u")
        view.page.keyboard.type(condition)
        view.press("Enter")
        expected = seqs_where(browser, KITCHEN, condition)
        view.until(f"document.querySelector('.status').textContent.startsWith('#{expected[0]} ')")
        view.until(f"{FIND_STATUS}.startsWith('1 of ')")
        view.until("document.querySelectorAll('#timeline .holds').length > 0")
        view.until("document.querySelectorAll('#list [data-holds]').length > 0")
        assert view.page.locator("#timeline .match").count() > 0
        view.press("n")
        view.until("location.hash.includes('&when=')")


def test_a_wrong_condition_is_told_in_words(browser):
    with browser.served(KITCHEN) as view:
        view.wait()
        view.press("u")
        view.page.keyboard.type("$.openCents > <img src=x>")
        view.press("Enter")
        view.page.locator(".answer.bad").wait_for()
        assert "<img" not in view.page.locator(".answer.bad").inner_html()
        view.press("Escape", "Escape")
        view.until("document.querySelector('.answer').classList.contains('hidden')")


def test_the_filter_takes_a_condition(browser):
    condition = "$.openCents > 50000"
    expected = seqs_where(browser, KITCHEN, condition)
    with browser.served(KITCHEN) as view:
        view.wait()
        view.press("f")
        view.page.keyboard.type(condition)
        view.until(f"{FILTER_STATUS}.startsWith('{len(expected)} rows, ')")
        view.settle()
        assert view.texts("#list .row .seq") == [str(seq) for seq in expected]


def test_causes_lead_to_actions(browser):
    with browser.served(TICKETS, ending="#seq=18") as view:
        view.wait()
        view.press("c")
        view.page.locator(".causes li").first.wait_for()
        assert [text.split("\n")[0] for text in view.texts(".causes button")] == ["↑ #16", "● #18"]
        view.page.locator(".causes button").first.click()
        view.until("document.querySelector('.status').textContent.startsWith('#16 ')")
        view.until("document.querySelector('.causes [aria-current=true]').textContent"
                   ".includes('#16')")


def test_what_is_unusual_is_among_the_problems(browser):
    with browser.served(KITCHEN) as view:
        view.wait()
        view.page.locator("[data-kind=problems]").click()
        view.page.locator(".unusual li").first.wait_for()
        first = json.loads(browser.run("unusual", KITCHEN, "--json").splitlines()[0])
        text = view.text(".unusual li")
        assert first["type"] in text and first["path"] in text, text
        view.page.locator(".unusual .link").first.click()
        seq = first["seqs"][0]
        view.until(f"document.querySelector('.status').textContent.startsWith('#{seq} ')")


def test_verify_marks_what_differs(browser):
    with browser.served(DIVERGED) as view:
        view.wait()
        view.press("V")
        view.page.locator(".chip.bad", has_text="verify: 1 finding").click()
        view.until("document.querySelector('.status').textContent.startsWith('#14 ')")
        assert "computes something else" in view.text(".finding")
        view.page.locator("#list .found").wait_for()


def test_rules_are_checked(browser):
    rules = browser.folder / "kitchen.rules"
    rules.write_text("open: $.openCents <= 5000\nmore: $.openCents >= 0\n")
    with browser.served(KITCHEN, "--rules", rules) as view:
        view.wait()
        view.page.locator("[data-kind=problems]").click()
        view.page.locator("button", has_text="Check rules").click()
        view.page.locator(".chip.bad", has_text="open broken from #").wait_for()
        assert "Broken rules" in view.texts("#change-pane h3")
        assert "more: holds" in view.text("#change-pane .content")


def test_an_action_is_left_out_in_a_branch(browser):
    with browser.served(SHOP, ending="#seq=12") as view:
        view.wait()
        view.press("x")
        view.page.locator(".chip.warn", has_text="branch").wait_for()
        view.wait()
        assert view.status.startswith("#12 ")
        view.page.locator("#list").focus()
        view.press("o")
        view.until("!document.querySelector('.chip.warn')?.textContent.startsWith('branch')")
        view.wait()


def test_a_line_of_step_is_answered(browser):
    with browser.served(KITCHEN, ending="#seq=74") as view:
        view.wait()
        view.press(":")
        view.page.keyboard.type("state /openCents")
        view.press("Enter")
        view.until("document.querySelector('.answers pre')?.textContent.includes('19400')")
        view.page.locator("#line").fill("<b>nonsense</b>")
        view.press("Enter")
        view.page.locator(".answers .bad").wait_for()
        assert "<b>nonsense</b>" in view.text(".answers section")
        view.page.locator("#line").fill("next 3")
        view.press("Enter")
        view.until("document.querySelector('.status').textContent.startsWith('#77 ')")
        assert view.text(".tabs [aria-selected=true]") == "Line"
        view.page.locator("#line").fill("history /openCents")
        view.press("Enter")
        view.page.locator(".answers pre .link").first.click()
        view.until("document.querySelector('[aria-selected=true][role=tab]').textContent"
                   " === 'This action'")


def test_a_question_that_is_too_long_is_told(browser):
    with browser.served(KITCHEN) as view:
        view.wait()
        view.press(":")
        view.page.locator("#line").fill("find " + "x" * 1_100_000)
        view.press("Enter")
        view.page.locator(".answers .bad").wait_for()
        assert view.text(".answers .bad") == "this is too long for the tool"
        view.page.locator("#line").fill("state /openCents")
        view.press("Enter")
        view.until("document.querySelector('.answers pre')?.textContent.trim() === '0'")
        # The browser itself tells of the refusal.
        view.noise[:] = [text for text in view.noise if "413" not in text]


def test_a_log_that_grows_is_followed(browser):
    log = browser.folder / "grows.jsonl"
    write(log, [SESSION, {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {"n": 0}}]
          + [action(seq, [{"op": "replace", "path": "/n", "value": seq}]) for seq in range(1, 60)])
    with browser.served(log, ending="#seq=5&path=/n&pin=/n") as view:
        view.wait()
        assert view.text(".pin .value") == "5"
        append(log, [action(60, [{"op": "replace", "path": "/n", "value": 60}])])
        view.until("document.querySelector('.title').textContent.includes('60 actions')")
        view.settle()
        assert view.status.startswith("#5 "), "the selected row stays"
        view.page.locator("#list").focus()
        view.press("G")
        assert view.text(".pin .value") == "60"
        append(log, [action(61, [{"op": "replace", "path": "/n", "value": 61}]),
                     {"kind": "end", "seq": 61, "timeMs": 61, "reason": "closed"}])
        view.until("document.querySelector('.status').textContent.startsWith('#61 ')")
        view.until("document.querySelector('.pin .value').textContent === '61'")


def test_a_filter_and_a_condition_take_what_is_new(browser):
    log = browser.folder / "grows-on.jsonl"
    write(log, [SESSION, {"kind": "keyframe", "seq": 0, "timeMs": 0, "state": {"n": 0}}]
          + [action(seq, [{"op": "replace", "path": "/n", "value": seq % 50}])
             for seq in range(1, 60)])
    with browser.served(log, ending="#seq=45&text=$.n%20>%3D%2040&when=$.n%20>%3D%2040") as view:
        view.wait()
        view.until(f"{FILTER_STATUS}.startsWith('10 rows, ')")
        view.until(f"{FIND_STATUS} === '1 time true'")
        append(log, [action(seq, [{"op": "replace", "path": "/n", "value": seq - 20}])
                     for seq in range(60, 65)])
        view.until(f"{FILTER_STATUS}.startsWith('15 rows, ')")
        view.until(f"{FIND_STATUS} === '2 times true'")
        assert view.status.startswith("#45 ")


def test_a_tool_that_has_ended_is_told(browser):
    with browser.served(KITCHEN, ending="#seq=70") as view:
        view.wait()
        view.tool.terminate()
        view.tool.wait()
        view.page.locator("[data-kind=causes]").click()
        view.page.locator(".chip.bad", has_text="the tool has ended").wait_for()
        view.until("document.querySelector('#change-pane .content').textContent"
                   ".includes('The tool has ended')")
        view.page.locator("[data-kind=problems]").click()
        view.press("[")
        assert view.status.startswith("#69 "), "what was read is still shown"
        view.press("f")
        view.page.keyboard.type("$.openCents > 0")
        view.until(f"{FILTER_STATUS} === 'the tool has ended'")
        # The browser itself tells of connections that fail.
        assert all("net::ERR_" in text for text in view.noise), view.noise
        view.noise.clear()
