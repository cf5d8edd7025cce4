"""The page can be used by keyboard alone, with a screen reader, and by people who see little."""

from browser import FIXTURES

CHAT = FIXTURES / "logs/v1/team-chat.jsonl"
KINDS = FIXTURES / "logs/v1/every-kind.jsonl"
DIVERGED = FIXTURES / "logs/v1/divergence.jsonl"

# The contrast of each text on screen with what is behind it (WCAG 2.2, success criterion 1.4.3).
CONTRASTS = """() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgb = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return Array.from(canvas.getImageData(0, 0, 1, 1).data);
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = rgb(getComputedStyle(at).backgroundColor);
      if (color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const low = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    if (element.closest('script, noscript, option')) continue;
    const [text, behind] = [rgb(getComputedStyle(element).color), ground(element)].map(luminance);
    const ratio = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
    if (ratio < 4.5) {
      low.add(`${element.className || element.tagName} "${walker.currentNode.data.slice(0, 20)}" `
        + ratio.toFixed(2));
    }
  }
  return [...low];
}"""

UNNAMED = """() => Array.from(document.querySelectorAll(
    'button, input:not(.hidden), select, textarea, [role], section'))
  .filter((element) => element.checkVisibility())
  .filter((element) => element.getAttribute('role') !== 'presentation')
  .filter((element) => !(element.getAttribute('aria-label') || element.textContent.trim()
    || ['status', 'search', 'alert'].includes(element.getAttribute('role'))))
  .map((element) => element.outerHTML.slice(0, 120))"""


def test_texts_have_enough_contrast(browser):
    for scheme in ("light", "dark"):
        for log, options, keys in (
            (CHAT, (), ("j", "j", "j", "s", "Home", "ArrowDown", "H")), (KINDS, (), ("j", "j", "j")),
            (DIVERGED, ("--verify",), ("a", "j", "j")), (CHAT, (), ("?",)),
        ):
            with browser.page(log, *options, scheme=scheme) as view:
                view.press(*keys)
                view.page.wait_for_timeout(200)
                low = view.page.evaluate(CONTRASTS)
                assert low == [], (scheme, log.name, low)


def test_everything_has_a_name(browser):
    for log in (CHAT, KINDS):
        with browser.page(log) as view:
            view.press("j", "s", "Home")
            assert view.page.evaluate(UNNAMED) == []
    with browser.page() as view:
        view.settle()
        assert view.page.evaluate(UNNAMED) == []


def test_roles_tell_what_is_selected(browser):
    with browser.page(CHAT) as view:
        view.press("j", "j")
        page = view.page
        option = page.locator("#" + page.get_attribute("#list", "aria-activedescendant"))
        assert option.get_attribute("role") == "option"
        assert option.get_attribute("aria-selected") == "true"
        assert (option.get_attribute("aria-posinset"), option.get_attribute("aria-setsize")) \
            == ("3", "301")
        assert page.get_attribute("#timeline", "role") == "slider"
        text = page.get_attribute("#timeline", "aria-valuetext")
        assert text.startswith("#2 loadMessagesSuccess")
        assert page.get_attribute(".status", "aria-live") == "polite"
        view.press("s", "Home", "ArrowDown")
        item = page.locator("#" + page.get_attribute("#state", "aria-activedescendant"))
        assert item.get_attribute("role") == "treeitem"
        assert item.get_attribute("aria-level") == "2"
        assert item.get_attribute("aria-expanded") in ("true", "false")


def test_tab_reaches_everything(browser):
    with browser.page(KINDS) as view:
        reached = set()
        for _ in range(40):
            view.page.keyboard.press("Tab")
            reached.add(view.page.evaluate(
                "document.activeElement.id || document.activeElement.getAttribute('aria-label')"
                " || document.activeElement.textContent"))
        wanted = {"search", "timeline", "list", "state", "Open…", "Help", "A → B",
                  "only with text", "only at path", "1 gap"}
        assert wanted <= reached, wanted - reached


def boxes(view, selector):
    return [element.bounding_box() for element in view.page.locator(selector).all()]


def test_the_page_fits_small_windows(browser):
    for size in ((390, 844), (820, 1180), (1024, 768), (1440, 900)):
        with browser.page(CHAT, size=size) as view:
            view.press("j", "j")
            width = view.page.evaluate("document.documentElement.scrollWidth")
            assert width <= size[0], (size, width)
            is_phone = size[0] <= 680
            tops = {box["y"] for box in boxes(view, ".top > .buttons button, .search button")}
            assert is_phone or len(tops) == 1, (size, tops)
            for pane, tab in (("#actions-pane", "Actions"), ("#change-pane", "This action"),
                              ("#action-pane", "This action"), ("#state-pane", "State")):
                if is_phone:
                    view.page.locator(".phone button", has_text=tab).last.click()
                box = view.page.locator(pane).bounding_box()
                assert box["width"] > 150 and box["height"] > 90, (size, pane, box)
