#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sample album as a person looks at it: first run, grid by keyboard, photo page, menus, dropping.

Usage: test-sample.py PATH-OF-OUTRIDER   (under tests/tools/with-display)
"""
import os
import re
import sqlite3
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "tools"), os.path.join(HERE, "..", "lib")]
from otrtest import jpeg  # noqa: E402
from ui import App, DragSource, key  # noqa: E402

ID = "io.github.outrider_photos.Outrider"
SECONDS = 60
CARD = os.path.join(os.environ["HOME"], "Card")
count = 0


def cells(app):
    """Tiles that are in view, in reading order."""
    tiles = [n for n in app.find_all("table cell") if n.extents[2] > 1]
    return sorted(tiles, key=lambda n: (n.extents[1], n.extents[0]))


def all_photos(app, n):
    app.find("list item", re.compile("^All Photos, %d photos$" % n), timeout=SECONDS)


def ratings():
    path = os.path.join(os.environ["XDG_DATA_HOME"], "outrider", "catalog.db")
    with sqlite3.connect("file:%s?mode=ro" % path, uri=True) as catalog:
        return [row[0] for row in catalog.execute("SELECT rating FROM photo WHERE rating > 0")]


def test_sample_album(app):
    global count
    app.find("push button", "Try a Sample Album").press()
    app.find("status bar", re.compile(r"^\d+ photos imported$"), timeout=SECONDS)
    count = int(app.find("status bar", re.compile("imported$")).name.split()[0])
    assert count >= 24, count
    all_photos(app, count)
    app.wait(lambda: len(cells(app)) > 3, timeout=SECONDS)
    assert not app.nameless(), app.nameless()


def test_keyboard_is_in_the_grid(app):
    app.wait(lambda: (app.focused() or app).role == "table cell", what="the focus in the grid")
    key("Home")
    app.wait(lambda: "focused" in cells(app)[0].states, what="the focus on the first photo")


def test_photo_page(app):
    key("Return")
    app.find("label", re.compile("^1 of %d in All Photos$" % count))
    key("Right")
    app.find("label", re.compile("^2 of %d in All Photos$" % count))
    key("Left")
    app.find("label", re.compile("^1 of %d in All Photos$" % count))
    key("4")
    app.wait(lambda: ratings() == [4], what="four stars in the catalog")
    key("i")
    app.wait(lambda: not app.find("slider", "Rating").on_screen, what="no panel")
    key("i")
    app.wait(lambda: app.find("slider", "Rating").on_screen, what="the panel")
    key("z")
    key("f")
    key("Escape")
    app.wait(lambda: len(cells(app)) > 3, what="the grid")
    app.wait(lambda: "focused" in cells(app)[0].states, what="the focus where it was")


def test_context_menu(app):
    tile = cells(app)[2]
    tile.click(button=3)
    app.wait(lambda: "selected" in cells(app)[2].states, what="the photo under the pointer selected")
    app.find("menu item", re.compile("^Remove from")).click()
    app.find("status bar", "1 photo removed from the catalog", timeout=SECONDS)
    all_photos(app, count - 1)
    app.find("push button", "Undo").press()
    all_photos(app, count)


def test_context_menu_by_key(app):
    cells(app)[0].click()
    key("Escape")
    app.wait(lambda: not [n for n in cells(app) if "selected" in n.states], what="nothing selected")
    key("shift+F10")
    app.find("menu item", re.compile("^Remove from"))
    assert len([n for n in cells(app) if "selected" in n.states]) == 1
    key("Escape")


def test_drop_a_folder(app):
    os.makedirs(CARD)
    with open(os.path.join(CARD, "dropped.jpg"), "wb") as file:
        file.write(jpeg(seed=7, taken="2001:02:03 04:05:06"))
    with DragSource([CARD]) as source:
        source.drop_on(app.find("table", "Photos"))
    all_photos(app, count + 1)


def main():
    names = [n for n in globals() if n.startswith("test_")]
    print("1..%d" % len(names))
    with App([sys.argv[1]], app_id=ID, fatal_warnings=True, timeout=20) as app:
        for i, name in enumerate(names):
            globals()[name](app)
            print("ok %d %s" % (i + 1, name[5:].replace("_", "-")), flush=True)
        assert app.quit() == 0
        assert not app.warnings(), app.warnings()


main()
