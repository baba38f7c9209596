#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the sources against the project's limits and bans.

Usage: check-source.py [--root DIR] [FILE...]      (default: every file of the project)

Sizes: function, file, line, nesting, parameters. Form: SPDX line, order of includes. Layers: who may
include what. Bans: calls, log levels in the engine, what GTK 4.18 deprecates, places that must not
be named. Prints `FILE:LINE: what is wrong`; exit status 1 when there is anything.
"""
import os
import re
import subprocess
import sys

MAX_LINE = 100
MAX_FILE = 800
MAX_FUNCTION = 80
MAX_NESTING = 4
MAX_PARAMETERS = {"static": 7, "public": 10}  # aim: 5
SPDX = "SPDX-License-Identifier: GPL-3.0-or-later"

# call -> files (prefix of the path below the root) that may make it
BANNED_CALLS = {
    "sprintf": (), "vsprintf": (), "strcpy": (), "strcat": (), "strtok": (), "gets": (),
    "atoi": (), "atol": (), "atof": (), "system": (), "popen": (), "sleep": (), "usleep": (),
    "g_usleep": ("src/base/otr-fault.c", "tests/lib/"),
    "g_main_context_invoke": (), "g_task_run_in_thread": (),
    "g_thread_new": ("src/base/otr-pool.c", "tests/lib/"),
    "g_thread_try_new": ("src/base/otr-pool.c", "tests/lib/"),
    "g_mutex_lock": ("src/base/otr-sync.h",),
    "g_cond_wait": ("src/base/otr-sync.h",),
    "pthread_create": (),
}
BANNED_LOGS = ("g_print", "g_printerr", "g_message", "g_warning", "g_critical", "printf", "puts")
SILENT = ("src/base/", "src/wire/", "src/engine/", "src/decoder/")

# what GTK 4.18 deprecates; src/app/otr-compat.c is where a version is tested
DEPRECATED = re.compile(
    r"\b(gtk_(?:dialog|message_dialog|file_chooser\w*|app_chooser\w*|color_chooser\w*|font_chooser\w*|combo_box\w*"
    r"|tree_view\w*|tree_model\w*|tree_store|list_store|icon_view|cell_\w+|entry_completion|info_bar|statusbar"
    r"|color_button|font_button|volume_button|lock_button|shortcuts_\w+)_\w+"
    r"|gtk_widget_(?:show|hide|get_style_context|get_allocat\w+)"
    r"|gtk_style_context_(?!add_provider_for_display)\w+"
    r"|gtk_css_provider_load_from_data|gtk_(?:image|picture)_(?:new_from|set)_pixbuf|gtk_show_uri\w*"
    r"|gdk_texture_new_for_pixbuf|gdk_pixbuf_get_from_texture"
    r"|Gtk(?:Dialog|MessageDialog|FileChooser\w*|ComboBox\w*|TreeView\w*|IconView|CellRenderer\w*|InfoBar"
    r"|Statusbar|ColorButton|ShortcutsWindow))\b")
DEPRECATED_ALLOWED = ("src/app/otr-compat",)

LAYERS = {
    "src/base": ("src/base",),
    "src/wire": ("src/base", "src/wire"),
    "src/decoder": ("src/base", "src/wire", "src/decoder"),
    "src/engine": ("src/base", "src/wire", "src/engine"),
    "src/sample": ("src/base", "src/sample"),
    "src/cli": ("src/base", "src/wire", "src/engine", "src/sample", "src/cli"),
    "src/app": ("src/base", "src/wire", "src/engine", "src/sample", "src/app"),
}
# library header -> where it may be included
LIBRARIES = (
    (re.compile(r"(gtk|gdk|gsk)/"), ("src/app/",)),
    (re.compile(r"sqlite3\.h"), ("src/engine/otr-sql", "src/engine/otr-catalog", "src/engine/otr-thumb-store",
                                 "src/engine/otr-journal")),
    (re.compile(r"openssl/"), ("src/engine/otr-digest",)),
    (re.compile(r"libexif/"), ("src/decoder/", "src/sample/")),
    (re.compile(r"gdk-pixbuf/"), ("src/decoder/",)),
    (re.compile(r"j(peglib|error|morecfg)\.h"), ("src/decoder/", "src/sample/", "src/engine/otr-thumb-codec")),
)
LIBRARY_HEADER = re.compile(r"(glib|gio|gobject|gtk|gdk|gsk|sqlite3|openssl|libexif|gdk-pixbuf|jpeglib|jerror|atk|pango"
                            r"|cairo|graphene)")

# put together from halves, so that this file does not name them itself
UNNAMEABLE = re.compile("|".join(re.escape("".join(halves)) for halves in (
    ("/wo", "rk/"), (".libr", "ary/"), ("deb.deb", "ian.org"), ("security.deb", "ian.org"), ("registry.npm", "js"),
    ("pypi.o", "rg"), ("files.python", "hosted"), ("proxy.gol", "ang.org"), ("static.crates", ".io"))))


def blank_out(text):
    """Comments and the inside of literals become blanks; lines and columns stay."""
    def blanks(match):
        token = match.group(0)
        if token[0] in "\"'":
            return token[0] + " " * (len(token) - 2) + token[-1]
        return re.sub(r"[^\n]", " ", token)
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blanks, text, flags=re.S)


class Checker:
    def __init__(self, headers):
        self.headers = headers  # name of a header -> its layer
        self.problems = []
        self.over_five = 0
        self.lengths = []

    def report(self, path, line, text):
        self.problems.append("%s:%d: %s" % (path, line, text))

    # ---- any file ----

    def check_text(self, path, text):
        for number, line in enumerate(text.split("\n"), 1):
            found = UNNAMEABLE.search(line)
            if found:
                self.report(path, number, "names a place that must not be named: %s" % found.group(0))
        if path.endswith((".py", ".sh")) or text.startswith("#!"):
            if SPDX not in "\n".join(text.split("\n")[:3]):
                self.report(path, 1, "no SPDX line")

    # ---- C ----

    def check_c(self, path, text):
        lines, code = text.split("\n"), blank_out(text)
        if lines[0] != "/* %s */" % SPDX:
            self.report(path, 1, "the first line is not the SPDX line")
        if len(lines) - 1 > MAX_FILE:
            self.report(path, MAX_FILE + 1, "file has %d lines, limit %d" % (len(lines) - 1, MAX_FILE))
        for number, line in enumerate(lines, 1):
            if len(line) > MAX_LINE:
                self.report(path, number, "line has %d columns, limit %d" % (len(line), MAX_LINE))
        if path.endswith(".h") and "#pragma once" not in text:
            self.report(path, 1, "no #pragma once")
        self.check_includes(path, lines)
        self.check_functions(path, code.split("\n"))
        self.check_bans(path, code.split("\n"))

    def check_includes(self, path, lines):
        blocks = include_blocks(lines)
        includes = [entry for block in blocks for entry in block]
        names = [name for _, name in includes]
        if path.endswith(".c") and path.startswith("src/") and names[:1] != ['"config.h"']:
            self.report(path, 1, "config.h is not included first")
        own = '"%s.h"' % os.path.basename(path)[:-2]
        if path.endswith(".c") and own in names and own not in names[:2]:
            self.report(path, 1, "%s is not included right after config.h" % own)
        for block in blocks:
            inner = [name for _, name in block]
            if inner != sorted(inner):
                self.report(path, block[0][0], "includes are not sorted")
        ranks = [(include_rank(name), number) for number, name in includes
                 if name not in ('"config.h"', own)]
        for (before, _), (rank, number) in zip(ranks, ranks[1:]):
            if path.endswith(".c") and rank < before:
                self.report(path, number, "order of includes: system, libraries, project")
                break
        for number, name in includes:
            self.check_layer(path, number, name)

    def check_layer(self, path, number, name):
        layer = "/".join(path.split("/")[:2])
        if layer not in LAYERS:
            return
        bare = name[1:-1]
        if name[0] == '"' and self.headers.get(bare, layer) not in LAYERS[layer]:
            self.report(path, number, "%s must not include %s of %s" % (layer, bare, self.headers[bare]))
        for pattern, allowed in LIBRARIES:
            if name[0] == "<" and pattern.match(bare) and not path.startswith(allowed):
                self.report(path, number, "<%s> belongs to %s" % (bare, ", ".join(allowed)))

    def check_functions(self, path, code):
        for start, end, head in functions(code):
            name = function_name(head)
            length = end - start + 1
            self.lengths.append(length)
            if length > MAX_FUNCTION and not name.endswith("_class_init"):
                self.report(path, start + 1, "%s has %d lines, limit %d" % (name, length, MAX_FUNCTION))
            count = parameters(head)
            limit = MAX_PARAMETERS["static" if re.match(r"\s*static\b", head) else "public"]
            self.over_five += count > 5
            if count > limit:
                self.report(path, start + 1, "%s takes %d parameters, limit %d" % (name, count, limit))
            deepest = nesting(code[start:end])
            if deepest > MAX_NESTING:
                self.report(path, start + 1, "%s nests %d deep, limit %d" % (name, deepest, MAX_NESTING))

    def check_bans(self, path, code):
        for number, line in enumerate(code, 1):
            for call in re.findall(r"\b([a-z]\w*)(?= ?\()", line):
                if call in BANNED_CALLS and not path.startswith(BANNED_CALLS[call] or ("?",)):
                    self.report(path, number, "%s() is banned here" % call)
                if call in BANNED_LOGS and path.startswith(SILENT):
                    self.report(path, number, "%s(): this layer never prints" % call)
            if re.search(r"\bgoto\b", line):
                self.report(path, number, "goto: clean up by g_auto* and return early")
            if path.startswith(DEPRECATED_ALLOWED):
                continue
            found = DEPRECATED.search(line)
            if found and path.startswith("src/app/"):
                self.report(path, number, "%s is deprecated by GTK 4.18" % found.group(0))
            if "IGNORE_DEPRECATIONS" in line or "-Wdeprecated" in line:
                self.report(path, number, "deprecation warnings stay on")
            if path.startswith("src/engine/") and re.search(r"\bg_settings_\w+ ?\(", line):
                self.report(path, number, "the engine does not know GSettings")

    def summary(self, n_files):
        lengths = sorted(self.lengths) or [0]
        return ("%d files, %d functions: median %d lines, 90 %% at most %d, longest %d; %d with more than 5 parameters"
                % (n_files, len(self.lengths), lengths[len(lengths) // 2], lengths[len(lengths) * 9 // 10],
                   lengths[-1], self.over_five))


def include_blocks(lines):
    """Runs of #include lines, each [(line number, '"name"' or '<name>')]."""
    blocks, block = [], []
    for number, line in enumerate(lines, 1):
        match = re.match(r'#\s*include\s+(["<][^">]+[">])', line)
        if match:
            block.append((number, match.group(1)))
        elif block:
            blocks.append(block)
            block = []
    return blocks + ([block] if block else [])


def include_rank(name):
    if name[0] == '"':
        return 2
    return 1 if LIBRARY_HEADER.match(name[1:]) else 0


def functions(code):
    """(index of the line with the name, index of the closing brace, head) of each definition."""
    index = 0
    while index < len(code):
        if code[index].rstrip() != "{":
            index += 1
            continue
        start = index - 1
        while start >= 0 and code[start][:1] in (" ", "\t") and code[start].strip():
            start -= 1
        end = index
        while end < len(code) - 1 and not code[end].startswith("}"):
            end += 1
        head = "\n".join(code[max(start - 1, 0):index])
        if start >= 0 and re.match(r"\w+ \(", code[start]):
            yield start, end, head
        index = end + 1


def function_name(head):
    return re.search(r"^(\w+) \(", head, re.M).group(1)


def parameters(head):
    text = head[re.search(r"^\w+ \(", head, re.M).end():]
    depth, count = 0, 1
    for char in text:
        depth += (char == "(") - (char == ")")
        count += char == "," and depth == 0
    return 0 if re.match(r"\s*void\s*\)", text) else count


def nesting(body):
    """The deepest run of control blocks; GNU style gives each brace its own line."""
    depth = deepest = 0
    for line in body:
        stripped = line.strip()
        depth += stripped == "{"
        depth -= stripped.startswith("}") and line[:1] in (" ", "}") and stripped in ("}", "};", "},")
        deepest = max(deepest, depth)
    return deepest - 1


def project_files(root):
    listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"], capture_output=True,
                            text=True, check=False)
    if listed.returncode == 0:
        names = listed.stdout.splitlines()
    else:
        names = [os.path.relpath(os.path.join(folder, name), root)
                 for folder, _, files in os.walk(root) for name in files]
        names = [name for name in names if not name.startswith("build")]
    return sorted(name for name in names if os.path.isfile(os.path.join(root, name)))


def main(args):
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    if args[:1] == ["--root"]:
        root, args = args[1], args[2:]
    files = project_files(root)
    headers = {os.path.basename(name): "/".join(name.split("/")[:2])
               for name in files if name.startswith("src/") and name.endswith(".h")}
    checker = Checker(headers)
    chosen = [name for name in files if not args or name in args]
    for name in chosen:
        try:
            with open(os.path.join(root, name), encoding="utf-8") as file:
                text = file.read()
        except UnicodeDecodeError:
            continue
        checker.check_text(name, text)
        if name.endswith((".c", ".h")):
            checker.check_c(name, text)
    print("\n".join(checker.problems + [checker.summary(len(chosen))]))
    return 1 if checker.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
