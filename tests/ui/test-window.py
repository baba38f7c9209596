#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window as a person uses it: first run, import, side bar, report, removal, preferences, second start.

Usage: test-window.py PATH-OF-OUTRIDER   (under tests/tools/with-display)
"""
import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "tools"), os.path.join(HERE, "..", "lib")]
from otrtest import jpeg  # noqa: E402
from gi.repository import GLib  # noqa: E402
from ui import App, key  # noqa: E402

ID = "io.github.outrider_photos.Outrider"
HOME = os.environ["HOME"]
PICTURES = os.path.join(HOME, "Pictures")
ANIMALS = 7
CITIES = 5
ALL = ANIMALS + CITIES + 1  # and one that is damaged
SECONDS = 30


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def make_pictures():
    write(os.path.join(HOME, ".config", "user-dirs.dirs"), b'XDG_PICTURES_DIR="$HOME/Pictures"\n')
    for i in range(ANIMALS):
        write(os.path.join(PICTURES, "Animals", "animal-%d.jpg" % i),
              jpeg(seed=i, taken="2019:05:%02d 12:33:00" % (i + 1)))
    for i in range(CITIES):
        write(os.path.join(PICTURES, "Cities", "city-%d.jpg" % i),
              jpeg(seed=100 + i, taken="2021:07:%02d 09:00:00" % (i + 1)))
    write(os.path.join(PICTURES, "Cities", "cut-off.jpg"), jpeg(seed=200, width=640, height=480)[:-400])
    write(os.path.join(PICTURES, "notes.txt"), b"not a photo\n")


def row(app, name, count):
    return app.find("list item", re.compile("^%s, %d photos?$" % (name, count)), timeout=SECONDS)


def subtitle(app, n):
    app.find("label", "%d photo%s" % (n, "" if n == 1 else "s"), timeout=SECONDS)


def tab(window, name):
    """The switch of a page, not the page."""
    [node for node in window.find_all(None, name) if node.actions][0].press()


# ---- the tests, in this order: each goes on where the one before ended ----

def test_first_run(app):
    app.find("heading", "Welcome to Outrider")
    app.find("label", re.compile("^13 photos, "), timeout=SECONDS)
    app.find("label", "~/.local/share/outrider/catalog.db")
    assert app.find("combo box", "Digest")
    assert not app.nameless(), app.nameless()


def test_first_run_fits_a_narrow_window(app):
    caption = app.find("label", re.compile("^Recognises photos by content"))
    digest = app.find("combo box", "Digest")
    app.resize(360, 600)
    app.wait(lambda: sum(digest.extents[::2]) <= 360 and digest.extents[1] > sum(caption.extents[1::2]),
             what="the control below the text")
    assert caption.extents[2] > 200, caption.extents
    app.resize(1100, 720)
    app.wait(lambda: digest.extents[0] > sum(caption.extents[::2]), what="the control beside the text")
    app.find("push button", "Import Pictures").press()


def test_import(app):
    app.find("status bar", "%d photos imported" % ALL, timeout=SECONDS)
    row(app, "All Photos", ALL)
    subtitle(app, ALL)
    row(app, "Damaged", 1)
    row(app, "Pictures", ALL)
    assert not app.nameless(), app.nameless()


def test_side_bar(app):
    row(app, "Animals", ANIMALS).click()
    app.find("label", "Animals")
    subtitle(app, ANIMALS)
    app.wait(lambda: "selected" not in row(app, "All Photos", ALL).states, what="one selected row, not two")
    row(app, "All Photos", ALL).click()
    subtitle(app, ALL)
    row(app, "Damaged", 1).select()
    subtitle(app, 1)
    row(app, "Missing", 0).select()
    app.find("label", "Every photo is in its place")
    row(app, "All Photos", ALL).select()
    subtitle(app, ALL)


def test_search(app):
    app.action("win.search")
    app.type_into("entry", "city-3")
    subtitle(app, 1)
    app.action("win.clear-search")
    subtitle(app, ALL)
    app.action("win.search")
    app.type_into("entry", "nowhere")
    app.find("label", "No photos match “nowhere”")
    app.find("push button", "Clear Search").press()
    subtitle(app, ALL)


def test_report(app):
    row_name = app.find("list item", "Latest Imports")
    row_name.select()
    subtitle(app, ALL)
    app.find("push button", "Report").press()
    app.find("heading", "%d photos added to the catalog" % ALL, timeout=SECONDS)
    app.find("list item", re.compile("^cut-off.jpg, Pictures/Cities, "))
    [b for b in app.find_all("push button", "Show All 1") if b.on_screen][0].press()
    app.find("list item", re.compile("^notes.txt, Pictures, "))
    assert not app.nameless(), app.nameless()
    app.find("push button", "Show Photos").press()
    subtitle(app, ALL)


def test_report_fits_a_narrow_window(app):
    app.action("win.report", GLib.Variant("x", 1))
    app.resize(360, 600)
    app.wait(lambda: sum(app.find("push button", "Save…").extents[::2]) <= 360, what="the least width")
    app.wait(lambda: sum(app.find("push button", "Show Photos").extents[::2]) <= 360)
    app.resize(1100, 720)
    app.find("push button", "Show Photos").press()


def test_second_import_adds_nothing(app):
    app.action("app.import-folder", PICTURES)
    app.find("status bar", "Nothing new. All photos were already known.", timeout=SECONDS)
    row(app, "All Photos", ALL)


def test_removal_and_undo(app):
    row(app, "All Photos", ALL).select()
    app.action("win.remove-folder", "file://" + os.path.join(PICTURES, "Animals"))
    app.find("status bar", "%d photos removed from the catalog" % ANIMALS, timeout=SECONDS)
    row(app, "All Photos", ALL - ANIMALS)
    subtitle(app, ALL - ANIMALS)
    app.find("push button", "Undo").press()
    row(app, "All Photos", ALL)
    subtitle(app, ALL)
    assert len(os.listdir(os.path.join(PICTURES, "Animals"))) == ANIMALS


def test_import_into_album(app):
    write(os.path.join(HOME, "Card", "new.jpg"), jpeg(seed=300, taken="2022:01:01 10:00:00"))
    app.action("app.import-folder", os.path.join(HOME, "Card"))
    row(app, "All Photos", ALL + 1)
    row(app, "Card", 1)


def spin(window, name):
    return window.find("spin button", name)


def test_preset_shows_its_numbers(app):
    app.action("app.preferences")
    window = app.win("Preferences")
    tab(window, "Performance")
    app.action("app.import-folder", PICTURES)  # nothing new: the numbers stay right meanwhile
    window.find("combo box", "Preset").press()
    app.wait(lambda: len(window.find_all("label", "Hard disk")) > 0, what="the list of presets")
    key("Down", "Return")
    app.wait(lambda: spin(window, "Preload threads").value == 1, what="a hard disk's one preload thread")
    assert spin(window, "Scout threads").value == 1
    assert len([n for n in window.find_all("label", "Hard disk") if n.on_screen]) >= 4


def test_edit_makes_custom(app):
    window = app.win("Preferences")
    spin(window, "Scout threads").set_value(6)
    app.wait(lambda: spin(window, "Scout threads").value == 6)
    assert spin(window, "Preload threads").value == 1  # the preset's other numbers stay
    window.find("label", "Custom")
    assert not [n for n in window.find_all("label", "Hard disk") if n.on_screen]


def test_preload_off_says_why(app):
    window = app.win("Preferences")
    toggle = [n for n in window.find_all(None, "Read photos ahead") if n.role not in ("label", "list item")][0]
    toggle.click()
    why = "Has no effect while Read photos ahead is off"
    app.wait(lambda: len([n for n in window.find_all("label", why) if n.on_screen]) == 2, what="the reason, twice")
    assert "sensitive" not in spin(window, "Preload threads").states
    assert "sensitive" in spin(window, "Scout threads").states
    toggle.click()
    app.wait(lambda: "sensitive" in spin(window, "Preload threads").states)


def test_reset(app):
    window = app.win("Preferences")
    window.find("push button", "Reset to Automatic").press()
    window.find("label", re.compile("^Card is .*Automatic will start with"), timeout=SECONDS)
    assert len([n for n in window.find_all("label", "Automatic") if n.on_screen]) >= 4
    assert not app.nameless(), app.nameless()
    app.activate_window("^Preferences$")
    key("Escape")
    app.wait_gone("frame", "Preferences")


def second_start(program):
    with App([program], app_id=ID, fatal_warnings=True) as app:
        row(app, "All Photos", ALL + 1)
        subtitle(app, ALL + 1)
        assert not app.find_all("heading", "Welcome to Outrider", state="visible") or \
            not app.find("heading", "Welcome to Outrider").on_screen
        assert app.quit() == 0
        assert not app.warnings(), app.warnings()


def unusable_place(program):
    with App([program, "--catalog", "/proc/none/catalog.db"], app_id=ID, fatal_warnings=True) as app:
        app.find("push button", "Import Pictures").press()
        app.find("label", re.compile("^The file or folder is not there"), timeout=SECONDS)
        assert app.find("push button", "Import Pictures").on_screen
        assert app.quit() == 0


def refused(program, path, sql, words):
    """What is no catalog of this program is said, and left as it is."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(sql)
        database.commit()
    with open(path, "rb") as file:
        before = file.read()
    with App([program, "--catalog", path], app_id=ID, fatal_warnings=True) as app:
        app.find("label", re.compile(words), timeout=SECONDS)
        assert app.quit() == 0
    with open(path, "rb") as file:
        assert file.read() == before, path


def foreign_file(program):
    refused(program, os.path.join(HOME, "foreign.db"), "CREATE TABLE recipes (name)",
            "^This file is not an Outrider catalog")


def newer_catalog(program):
    newer = os.path.join(HOME, "newer.db")
    shutil.copy(os.path.join(HOME, ".local", "share", "outrider", "catalog.db"), newer)
    refused(program, newer, "PRAGMA user_version = 9999", "^This catalog was made by a newer Outrider")


def in_a_fresh_driver(name):
    """What libatspi 2.46 keeps of a program that has quit can make it recurse without end."""
    subprocess.run([sys.executable, __file__, sys.argv[1], name], check=True)


def main():
    if len(sys.argv) > 2:
        globals()[sys.argv[2]](sys.argv[1])
        return
    names = [n for n in globals() if n.startswith("test_")]
    print("1..%d" % (len(names) + 4))
    make_pictures()
    with App([sys.argv[1]], app_id=ID, fatal_warnings=True) as app:
        for i, name in enumerate(names):
            globals()[name](app)
            print("ok %d %s" % (i + 1, name[5:].replace("_", "-")), flush=True)
        assert app.quit() == 0
        assert not app.warnings(), app.warnings()
    in_a_fresh_driver("second_start")
    print("ok %d second-start-opens-the-catalog" % (len(names) + 1))
    in_a_fresh_driver("unusable_place")
    print("ok %d unusable-place-is-said" % (len(names) + 2))
    in_a_fresh_driver("foreign_file")
    print("ok %d foreign-file-is-said-and-left" % (len(names) + 3))
    in_a_fresh_driver("newer_catalog")
    print("ok %d newer-catalog-is-said-and-left" % (len(names) + 4))


main()
