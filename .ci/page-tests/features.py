"""What a person does with a page, by mouse and keys."""

from browser import FIXTURES

CHAT = FIXTURES / "logs/v1/team-chat.jsonl"
TICKETS = FIXTURES / "hunts/tickets.jsonl"


def test_steps_with_keys(browser):
    with browser.page(TICKETS) as view:
        assert view.status.startswith("#0 start")
        view.press("j")
        assert view.status.startswith("#1 sell")
        assert view.changes == ["~ /sold/north 0 → 1"]
        view.press("ArrowDown", "ArrowDown", "k")
        assert view.status.startswith("#2 left")
        view.press("G")
        assert view.status.startswith("#40 left"), view.status
        view.press("g")
        assert view.status.startswith("#0 start")
