#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window stays smooth: no turn of its main loop takes 50 ms of CPU, and it touches no file of a person.

Usage: test-smooth.py OUTRIDER MAIN-LOOP-WATCH FILL-CATALOG: their paths   (under tests/tools/with-display)
OTR_SMOOTH_PHOTOS: how many photos are imported, 2,000 by default. OTR_SMOOTH_TREE: a tree of photos to
import instead of one made here; nothing is written into it.
"""
import json
import os
import re
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "tools"), os.path.join(HERE, "..", "lib")]
from otrtest import jpeg, wait_for  # noqa: E402
from ui import App, key, wheel  # noqa: E402

ID = "io.github.outrider_photos.Outrider"
HOME = os.environ["HOME"]
TREE = os.environ.get("OTR_SMOOTH_TREE") or os.path.join(HOME, "Pictures")
CARD = os.path.join(HOME, "Card")
WATCH = os.path.join(HOME, "watch.json")
TRACE = os.path.join(HOME, "trace")
N = int(os.environ.get("OTR_SMOOTH_PHOTOS", "2000"))
N_CARD = 200
BIG = os.path.join(HOME, "big", "catalog.db")
N_BIG = 100000
LIMIT_MS = 50
SECONDS = 60 + N // 50

# What opens, reads, asks about or waits for a file.
BLOCKING = ("%file,read,pread64,readv,preadv,write,pwrite64,writev,fsync,fdatasync,sync_file_range,flock,"
            "fstat,getdents64,fallocate,ftruncate,sendfile,copy_file_range")


def write_photos(folder, n, first_seed):
    """In folders of a hundred, over many days."""
    for i in range(n):
        day = (first_seed + i) * 7 % 3000
        taken = "%d:%02d:%02d 10:%02d:00" % (2012 + day // 336, day // 28 % 12 + 1, day % 28 + 1, i % 60)
        path = os.path.join(folder, "folder-%03d" % (i // 100), "photo-%05d.jpg" % i)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(jpeg(seed=first_seed + i, taken=taken))


def make_tree():
    os.makedirs(os.path.join(HOME, ".config"), exist_ok=True)
    with open(os.path.join(HOME, ".config", "user-dirs.dirs"), "w", encoding="utf-8") as file:
        file.write('XDG_PICTURES_DIR="%s"\n' % TREE)
    if "OTR_SMOOTH_TREE" not in os.environ:
        write_photos(TREE, N, 0)
    write_photos(CARD, N_CARD, 100000)


def watch_lines():
    if not os.path.exists(WATCH):
        return []
    with open(WATCH, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def watched(app):
    """What the watch counted since it was asked last."""
    n = len(watch_lines())
    app.proc.send_signal(signal.SIGUSR1)
    wait_for(lambda: len(watch_lines()) > n, what="the watch's report")
    return watch_lines()[n]


def smooth(app, what):
    said = watched(app)
    print("# %s: %s" % (what, json.dumps(said)), flush=True)
    assert said["cpu_max_ms"] < LIMIT_MS, "%s\n%s" % (said, app.log[-6000:])


def scroll(app, turns):
    x, y, w, h = app.find("table", "Photos").extents
    for i in range(turns):
        wheel(8 if i % 4 < 3 else -8, x + w / 2, y + h / 2)


def cells(app):
    return app.find_all("table cell")


# ---- the tests, in this order ----

def starts(app):
    app.find("heading", "Welcome to Outrider")
    app.find("label", re.compile("^[0-9,]+ photos, "), timeout=SECONDS)
    print("# start: %s" % json.dumps(watched(app)))


def imports_without_a_stall(app):
    app.find("push button", re.compile("^Import ")).click()
    begin = time.monotonic()
    app.wait(lambda: cells(app), timeout=SECONDS, what="the first photo")
    print("# first photo shown after %.0f ms" % ((time.monotonic() - begin) * 1000))
    app.find("table", "Photos")
    end = re.compile("photos imported$")
    while not app.find_all("status bar", end):
        assert time.monotonic() < begin + SECONDS, "the import did not end"
        scroll(app, 4)
        key("Page_Down")
    print("# imported after %.1f s" % (time.monotonic() - begin))
    smooth(app, "import")


def scrolls_without_a_stall(app):
    scroll(app, 20)
    for combo in ("End", "Home", "Page_Down", "Page_Down", "End", "ctrl+a", "Escape", "Home"):
        key(combo)
    smooth(app, "scroll")


def look_around(app):
    app.action("app.import-folder", CARD)
    app.find("status bar", "%d photos imported" % N_CARD, timeout=SECONDS)
    scroll(app, 8)
    key("Home", "Return")
    app.find("push button", "Next photo", timeout=SECONDS)
    key("Right", "Right", "Escape")
    app.find("list item", "Latest Imports").select()
    app.find("push button", "Report").press()
    app.find("heading", "%d photos added to the catalog" % N_CARD, timeout=SECONDS)


def traced_calls():
    with open(TRACE, encoding="utf-8", errors="replace") as file:
        return file.read().splitlines()


def main_thread_touches_no_photo(app):
    """Neither photos nor the catalog nor thumbnails: those may lie on a disk that sleeps."""
    strace = subprocess.Popen(["strace", "-y", "-e", "trace=" + BLOCKING, "-o", TRACE, "-p", str(app.proc.pid)],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        assert b"attached" in strace.stderr.readline(), "strace cannot attach"
        look_around(app)
    finally:
        strace.send_signal(signal.SIGINT)
        strace.wait(20)
    calls = traced_calls()
    own = [TREE, CARD, os.path.join(HOME, ".local/share/outrider"), os.path.join(HOME, ".cache/outrider")]
    bad = [call for call in calls if any(place in call for place in own) or re.search(r"^(f(data)?sync|flock)\(", call)]
    assert calls, "strace saw nothing"
    assert not bad, "\n".join(bad[:20])


# ---- a large catalog ----

def big_opens_without_a_stall(app):
    app.find("label", "%d photos" % N_BIG, timeout=SECONDS)
    app.find("list item", "All Photos, %d photos" % N_BIG, timeout=SECONDS)
    app.wait(lambda: cells(app), what="photos")
    smooth(app, "start with %d photos" % N_BIG)


def big_scrolls_without_a_stall(app):
    scroll(app, 8)
    for combo in ("End", "Home", "ctrl+a", "Escape", "End"):
        key(combo)
    app.action("win.search")
    app.type_into("entry", "dscf0123")
    app.find("label", "%d photos" % 100, timeout=SECONDS)
    app.action("win.clear-search")
    app.find("label", "%d photos" % N_BIG, timeout=SECONDS)
    smooth(app, "scroll and search in %d photos" % N_BIG)


def big_imports_without_a_stall(app):
    app.action("app.import-folder", CARD)
    scroll(app, 8)
    app.find("label", "%d photos" % (N_BIG + N_CARD), timeout=SECONDS)
    smooth(app, "import into %d photos" % N_BIG)


def run(command, tests, first):
    env = {"LD_PRELOAD": sys.argv[2], "OTR_WATCH_FILE": WATCH, "OTR_WATCH_LIMIT_MS": str(LIMIT_MS)}
    with App(command, app_id=ID, env=env, fatal_warnings=True) as app:
        for i, function in enumerate(tests, first):
            function(app)
            print("ok %d %s" % (i, function.__name__.replace("_", "-")), flush=True)
        assert app.quit() == 0
        assert not app.warnings(), app.warnings()


def main():
    program, _watch, fill_catalog = sys.argv[1:]
    small = [starts, imports_without_a_stall, scrolls_without_a_stall, main_thread_touches_no_photo]
    big = [big_opens_without_a_stall, big_scrolls_without_a_stall, big_imports_without_a_stall]
    print("1..%d" % (len(small) + len(big)))
    make_tree()
    os.makedirs(os.path.dirname(BIG))
    subprocess.run([fill_catalog, BIG, str(N_BIG)], check=True)
    run([program], small, 1)
    run([program, "--catalog", BIG], big, len(small) + 1)


main()
