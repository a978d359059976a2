"""The official client looks at a job every five seconds. Here it looks sooner, so that a test waits for the server
alone; everything else sleeps as long as it says, and the client is what was installed."""
import sys
import time

SOON = 0.25
_sleep = time.sleep


def _look_again_soon(seconds):
    package = sys._getframe(1).f_globals.get("__name__", "").partition(".")[0]
    _sleep(min(seconds, SOON) if package == "datarobot" else seconds)


time.sleep = _look_again_soon
