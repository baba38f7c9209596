#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window while photos come in: what is looked at stays put, and other programs' imports are seen.

Usage: test-live.py PATH-OF-OUTRIDER   (under tests/tools/with-display, OUTRIDER_CLI set)
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "tools"), os.path.join(HERE, "..", "lib")]
from otrtest import Place, check, equal, main, note, test  # noqa: E402
from ui import App, drag, key  # noqa: E402

ID = "io.github.outrider_photos.Outrider"
PROGRAM = sys.argv.pop(1)
SECONDS = 60


def shoot(place, folder, n, year, first_seed):
    """Five photos a day."""
    for i in range(n):
        day = i // 5
        place.photo("%s/%s-%04d.jpg" % (folder, folder, i), seed=first_seed + i,
                    taken="%d:%02d:%02d 12:00:00" % (year + day // 336, day // 28 % 12 + 1, day % 28 + 1))
    return os.path.join(place.photos, folder)


def window(place, **env):
    return App([PROGRAM, "--catalog", place.catalog], app_id=ID, env={**place.environment, **env}, fatal_warnings=True)


def shows(app, n):
    """The page's subtitle says how many photos the grid has."""
    app.find("label", "%d photos" % n, timeout=SECONDS)


def cells(app):
    table = app.find("table", "Photos")
    return [n for n in table.find_all("table cell") if n.extents[2] > 1 and n.on_screen]


def cell(app, name):
    return next((n for n in cells(app) if name in n.name), None)


def steady(app, read):
    """What `read` gives once it gives the same twice."""
    last = [object()]

    def same():
        before, last[0] = last[0], read()
        return bool(last[0]) and before == last[0]
    app.wait(same, what="a steady state")
    return last[0]


def to_the_middle(app):
    slider = app.find("slider", "Date")
    x, y = slider.center()
    drag(x, y - slider.extents[3] / 3, x, y)
    steady(app, lambda: [n.name for n in cells(app) if "middle-" in n.name])


@test
def what_is_looked_at_stays():
    """1,000 older and newer photos come in above and below."""
    with Place() as place:
        place.imports(shoot(place, "middle", 1000, 2015, 0))
        old, new = shoot(place, "older", 500, 2005, 2000), shoot(place, "newer", 500, 2020, 3000)
        with window(place) as app:
            shows(app, 1000)
            to_the_middle(app)
            chosen = cells(app)[2]
            chosen.click()
            app.wait(lambda: "selected" in chosen.states, what="the selection")
            name = re.search(r"middle-\d+\.jpg", chosen.name).group()
            tops = steady(app, lambda: {n.name: n.extents for n in cells(app)})
            seen = 0
            app.action("app.import-folders", strings(old, new))
            done = re.compile("photos imported$")
            while not app.find_all("status bar", done):
                now = cell(app, name)
                check(now is not None, name, "is gone from the view")
                equal(now.extents, tops[now.name], "place of " + name)
                seen += 1
            note("looked %d times during the import" % seen)
            shows(app, 2000)
            after = steady(app, lambda: {n.name: n.extents for n in cells(app)})
            for shown, extents in after.items():
                equal(extents, tops.get(shown), "place of " + shown)
            equal(len(app.find_all("table cell", state="selected")), 1)
            check("selected" in cell(app, name).states, "the selection was lost")
            equal(app.focused().name, cell(app, name).name, "focus")
            key("Right")
            app.wait(lambda: "middle-" in app.focused().name and name not in app.focused().name)


def strings(*paths):
    from gi.repository import GLib
    return GLib.Variant("as", paths)


@test
def sees_what_the_command_line_imports():
    with Place() as place:
        place.imports(shoot(place, "first", 40, 2015, 0))
        more = shoot(place, "more", 30, 2018, 100)
        with window(place) as app:
            shows(app, 40)
            place.imports(more)
            shows(app, 70)
            app.find("list item", "All Photos, 70 photos", timeout=SECONDS)
            app.wait(lambda: cell(app, "more-"), timeout=SECONDS, what="a new photo in the grid")
            place.must("remove", more)
            shows(app, 40)


@test
def one_import_at_a_time():
    """While the window's import runs, the command line says who has the catalog."""
    with Place() as place:
        place.imports(shoot(place, "first", 40, 2015, 0))
        more = shoot(place, "more", 100, 2018, 100)
        # each read takes its time, so that there is an import to pause
        with window(place, LD_PRELOAD=os.environ["OTR_FAULTSHIM"], FAULT="read:*/more-*.jpg:*:sleep=20") as app:
            shows(app, 40)
            app.action("app.import-folder", more)
            app.wait(lambda: app.action_state("win.pause-import")[0], what="the import to start")
            app.action("win.pause-import")
            app.find("push button", "Continue", timeout=SECONDS)
            run = place.run("import", more)
            equal(run.status, 3, run.messages)
            check(re.search(r"\b%d\b" % app.proc.pid, run.messages), run.messages)
            app.action("win.pause-import")
            app.find("status bar", "100 photos imported", timeout=SECONDS)
            equal(place.imports(more).counts(), {"known": 100})
            shows(app, 140)


main()
