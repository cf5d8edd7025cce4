"""A page in Chromium, with what a test needs to know of it."""

import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "Fixtures"

# Copied texts are kept here, since a headless browser has no clipboard.
CLIPBOARD = """
Object.defineProperty(navigator, 'clipboard', {
  value: { writeText: async (text) => { globalThis.copied = text; } }
});
"""

# How many questions the page has put to its worker that are not answered yet; each reaches the
# worker after a delay in milliseconds.
PENDING = """
globalThis.pending = 0;
globalThis.delay = 0;
globalThis.Worker = class extends Worker {
  constructor(url) {
    super(url);
    globalThis.worker = this;
    this.open = 0;
    this.addEventListener('message', ({ data }) => {
      if ('id' in data) this.count(-1);
      if (data.overview) globalThis.overview = data.overview;
    });
  }
  count(step) {
    this.open += step;
    pending += step;
  }
  terminate() {
    this.count(-this.open);
    super.terminate();
  }
  postMessage(message) {
    this.count(1);
    if (delay > 0) setTimeout(() => super.postMessage(message), delay);
    else super.postMessage(message);
  }
};
"""


class Browser:
    """Chromium, and the tool whose pages it opens."""

    def __init__(self, tool):
        self.tool = tool
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.playwright = sync_playwright().start()
        self.chromium = self.playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"])

    def close(self):
        self.chromium.close()
        self.playwright.stop()
        shutil.rmtree(self.folder)

    def run(self, *words, status=(0,)):
        """The output of the tool."""
        call = subprocess.run([self.tool, *map(str, words)], capture_output=True)
        assert call.returncode in status, (words, call.returncode, call.stderr)
        return call.stdout.decode()

    def write_page(self, log=None, *options):
        path = self.folder / f"{len(list(self.folder.iterdir()))}.html"
        self.run("page", *([log] if log else []), "-o", path, *options)
        return path

    @contextlib.contextmanager
    def page(self, log=None, *options, ending="", size=(1440, 900), scheme="light", file=None):
        """A page with a log; fails if the console or the network shows anything."""
        path = file or self.write_page(log, *options)
        allowed = (path.as_uri(), "blob:null/")
        with self.shown(path.as_uri() + ending, allowed, size, scheme) as view:
            if log:
                view.wait()
            yield view

    @contextlib.contextmanager
    def served(self, log, *options, ending="", size=(1440, 900), scheme="light"):
        """A page that the tool serves: `open` prints its address, and ends with the test."""
        command = [self.tool, "open", log, "--no-browser", *options]
        tool = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True)
        try:
            printed = iter(tool.stdout.readline, "")
            found = (re.search(r"http://\S+", line) for line in printed)
            address = next(address[0] for address in found if address)
            allowed = (address, f"blob:{address.rsplit('/', 2)[0]}/")
            with self.shown(address + ending, allowed, size, scheme) as view:
                view.tool = tool
                yield view
        finally:
            tool.terminate()
            tool.wait()

    @contextlib.contextmanager
    def shown(self, address, allowed, size, scheme):
        context = self.chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
        context.add_init_script(CLIPBOARD + PENDING)
        page = context.new_page()
        page.set_default_timeout(10_000)
        noise = []
        page.on("console", lambda message: noise.append(message.text))
        page.on("pageerror", lambda error: noise.append(str(error)))
        page.on("request", lambda request: noise.append(request.url)
                if not request.url.startswith(allowed) else None)
        page.on("dialog", lambda dialog: noise.append("a dialog"))
        page.goto(address)
        view = View(page)
        view.noise = noise
        yield view
        assert noise == [], noise
        context.close()


class View:
    """What a page shows, and how a person uses it."""

    def __init__(self, page):
        self.page = page

    def wait(self):
        """Waits until a row is selected, the log is read, and what it shows is on screen."""
        self.page.wait_for_selector("#list [aria-selected=true]")
        self.until("!document.querySelector('.chip.busy')")
        self.settle()

    def until(self, condition, seconds=20):
        """Waits until a condition holds; playwright's own wait needs the `eval` that is forbidden."""
        end = time.monotonic() + seconds
        while not self.page.evaluate(condition):
            assert time.monotonic() < end, condition
            self.page.wait_for_timeout(10)

    def settle(self):
        """Waits until the worker has answered, and the answer is on screen."""
        self.page.wait_for_timeout(60)
        self.until("globalThis.pending === 0")
        self.page.evaluate("""() => new Promise((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => done())))""")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        self.settle()

    def go(self, place):
        """Goes to an action by its number, or to a time or a mark; stays if there is none."""
        self.page.keyboard.press("#")
        self.page.keyboard.type(str(place))
        self.page.keyboard.press("Enter")
        self.settle()
        if self.page.locator("dialog").count() > 0:
            self.press("Escape")

    def text(self, selector):
        return self.page.locator(selector).first.inner_text()

    def texts(self, selector):
        return self.page.locator(selector).all_inner_texts()

    @property
    def status(self):
        return self.text(".status")

    @property
    def changes(self):
        return [" ".join(text.split()) for text in self.texts("#change-pane .changes li")]

    @property
    def copied(self):
        return self.page.evaluate("globalThis.copied")

    def copy_state(self):
        """The JSON text of the whole state; None if it is unknown."""
        if self.page.locator("#state-pane > .note:not(.hidden)").count() > 0:
            return None
        self.page.evaluate("globalThis.copied = undefined")
        self.page.locator("#state").focus()
        self.page.keyboard.press("Home")
        self.page.keyboard.press("Y")
        self.until("globalThis.copied !== undefined")
        self.page.locator("#list").focus()
        return self.copied


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]
