#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window is killed at random moments of an import: the catalog opens, and a second import completes it.

Usage: test-kill-window.py PATH-OF-OUTRIDER   (under tests/tools/with-display, OUTRIDER_CLI set)
OTR_KILLS: how many times, 5 by default, 20 in full. OTR_SEED: another choice of moments.
"""
import os
import random
import sqlite3
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "lib")]
from otrtest import Place, check, equal, main, note, snapshot, test, wait_for  # noqa: E402

PROGRAM = sys.argv.pop(1)
KILLS = int(os.environ.get("OTR_KILLS", "5"))
SEED = int(os.environ.get("OTR_SEED", "1"))
PHOTOS = 800
SECONDS = 90


def bytes_written(place):
    """Catalog and thumbnails with their logs: grows within a transaction too."""
    total = 0
    for top in (os.path.dirname(place.catalog), place.environment["XDG_CACHE_HOME"]):
        for folder, _, names in os.walk(top):
            for name in names:
                try:
                    total += os.stat(os.path.join(folder, name)).st_size
                except FileNotFoundError:
                    continue  # a log that was just removed
    return total


def photos_of(place):
    """How many are committed; None while there is no catalog."""
    try:
        with sqlite3.connect("file:%s?mode=ro" % place.catalog, uri=True, timeout=5) as catalog:
            return catalog.execute("SELECT count(*) FROM photo").fetchone()[0]
    except sqlite3.OperationalError:
        return None


def ended(place):
    """The roll has its end."""
    try:
        with sqlite3.connect("file:%s?mode=ro" % place.catalog, uri=True, timeout=5) as catalog:
            return catalog.execute("SELECT count(*) FROM roll WHERE ended_us > 0").fetchone()[0] > 0
    except sqlite3.OperationalError:
        return False


def children(pid):
    found = []
    for thread in os.listdir("/proc/%d/task" % pid):
        try:
            with open("/proc/%d/task/%s/children" % (pid, thread), encoding="ascii") as file:
                found += [int(child) for child in file.read().split()]
        except FileNotFoundError:
            pass  # this thread has ended meanwhile
    return found


def is_running(pid):
    try:
        with open("/proc/%d/stat" % pid, encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def start(place):
    with open(os.path.join(place.root, "log"), "wb") as log:
        return subprocess.Popen([PROGRAM, "--catalog", place.catalog, "--import", place.photos],
                                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=place.environment)


def grow_tree(place):
    for i in range(PHOTOS):
        place.photo("day%d/img%03d.jpg" % (i % 9, i), seed=i, taken="2020:02:%02d 10:00:%02d" % (i % 9 + 1, i % 60),
                    padding=20000)


def until(process, place, reached):
    """Waits for that state, or for the end of the import."""
    end = time.monotonic() + SECONDS
    while not reached() and not ended(place):
        check(process.poll() is None, "the window ended by itself with", process.returncode)
        check(time.monotonic() < end, "the import does not move on")


def kill(process):
    decoders = children(process.pid)
    process.kill()
    process.wait()
    for pid in decoders:
        wait_for(lambda: not is_running(pid), what="decoder %d to go too" % pid)


def measure():
    """How many bytes a whole import writes, logs included."""
    with Place() as place:
        grow_tree(place)
        process = start(place)
        most = [0]

        def grows():
            most[0] = max(most[0], bytes_written(place))
            return False
        until(process, place, grows)
        kill(process)
        equal(photos_of(place), PHOTOS)
        return most[0]


def die_at(size, photos):
    """Killed when that much is written, or that many photos are committed, whichever is later."""
    with Place() as place:
        grow_tree(place)
        before = snapshot(place.photos)
        process = start(place)
        until(process, place, lambda: bytes_written(place) >= size and (photos_of(place) or 0) >= photos)
        kill(process)
        kept = photos_of(place)
        if kept is not None:
            place.clean()
        counts = place.imports().counts()
        equal(sum(counts.values()), PHOTOS, counts)
        check(counts.get("known", 0) >= (kept or 0), counts, "after", kept)
        equal(len(place.paths()), PHOTOS)
        equal(len(set(place.paths())), PHOTOS)
        place.clean()
        check(snapshot(place.photos) == before, "the photos were changed")
        return kept


@test
def killed_at_random_moments():
    moments = random.Random(SEED)
    size = measure()
    kept = []
    for i in range(KILLS):
        kept.append(die_at(moments.randrange(1, size), moments.randrange(PHOTOS) if i % 2 else 0))
    note("%d bytes; photos in the catalog when killed: %s" % (size, kept))
    check(any(k not in (None, 0, PHOTOS) for k in kept), "never killed in the middle of an import")


main()
