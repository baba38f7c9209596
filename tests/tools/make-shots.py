#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the screenshots of the README: make-shots.py BUILD FOLDER, under with-display.

Goes through Outrider as a person would, light and dark, over the sample photos (OUTRIDER_SAMPLES or
../shared/photos beside the sources) when they are there, else over a painted album.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from ui import App, key  # noqa: E402

ID = "io.github.outrider_photos.Outrider"


class Shots:
    def __init__(self, build, folder, album):
        self.build, self.folder, self.album = os.path.abspath(build), folder, album
        os.makedirs(folder, exist_ok=True)

    def app(self, *arguments):
        env = {"GSETTINGS_SCHEMA_DIR": self.build + "/data",
               "OUTRIDER_DECODER": self.build + "/src/decoder/outrider-decoder"}
        return App([self.build + "/src/app/outrider", *arguments], app_id=ID, env=env, timeout=30)

    def take(self, name, *options):
        subprocess.run([os.path.join(HERE, "shot"), "--settle", "6", *options,
                        os.path.join(self.folder, name + ".png")], check=True)

    def catalog(self, name):
        return os.path.join(os.environ["XDG_DATA_HOME"], name + ".db")

    def first_run(self):
        with self.app() as app:
            app.find("push button", re.compile("^Import "))
            self.take("first-run")

    def grid(self, name, photo=""):
        with self.app("--catalog", self.catalog(name), "--import", self.album) as app:
            app.wait(lambda: len([n for n in app.find_all("table cell") if n.extents[2] > 1]) > 8)
            app.wait(lambda: app.find("push button", "Report"))
            self.take(name)
            if photo:
                self.photo(app, photo)
                self.preferences(app)

    def report(self):
        with self.app("--catalog", self.catalog("report"), "--import", self.album) as app:
            app.find("push button", "Report").press()
            self.take("report")

    def photo(self, app, name):
        cells = [n for n in app.find_all("table cell") if n.extents[2] > 1]
        cells[min(10, len(cells) - 1)].click()
        key("Return")
        app.find("push button", "Back to photos")
        self.take(name)
        key("Escape")

    def preferences(self, app):
        key("ctrl+comma")
        app.win("Preferences")
        app.find("page tab", "Performance").click()
        self.take("preferences", "--name", "Preferences")


def give_pictures(album):
    """The first run proposes the pictures folder of the private home; let it be a copy of the album."""
    pictures = os.path.join(os.environ["HOME"], "Pictures")
    shutil.copytree(album, pictures)
    with open(os.path.join(os.environ["XDG_CONFIG_HOME"], "user-dirs.dirs"), "w", encoding="utf-8") as file:
        file.write('XDG_PICTURES_DIR="$HOME/Pictures"\n')
    return pictures


def add_trouble(pictures):
    """What the report is for: a cut photo, a text that pretends, a list."""
    folder = os.path.join(pictures, "Old Disk")
    os.makedirs(folder)
    whole = next(os.path.join(top, name) for top, _, names in os.walk(pictures)
                 for name in sorted(names) if name.endswith(".jpg"))
    with open(whole, "rb") as file:
        half = file.read()[:os.path.getsize(whole) // 2]
    for name, data in (("cut.jpg", half), ("notes.jpg", b"not a picture\n"), ("empty.jpg", b""),
                       ("list.txt", b"a list\n")):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)


def prefer_dark():
    folder = os.path.join(os.environ["XDG_CONFIG_HOME"], "gtk-4.0")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "settings.ini"), "w", encoding="utf-8") as file:
        file.write("[Settings]\ngtk-application-prefer-dark-theme=1\n")


def album_of(build, scratch):
    samples = os.environ.get("OUTRIDER_SAMPLES") or os.path.join(HERE, "..", "..", "..", "shared", "photos")
    album = os.path.join(samples, "album-sample")
    if not os.path.isdir(album):
        album = os.path.join(scratch, "Sample Album")
        subprocess.run([os.path.join(build, "src/cli/outrider-cli"), "sample", album], check=True)
    return os.path.realpath(album)


def main(build, folder):
    with tempfile.TemporaryDirectory() as scratch:
        album = album_of(build, scratch)
        shots = Shots(build, folder, give_pictures(album))
        shots.first_run()
        shots.grid("import", "photo")
        prefer_dark()
        shots.grid("import-dark")
        os.remove(os.path.join(os.environ["XDG_CONFIG_HOME"], "gtk-4.0", "settings.ini"))
        add_trouble(shots.album)
        shots.report()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
