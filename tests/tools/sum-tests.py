#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds up what `meson test` left in testlog.json, suite by suite, subtests included.

Usage: sum-tests.py [--prefix TEXT] [--to COUNTS] TESTLOG.json...

Prints a line per suite, the failed tests, each skip as `SKIP name: reason`, and at last the plain
line `N passed, N failed`. A TAP test counts each of its cases, a script that ends with a line
`N passed, N failed` counts as it says, any other test is one. Exit status 1 when any failed.
--to appends `passed failed` and the SKIP lines to COUNTS instead of printing the end, so that
several runs can be added up by `sum-tests.py --total COUNTS`.
"""
import json
import re
import sys

TAP = re.compile(r"^( *)(ok|not ok)\b\s*\d*\s*-?\s*([^#\n]*)(?:#\s*(SKIP|TODO)\b:?\s*(.*))?$", re.M | re.I)
SKIP = re.compile(r"^(?:# )?SKIP ([^:\n]+): (.+)$", re.M)
TOTAL = re.compile(r"^(\d+) passed, (\d+) failed$", re.M)

LAST_WORDS = 60  # lines shown of a failed program; meson leaves out what a TAP test prints


class Tally:
    def __init__(self):
        self.passed, self.failed, self.skips, self.broken, self.words = 0, 0, {}, [], []

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skips.update(other.skips)
        self.broken += other.broken
        self.words += other.words


def tap_cases(output):
    """(verdict, case, directive, reason) of each; newer GLib indents the cases of a suite and ends them with
    a line for the suite, which is no case of its own."""
    before = 0
    for indent, *case in TAP.findall(output):
        depth = len(indent)
        if depth >= before:
            yield case
        before = depth


def tally_tap(name, output, result):
    """None when the output is no TAP."""
    cases = list(tap_cases(output))
    if not cases:
        return None
    tally = Tally()
    for verdict, case, directive, reason in cases:
        case = case.strip() or name
        if directive.upper() == "SKIP":
            tally.skips[case] = reason or "no reason given"
        elif verdict.lower() == "ok":
            tally.passed += 1
        else:
            tally.failed += 1
            tally.broken.append(case)
    if result not in ("OK", "SKIP") and tally.failed == 0:
        tally.failed = 1
        tally.broken.append("%s (%s)" % (name, result.lower()))
    return tally


def tally_test(test):
    name, result = test["name"].split(" / ")[-1], test["result"]
    output = (test.get("stdout") or "") + "\n" + (test.get("stderr") or "")
    tally = tally_tap(name, output, result)
    if tally is None:
        tally = Tally()
        total = TOTAL.findall(output)
        if total:
            tally.passed, tally.failed = int(total[-1][0]), int(total[-1][1])
        if result == "SKIP":
            tally.skips[name] = "the test says so"
        elif result in ("OK", "EXPECTEDFAIL"):
            tally.passed = tally.passed if total else 1
        else:
            tally.failed = max(tally.failed, 1)
        if tally.failed:
            tally.broken.append("%s (%s)" % (name, result.lower()))
    said = dict(SKIP.findall(output))
    if said:
        tally.skips.pop(name, None)
    for case in [case for case in tally.skips if any(case.endswith(other) for other in said)]:
        del tally.skips[case]
    tally.skips.update(said)
    if tally.failed:
        tally.words = ["%s: %s" % (name, line) for line in output.splitlines() if line.strip()][-LAST_WORDS:]
    return tally


def suite_of(test):
    parts = test["name"].split(" / ")[0].split(":")
    return parts[-1] if len(parts) > 1 else "other"


def read_logs(paths):
    suites = {}
    for path in paths:
        with open(path, encoding="utf-8") as log:
            for line in log:
                test = json.loads(line)
                suites.setdefault(suite_of(test), Tally()).add(tally_test(test))
    return suites


def print_end(passed, failed, skips):
    print("%d skipped" % len(skips))
    for line in skips:
        print(line)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


def print_total(path):
    passed = failed = 0
    skips = []
    with open(path, encoding="utf-8") as counts:
        for line in counts.read().splitlines():
            if line.startswith("SKIP "):
                skips.append(line)
            elif line:
                passed, failed = passed + int(line.split()[0]), failed + int(line.split()[1])
    return print_end(passed, failed, sorted(set(skips)))


def main(args):
    prefix = counts = ""
    while args and args[0].startswith("--"):
        option, value = args.pop(0), args.pop(0)
        if option == "--total":
            return print_total(value)
        prefix = value if option == "--prefix" else prefix
        counts = value if option == "--to" else counts
    total = Tally()
    for suite, tally in sorted(read_logs(args).items()):
        print("%-28s %5d passed, %d failed, %d skipped"
              % (prefix + suite, tally.passed, tally.failed, len(tally.skips)))
        total.add(tally)
    print("".join(line + "\n" for line in total.words), end="")
    for name in total.broken:
        print("FAIL %s%s" % (prefix, name))
    skips = ["SKIP %s%s: %s" % (prefix, name, why) for name, why in sorted(total.skips.items())]
    if not counts:
        return print_end(total.passed, total.failed, skips)
    with open(counts, "a", encoding="utf-8") as out:
        out.write("\n".join(["%d %d" % (total.passed, total.failed)] + skips) + "\n")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
