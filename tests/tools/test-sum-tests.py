#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Feeds sum-tests.py logs as meson leaves them and reads what it makes of them. Prints TAP."""
import json
import os
import subprocess
import sys
import tempfile

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sum-tests.py")


def test(name, result, stdout, stderr=""):
    return {"name": "outrider:unit / " + name, "result": result, "stdout": stdout, "stderr": stderr}


# what, tests, lines that must be there; the last is the end
CASES = (
    ("cases are counted, not programs", [test("a", "OK", "1..2\nok 1 /a/x\nok 2 - /a/y\n")],
     ["2 passed, 0 failed"]),
    ("cases of a nested suite", [test("a", "OK", "# Subtest: a\n    1..2\n    ok 1 x\n    ok 2 y\nok 1 a\nok 2 b\n")],
     ["3 passed, 0 failed"]),
    ("a failed case, with its words", [test("a", "FAIL", "ok 1 /a/x\n# got 3\nnot ok 2 /a/y\n")],
     ["a: # got 3", "FAIL /a/y", "1 passed, 1 failed"]),
    ("a failed case of a nested suite", [test("a", "FAIL", "    not ok 1 x\nnot ok 1 a\n")],
     ["FAIL x", "0 passed, 1 failed"]),
    ("a crash after good cases", [test("a", "ERROR", "1..2\nok 1 /a/x\n")],
     ["FAIL a (error)", "1 passed, 1 failed"]),
    ("a time-out without a word", [test("a", "TIMEOUT", "")], ["FAIL a (timeout)", "0 passed, 1 failed"]),
    ("a skip is said once, with its reason",
     [test("a", "OK", "ok 1 /a/x # SKIP no display\nok 2 /a/y\n", "SKIP a/x: no display here\n")],
     ["1 skipped", "SKIP a/x: no display here", "1 passed, 0 failed"]),
    ("a skip that only TAP tells", [test("a", "OK", "ok 1 /a/x # SKIP no display\nok 2 /a/y\n")],
     ["1 skipped", "SKIP /a/x: no display", "1 passed, 0 failed"]),
    ("a script with a count of its own", [test("a", "OK", "7 passed, 0 failed\n")], ["7 passed, 0 failed"]),
    ("a plain program", [test("a", "OK", "fine\n")], ["1 passed, 0 failed"]),
    ("nothing ran", [], ["0 passed, 0 failed"]),
)


def run(*arguments):
    return subprocess.run([sys.executable, TOOL, *arguments], capture_output=True, text=True, check=False)


def judge(tests, wanted):
    """What is wrong, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        log, counts = os.path.join(folder, "log.json"), os.path.join(folder, "counts")
        with open(log, "w", encoding="utf-8") as out:
            out.writelines(json.dumps(entry) + "\n" for entry in tests)
        one = run(log)
        run("--to", counts, log)
        total = run("--total", counts)
    status = 0 if wanted[-1].endswith(" 0 failed") and not wanted[-1].startswith("0 ") else 1
    lines = one.stdout.splitlines()
    if [line for line in wanted if line not in lines] or lines[-1] != wanted[-1] or one.returncode != status:
        return one.stdout + one.stderr
    if total.stdout.splitlines()[-1] != wanted[-1] or total.returncode != status:
        return "added up: " + total.stdout + total.stderr
    return ""


def main():
    failed = 0
    print("1..%d" % len(CASES))
    for number, (name, tests, wanted) in enumerate(CASES, 1):
        wrong = judge(tests, wanted)
        print("%s %d - %s" % ("not ok" if wrong else "ok", number, name))
        if wrong:
            failed += 1
            print("\n".join("# " + line for line in wrong.splitlines()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
