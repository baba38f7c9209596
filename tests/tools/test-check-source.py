#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Feeds check-source.py small bad sources and looks for the complaint about each. Prints TAP."""
import os
import subprocess
import sys
import tempfile

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check-source.py")
SPDX = "/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
HEAD = SPDX + '#include "config.h"\n\n'


def body(lines):
    return HEAD + "static void\nrun (void)\n{\n" + lines + "}\n"


def nested(depth):
    opening = "".join("%sif (a)\n%s{\n" % ("  " * i, "  " * i) for i in range(1, depth + 1))
    return body(opening + "".join("  " * i + "}\n" for i in range(depth, 0, -1)))


PLACE = "/wo" + "rk/main"

# case, path, text, what must be said ("": nothing)
CASES = (
    ("clean file", "src/base/otr-a.c", HEAD + '#include "otr-a.h"\n\n#include <errno.h>\n\n#include <glib.h>\n', ""),
    ("spdx", "src/base/otr-a.c", '#include "config.h"\n', "first line is not the SPDX line"),
    ("spdx of a script", "tests/tools/a.py", "import os\n", "no SPDX line"),
    ("config.h", "src/base/otr-a.c", SPDX + "#include <glib.h>\n", "config.h is not included first"),
    ("own header", "src/base/otr-a.c", HEAD + '#include <glib.h>\n\n#include "otr-a.h"\n', "right after config.h"),
    ("sorted", "src/base/otr-a.c", HEAD + "#include <string.h>\n#include <errno.h>\n", "includes are not sorted"),
    ("groups", "src/base/otr-a.c", HEAD + "#include <glib.h>\n\n#include <errno.h>\n", "order of includes"),
    ("pragma once", "src/base/otr-b.h", SPDX, "no #pragma once"),
    ("long line", "src/base/otr-a.c", HEAD + "/* " + "x" * 100 + " */\n", "columns, limit 100"),
    ("long file", "src/base/otr-a.c", HEAD + "\n" * 800, "limit 800"),
    ("long function", "src/base/otr-a.c", body("  a ();\n" * 80), "run has 83 lines, limit 80"),
    ("longest function", "src/base/otr-a.c", body("  a ();\n" * 77), ""),
    ("nesting", "src/base/otr-a.c", nested(5), "run nests 5 deep, limit 4"),
    ("deepest nesting", "src/base/otr-a.c", nested(4), ""),
    ("parameters", "src/base/otr-a.c",
     HEAD + "static void\nrun (int a, int b, int c, int d, int (*e) (int, int), int f, int g, int h)\n{\n}\n",
     "run takes 8 parameters, limit 7"),
    ("sprintf", "src/app/otr-a.c", body('  sprintf (a, "%d", 1);\n'), "sprintf() is banned here"),
    ("sprintf in a comment", "src/app/otr-a.c", body('  /* sprintf (a) */\n  b = "atoi (x)";\n'), ""),
    ("g_strdup_printf", "src/engine/otr-a.c", body("  g_strdup_printf (a);\n"), ""),
    ("threads", "src/engine/otr-a.c", body("  g_thread_new (a, b, c);\n"), "g_thread_new() is banned here"),
    ("threads of the pool", "src/base/otr-pool.c", body("  g_thread_new (a, b, c);\n"), ""),
    ("goto", "src/base/otr-a.c", body("  goto out;\n"), "goto"),
    ("printing engine", "src/engine/otr-a.c", body("  g_warning (a);\n"), "never prints"),
    ("settings", "src/engine/otr-a.c", body("  g_settings_get_uint (a, b);\n"), "does not know GSettings"),
    ("layer", "src/base/otr-a.c", HEAD + '#include "otr-engine.h"\n', "src/base must not include otr-engine.h"),
    ("cli and app", "src/app/otr-a.c", HEAD + '#include "otr-cli.h"\n', "src/app must not include otr-cli.h"),
    ("gtk below the window", "src/engine/otr-a.c", HEAD + "#include <gtk/gtk.h>\n", "belongs to src/app/"),
    ("sqlite", "src/engine/otr-scan.c", HEAD + "#include <sqlite3.h>\n", "belongs to"),
    ("libcrypto", "src/engine/otr-scan.c", HEAD + "#include <openssl/evp.h>\n", "belongs to"),
    ("deprecated call", "src/app/otr-a.c", body("  gtk_widget_show (a);\n"), "deprecated by GTK 4.18"),
    ("deprecated type", "src/app/otr-a.c", body("  GtkTreeView *a;\n"), "deprecated by GTK 4.18"),
    ("deprecated in compat", "src/app/otr-compat.c", body("  gtk_widget_show (a);\n"), ""),
    ("live call", "src/app/otr-a.c", body("  gtk_widget_set_visible (a, TRUE);\n"), ""),
    ("place", "README.md", "see %s\n" % PLACE, "must not be named"),
)


def complaints(path, text):
    with tempfile.TemporaryDirectory() as root:
        for name in (path, "src/engine/otr-engine.h", "src/cli/otr-cli.h"):
            os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
            with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                file.write(text if name == path else SPDX + "#pragma once\n")
        done = subprocess.run([sys.executable, TOOL, "--root", root], capture_output=True, text=True, check=False)
        return done.returncode, "\n".join(done.stdout.splitlines()[:-1])


def main():
    failed = 0
    print("1..%d" % len(CASES))
    for number, (case, path, text, wanted) in enumerate(CASES, 1):
        status, said = complaints(path, text)
        good = (status == 1 and wanted in said) if wanted else (status == 0 and not said)
        failed += not good
        print("%s %d /check-source/%s" % ("ok" if good else "not ok", number, case.replace(" ", "-")))
        if not good:
            print("# wanted: %r, got: %r" % (wanted, said))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
