#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares JSON lines about photos (decode-file, or outrider-cli list --json) with EXPECTED.json.

compare-expected.py FOLDER < lines: prints how many of each field are right, and each difference."""

import collections
import json
import os
import sys

FIELDS = [
    ("make", "Make"), ("model", "Model"), ("lens", "LensModel"), ("f_number", "FNumber"),
    ("exposure_time", "ExposureTime"), ("iso", "ISO"), ("focal_length", "FocalLength"),
    ("latitude", "GPSLatitude"), ("longitude", "GPSLongitude"), ("altitude", "GPSAltitude"),
    ("rating", "Rating"), ("orientation", "orientation"), ("width", "display_width"),
    ("height", "display_height"), ("taken", "suggested_date"), ("mime", "mime"),
]


def split_date(text):
    """Local time to the second, and the offset."""
    if text is None:
        return None, None
    offset = text[19:] or None
    if offset == "Z":
        offset = "+00:00"
    return text[:19], offset


def wanted_values(expected):
    wanted = {ours: expected.get(theirs) for ours, theirs in FIELDS}
    turned = (expected.get("orientation") or 1) >= 5
    for ours, side, other in (("width", "width", "height"), ("height", "height", "width")):
        if wanted[ours] is None:
            wanted[ours] = expected.get(other if turned else side)
    wanted["taken"], wanted["taken_offset"] = split_date(expected.get("suggested_date"))
    keywords = []
    for name in ("XMP-dc:Subject", "IPTC:Keywords"):
        value = expected.get(name, [])
        keywords += value if isinstance(value, list) else [value]
    wanted["keywords"] = sorted({str(word) for word in keywords}) or None
    wanted["orientation"] = wanted["orientation"] or 1
    for name in ("iso", "width", "height"):
        wanted[name] = wanted[name] or None
    if isinstance(wanted["iso"], str):
        wanted["iso"] = float(wanted["iso"].split()[-1])
    return wanted


def same(wanted, found):
    if isinstance(wanted, (int, float)) and isinstance(found, (int, float)):
        return abs(wanted - found) <= 1e-6 * max(1, abs(wanted))
    return wanted == found


def found_value(name, line):
    value = line.get(name)
    if name == "taken" and value is not None:
        return value[:19]
    if name == "keywords":
        return sorted(value) if value else None
    if name in ("width", "height", "iso") and value == 0:
        return None
    return value


def main():
    folder = sys.argv[1]
    with open(os.path.join(folder, "EXPECTED.json"), encoding="utf-8") as file:
        files = json.load(file)["files"]
    right, total = collections.Counter(), collections.Counter()
    for text in sys.stdin:
        line = json.loads(text)
        path = os.path.relpath(line["path"], folder)
        expected = files.get(path)
        if expected is None:
            continue
        for name, wanted in wanted_values(expected).items():
            found = found_value(name, line)
            if wanted is None and found is None:
                continue
            total[name] += 1
            if same(wanted, found):
                right[name] += 1
            else:
                print(f"{path}: {name}: expected {wanted!r:.80}, found {found!r:.80}")
    for name in sorted(total):
        print(f"{name:14} {right[name]:4} of {total[name]:4}")
    print(f"{'all':14} {sum(right.values()):4} of {sum(total.values()):4}")


if __name__ == "__main__":
    main()
