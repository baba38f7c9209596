#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares po/POTFILES with the files that really hold text to translate."""
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
MARKS = {
    ".c": re.compile(r"\b(?:_|N_|C_|Q_|NC_|ngettext|g_dngettext|g_dpgettext2) \("),
    ".ui": re.compile(r'translatable="(?:yes|true)"'),
    ".desktop.in": re.compile(r"^Name=", re.M),
    ".gschema.xml": re.compile(r"<summary>"),
    ".metainfo.xml.in": re.compile(r"<summary>"),
}


def needs_translation(path):
    for ending, mark in MARKS.items():
        if path.endswith(ending):
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                if mark.search(file.read()):
                    return True
    return False


def main():
    with open(os.path.join(ROOT, "po", "POTFILES"), encoding="utf-8") as file:
        listed = {line.strip() for line in file if line.strip() and not line.startswith("#")}
    found = set()
    for top in ("src", "ui", "data"):
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            paths = (os.path.relpath(os.path.join(folder, name), ROOT) for name in names)
            found |= {path for path in paths if needs_translation(path)}
    problems = ["%s: has text to translate, but is not in po/POTFILES" % path for path in sorted(found - listed)]
    problems += ["%s: in po/POTFILES, but has no text to translate" % path for path in sorted(listed - found)]
    print("\n".join(problems) or "%d files" % len(listed))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
