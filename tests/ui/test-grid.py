#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The photo grid alone, over 100,000 made-up photos: place, focus, selection, keys, frames.

Usage: test-grid.py PATH-OF-GRID-DEMO   (under tests/tools/with-display)
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from ui import App, drag, key  # noqa: E402

PHOTOS = 100000
MAX_FRAME_MS = 50
ID = "io.github.outrider_photos.GridDemo"


class Grid:
    def __init__(self, app):
        self.app = app

    def said(self, word):
        lines = [line for line in self.app.log.splitlines() if line.startswith(word + " ")]
        return dict(part.split("=") for part in lines[-1].split()[1:] if "=" in part) if lines else None

    def act(self, action, word, parameter=None):
        n = self.app.log.count(word + " ")
        self.app.action("win1." + action, parameter)
        self.app.wait(lambda: self.app.log.count(word + " ") > n, what=action)
        return self.said(word)

    def report(self):
        return self.act("report", "report")

    def selected(self):
        self.report()
        return int(re.findall(r"selected (\d+)", self.app.log)[-1])

    def focus(self):
        node = self.app.focused()
        return node and node.name, node and node.extents

    def focus_name(self):
        return self.focus()[0]

    def cells(self):
        return [n for n in self.app.find_all("table cell") if n.extents[2] > 1]


def settled(app, read):
    """What `read` gives once it gives the same twice."""
    last = [None]

    def same():
        now = read()
        if now is not None and now == last[0]:
            return True
        last[0] = now
        return False
    app.wait(same, what="a steady state")
    return last[0]


def test_opens_without_a_stall(app, grid):
    ready = grid.said("ready")
    assert int(ready["n"]) == PHOTOS, ready
    cells = grid.cells()
    assert 10 < len(cells) < 60, "%d tiles for one screen" % len(cells)
    assert not app.nameless(), app.nameless()


def test_keys_move_the_focus(app, grid):
    app.wait(lambda: "jpg" in (grid.focus_name() or ""))
    first = grid.focus_name()
    key("End")
    app.wait(lambda: grid.focus_name() != first)
    end = settled(app, grid.report)
    assert float(end["value"]) > 0.99 * float(end["upper"]) - 1000, end
    key("Home")
    app.wait(lambda: grid.focus_name() == first)
    assert float(grid.report()["value"]) == 0
    key("Page_Down")
    key("Page_Down")
    app.wait(lambda: 0 < float(grid.report()["value"]) < 1500)
    key("Home")
    app.wait(lambda: grid.focus_name() == first)


def test_one_tab_stop(app, grid):
    key("Tab")
    app.wait(lambda: (app.focused().role, app.focused().name) == ("slider", "Date"))
    key("shift+Tab")
    app.wait(lambda: app.focused().role == "table cell")


def test_selection(app, grid):
    key("Home")
    key("space")
    app.wait(lambda: grid.selected() == 1)
    key("shift+Right")
    key("shift+Right")
    app.wait(lambda: grid.selected() == 3)
    key("Escape")
    app.wait(lambda: grid.selected() == 0)
    key("ctrl+a")
    app.wait(lambda: grid.selected() == PHOTOS)
    key("Escape")
    app.wait(lambda: grid.selected() == 0)
    key("ctrl+space")  # the whole day
    app.wait(lambda: grid.selected() >= 1)
    key("Escape")
    cells = sorted((n for n in grid.cells() if n.on_screen), key=lambda n: n.extents[1::-1])
    cells[1].click()
    app.wait(lambda: grid.selected() == 1)
    cells[3].click(mods=("shift",))
    app.wait(lambda: grid.selected() == 3)
    cells[3].click(mods=("ctrl",))
    app.wait(lambda: grid.selected() == 2)
    key("Escape")


def test_activate(app, grid):
    key("Home")
    key("Return")
    app.wait_log(r"activated \d+")


def test_the_top_photo_keeps_its_pixel(app, grid):
    """Older and newer photos come in while the view is in the middle."""
    middle = float(grid.report()["upper"]) / 2
    before = grid.act("scroll", "scrolled", middle)
    key("ctrl+a")
    before = settled(app, grid.report)
    cell = next(n for n in grid.cells() if n.on_screen)
    cell.click()
    app.wait(lambda: grid.selected() == 1)
    before = settled(app, grid.report)
    focus = settled(app, grid.focus)
    for _ in range(3):
        grid.act("insert", "inserted", 1000)
    after = settled(app, grid.report)
    assert int(after["n"]) == PHOTOS + 6000, after
    assert after["top"] == before["top"], (before, after)
    assert float(after["value"]) != float(before["value"]), after
    assert settled(app, grid.focus) == focus, (focus, grid.focus())
    assert grid.selected() == 1
    # and when the window gets another width
    app.resize(700, 700)
    app.wait(lambda: float(grid.report()["upper"]) != float(after["upper"]))
    settled(app, grid.report)
    name = "photo-%s.jpg" % before["top"]
    app.wait(lambda: any(name in n.name and n.on_screen for n in grid.cells()), what=name)
    app.resize(964, 740)


def test_zoom_keeps_the_place(app, grid):
    before = settled(app, grid.report)
    grid.act("zoom", "zoomed", 1)
    bigger = settled(app, grid.report)
    assert float(bigger["upper"]) > float(before["upper"])
    grid.act("zoom", "zoomed", 0)


def test_room_under_the_last_row(app, grid):
    before = float(settled(app, grid.report)["upper"])
    after = grid.act("room", "room", 98)
    assert float(after["upper"]) == before + 98, (before, after)
    grid.act("room", "room", 0)


def test_focus_outlives_its_photo(app, grid):
    key("Home")
    name = app.wait(lambda: grid.focus_name() or None)
    grid.act("remove-top", "removed")
    app.wait(lambda: grid.focus_name() not in (None, name), what="another focus than %r" % name)
    assert app.focused().role == "table cell"


def test_scrubber(app, grid):
    slider = app.find("slider", "Date")
    x, y, w, h = slider.extents
    before = float(grid.report()["value"])
    cx, cy = slider.center()
    drag(cx, cy, cx, cy + h / 4)
    app.wait(lambda: abs(float(grid.report()["value"]) - before) > 10000)


def test_frames(app, grid):
    cost = grid.act("fling", "cost", 90)
    print("# frame cost:", cost)
    assert float(cost["p99_ms"]) < MAX_FRAME_MS, cost


def main():
    names = [n for n in globals() if n.startswith("test_")]
    print("1..%d" % len(names))
    with App([sys.argv[1], str(PHOTOS)], app_id=ID, fatal_warnings=True) as app:
        grid = Grid(app)
        app.wait_log("ready")
        for i, name in enumerate(names):
            globals()[name](app, grid)
            print("ok %d %s" % (i + 1, name[5:].replace("_", "-")), flush=True)
        assert not app.warnings(), app.warnings()


main()
