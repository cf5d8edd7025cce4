"""Runs the tests of the page: run.py TOOL [FILTER]"""

import sys
import time
import traceback

import access
import features
import glance
import hostile
import places
import selection
import served
import states
from browser import Browser


def main(tool, pattern=""):
    tests = [
        (name, test) for module in (features, glance, selection, places, hostile, access, served,
                                     states)
        for name, test in vars(module).items() if name.startswith("test_") and pattern in name]
    browser = Browser(tool)
    failed = 0
    for name, test in tests:
        start = time.monotonic()
        try:
            test(browser)
            print(f"ok      {name} ({time.monotonic() - start:.1f} s)", flush=True)
        except Exception:
            failed += 1
            traceback.print_exc()
            print(f"FAILED  {name}", flush=True)
    browser.close()
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
