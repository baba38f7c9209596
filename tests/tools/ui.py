# SPDX-License-Identifier: GPL-3.0-or-later
"""ui.py - drive and read a GTK 4 program in a test, through AT-SPI and xdotool.

Run the test with  with-display /usr/bin/python3 test.py  (Debian's Python has gi;
a pyenv or venv Python has not).  Debian packages: python3-gi gir1.2-atspi-2.0 at-spi2-core xdotool.

    from ui import App, key, type_text
    with App(["build/src/photos"], app_id="org.example.Photos") as app:
        app.find("push button", "Import…").press()          # AT-SPI action: no pointer, no focus needed
        app.find("menu item", "Preferences").click()        # real pointer click
        spin = app.find("spin button", "Scout threads")     # waits up to app.timeout
        spin.set_value(6); assert spin.value == 6
        key("Escape")
        app.wait_gone("frame", "Preferences")
        app.action("win.import-from", "/tmp/card")           # GAction over D-Bus: past any file chooser
        app.wait_log(r"IMPORT /tmp/card")
        app.wait(lambda: "42 photos" in app.find("label", re.compile("photos")).name)

Facts about GTK 4.8 that this file copes with
 * Coordinates: only window-relative ones are right.  Asking for screen coordinates makes the
   program print a g_warning (fatal under G_DEBUG=fatal-warnings), which is why dogtail does not fit.
   Node.center() adds the X window's place, the frame's margin and GDK_SCALE.
 * SHOWING is set for windows only, so 'visible on screen' is computed from extents (Node.on_screen).
 * libatspi's cache goes stale without a main loop: it is switched off here, every read is a call.
 * A GtkGridView shows its bound cells (about 32 x max-columns), not its 100,000 items.
 * Window-level and widget-level GActions are listed as AT-SPI actions of the widget that owns them.
"""
import os, re, signal, subprocess, sys, tempfile, time
import warnings
warnings.filterwarnings("ignore", category=DeprecationWarning)
import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib

POLL = 0.05
_started = False


class Timeout(AssertionError):
    pass


class Died(AssertionError):
    """the program ended before it had a window"""


def _init():
    global _started
    if not _started:
        Atspi.init()
        Atspi.set_timeout(5000, 15000)
        _started = True


def wait_until(test, timeout=10, what=None):
    """calls test() until it gives something true; returns that. LookupError inside counts as false."""
    end, err = time.monotonic() + timeout, None
    while True:
        try:
            r = test()
            if r:
                return r
        except (LookupError, GLib.Error) as e:
            err = e
        if time.monotonic() > end:
            raise Timeout("timed out after %.1f s waiting for %s%s" % (timeout, what or test, ": %s" % err if err else ""))
        time.sleep(POLL)


def _xdo(*args):
    p = subprocess.run(["xdotool"] + [str(a) for a in args], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if p.returncode:
        raise RuntimeError("xdotool %s: %s" % (" ".join(map(str, args)), p.stderr.decode().strip()))
    return p.stdout.decode().strip()


# ---------------------------------------------------------------- keyboard and pointer
def key(*combos, delay=30):
    """key("ctrl+comma"), key("Tab", "Tab", "space"): to the focused window"""
    _xdo("key", "--clearmodifiers", "--delay", delay, *combos)


def type_text(text, delay=15):
    _xdo("type", "--clearmodifiers", "--delay", delay, "--", text)


def move(x, y):
    _xdo("mousemove", int(x), int(y))


def click_at(x, y, button=1, times=1, mods=()):
    move(x, y)
    for m in mods:
        _xdo("keydown", m)
    try:
        _xdo("click", "--repeat", times, "--delay", 60, button)
    finally:
        for m in mods:
            _xdo("keyup", m)


def wheel(clicks, x=None, y=None):
    """clicks > 0 scrolls down"""
    if x is not None:
        move(x, y)
    if clicks:
        _xdo("click", "--repeat", abs(clicks), "--delay", 12, 5 if clicks > 0 else 4)


def drag(x0, y0, x1, y1, steps=12, hold=0.12):
    """press, move in small steps (GTK needs > 8 px of travel to start a drag), release"""
    move(x0, y0)
    _xdo("mousedown", 1)
    time.sleep(hold)
    try:
        for i in range(1, steps + 1):
            move(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps)
            time.sleep(0.02)
        time.sleep(hold)
    finally:
        _xdo("mouseup", 1)


# ---------------------------------------------------------------- accessible nodes
def clean(name):
    """GTK 4.8 names a button '_Import Import' (label with mnemonic, then its child's text): say 'Import'"""
    n = re.sub(r"_(?=\w)", "", name or "").strip()
    half = n[:len(n) // 2].strip()
    return half if half and n == half + " " + half else n


def _match(want, have):
    if want is None:
        return True
    if isinstance(want, re.Pattern):
        return bool(want.search(have or "") or want.search(clean(have)))
    return want in ((have or ""), clean(have))


class Node:
    def __init__(self, acc, app):
        self.acc, self.app = acc, app

    # -- reading
    @property
    def role(self):
        return self.acc.get_role_name()

    @property
    def name(self):
        return self.acc.get_name() or ""

    @property
    def description(self):
        return self.acc.get_description() or ""

    @property
    def states(self):
        return {s.value_nick for s in self.acc.get_state_set().get_states()}

    @property
    def interfaces(self):
        return self.acc.get_interfaces()

    @property
    def text(self):
        t = self.acc.get_text_iface()
        return Atspi.Text.get_text(t, 0, 2 ** 31 - 1) if t else self.name    # GTK 4.8 takes -1 for 0

    @property
    def value(self):
        v = self.acc.get_value_iface()
        return v.get_current_value() if v else None

    @property
    def value_range(self):
        v = self.acc.get_value_iface()
        return (v.get_minimum_value(), v.get_maximum_value()) if v else None

    @property
    def actions(self):
        a = self.acc.get_action_iface()
        return [Atspi.Action.get_action_name(a, i) for i in range(a.get_n_actions())] if a else []

    @property
    def relations(self):
        return {r.get_relation_type().value_nick: [Node(r.get_target(i), self.app) for i in range(r.get_n_targets())]
                for r in self.acc.get_relation_set()}

    @property
    def children(self):
        n = self.acc.get_child_count()
        kids = (self.acc.get_child_at_index(i) for i in range(n))
        return [Node(k, self.app) for k in kids if k]

    @property
    def parent(self):
        p = self.acc.get_parent()
        return Node(p, self.app) if p else None

    @property
    def window(self):
        n = self
        while n and n.role not in ("frame", "dialog", "window", "alert", "file chooser"):
            n = n.parent
        return n

    @property
    def extents(self):
        """x, y, w, h in logical pixels inside the window's visible frame"""
        c = self.acc.get_component_iface()
        if not c:
            raise LookupError("%r has no place" % self)
        r = c.get_extents(Atspi.CoordType.WINDOW)
        return (r.x, r.y, r.width, r.height)

    def center(self):
        """screen pixels of this node's middle"""
        x, y, w, h = self.extents
        ox, oy, s = self.app._origin(self)
        return (ox + (x + w / 2) * s, oy + (y + h / 2) * s)

    @property
    def on_screen(self):
        """mapped, and its middle lies in its window and in every scroll pane above it"""
        try:
            x, y, w, h = self.extents
        except LookupError:
            return False
        if w <= 0 or h <= 0 or "visible" not in self.states:
            return False
        cx, cy, n = x + w / 2, y + h / 2, self.parent
        while n:
            if n.role in ("scroll pane", "viewport", "frame", "dialog"):
                a, b, c, d = n.extents
                if not (a <= cx <= a + c and b <= cy <= b + d):
                    return False
            if n.role in ("frame", "dialog"):
                break
            n = n.parent
        return True

    # -- searching
    def walk(self, limit=20000, deep=False):
        """breadth first, so that buttons come before the cells of a big grid; what is inside a grid's
        cells or a scroll bar is left out unless deep: a GtkGridView has hundreds of bound cells"""
        todo, seen = [self], 0
        while todo and seen < limit:
            n = todo.pop(0)
            seen += 1
            yield n
            try:
                if deep or n is self or n.role not in ("table cell", "scroll bar"):
                    todo += n.children
            except GLib.Error:
                pass

    def find_all(self, role=None, name=None, state=None, deep=False):
        out = []
        for n in self.walk(deep=deep):
            try:
                if _match(role, n.role) and _match(name, n.name) and (state is None or state in n.states):
                    out.append(n)
            except GLib.Error:
                pass
        return out

    def find_now(self, role=None, name=None, state=None):
        for n in self.walk():
            try:
                if _match(role, n.role) and _match(name, n.name) and (state is None or state in n.states):
                    return n
            except GLib.Error:
                pass
        raise LookupError("no %s %r under %r" % (role or "node", getattr(name, "pattern", name), self))

    def find(self, role=None, name=None, state=None, timeout=None):
        """waits for it; name is a string (exact) or a compiled regex"""
        return wait_until(lambda: self.find_now(role, name, state), self.app.timeout if timeout is None else timeout,
                          "%s %r" % (role or "node", getattr(name, "pattern", name)))
    wait_for = find

    def wait_gone(self, role=None, name=None, timeout=None):
        def gone():
            try:
                self.find_now(role, name)
                return False
            except LookupError:
                return True
        wait_until(gone, self.app.timeout if timeout is None else timeout, "%s %r to go" % (role, name))

    # -- acting
    def do(self, action):
        a = self.acc.get_action_iface()
        for i in range(a.get_n_actions() if a else 0):
            if Atspi.Action.get_action_name(a, i) == action:
                if not a.do_action(i):
                    raise RuntimeError("%r refused %s" % (self, action))
                return self
        raise LookupError("%r has no action %s, only %s" % (self, action, self.actions))

    def press(self):
        """activate through AT-SPI: works unfocused, hidden behind others, without a pointer, on Wayland too.
        A menu button or drop-down has its action on the button inside it."""
        for n in [self] + self.children:
            have = n.actions
            for a in ("click", "activate", "toggle", "press", "listitem.activate", "listitem.select", "default.activate"):
                if a in have:
                    return n.do(a)
        raise LookupError("%r has nothing to press: %s" % (self, self.actions))

    def click(self, button=1, times=1, mods=()):
        """a real pointer click in the middle"""
        if not self.on_screen:
            raise LookupError("%r is not on the screen" % self)
        click_at(*self.center(), button=button, times=times, mods=mods)
        return self

    def hover(self):
        move(*self.center())
        return self

    def wheel(self, clicks):
        wheel(clicks, *self.center())
        return self

    def drag_to(self, other):
        drag(*self.center(), *other.center())
        return self

    def focus(self):
        """GTK 4.8 refuses AT-SPI's GrabFocus: click, at the left where a spin button has its text"""
        try:
            if self.acc.get_component_iface().grab_focus():
                return self
        except GLib.Error:
            pass
        x, y, w, h = self.extents
        cx, cy = self.center()
        s = self.app.scale
        click_at(cx - w * s / 2 + min(14, w / 4) * s, cy)
        return self

    def set_value(self, v):
        if not self.acc.get_value_iface() or not self.acc.get_value_iface().set_current_value(v):
            raise RuntimeError("%r takes no value" % self)
        return self

    def set_text(self, s):
        e = self.acc.get_editable_text_iface()
        if not e or not e.set_text_contents(s):
            raise RuntimeError("%r takes no text" % self)
        return self

    def select(self):
        """select this child in its list or grid"""
        p = self.acc.get_parent()
        if not p.get_selection_iface() or not p.get_selection_iface().select_child(self.acc.get_index_in_parent()):
            raise RuntimeError("%r cannot be selected" % self)
        return self

    # -- seeing
    def __repr__(self):
        try:
            return '<%s "%s">' % (self.role, self.name)
        except GLib.Error:
            return "<gone>"

    def dump(self, depth=30, max_children=40, out=None, _ind=0):
        out = out or sys.stdout
        try:
            kids = self.children
            e = "[%d,%d %dx%d]" % self.extents if "Component" in self.interfaces else ""
            v = " value=%g" % self.value if "Value" in self.interfaces else ""
            flags = self.states & {"focused", "selected", "checked", "pressed", "expanded", "busy", "focusable", "editable"}
            if "sensitive" not in self.states:
                flags.add("INSENSITIVE")
            if "visible" not in self.states:
                flags.add("HIDDEN")
            out.write('%s%s "%s" %s%s %s\n' % ("  " * _ind, self.role, self.name, e, v, ",".join(sorted(flags))))
        except GLib.Error as ex:
            out.write("%s<gone: %s>\n" % ("  " * _ind, ex))
            return
        if depth:
            for k in kids[:max_children]:
                k.dump(depth - 1, max_children, out, _ind + 1)
            if len(kids) > max_children:
                out.write("%s... %d more\n" % ("  " * (_ind + 1), len(kids) - max_children))

    # -- checking
    INTERACTIVE = {"push button", "toggle button", "check box", "radio button", "combo box", "spin button", "slider",
                   "switch", "text", "entry", "password text", "menu item", "list item", "table cell", "link", "page tab",
                   "tree item", "progress bar", "image", "table", "frame", "dialog"}
    NAMED_BY_CONTENT = {"list item", "table cell", "tree item", "page tab", "push button", "toggle button"}

    def nameless(self):
        """(role, name, extents) of the nodes with a size that a screen reader could not name: no name,
        or, GTK 4.8's stand-in for none, the class name (any CamelCase word of two humps or more)"""
        bad = []
        for n in self.walk():
            try:
                role, name = n.role, n.name
                if role in self.INTERACTIVE and (not name.strip() or re.fullmatch(r"([A-Z][a-z]+){2,}", name)):
                    if n.extents[2] > 0 and n.extents[3] > 0 and not (
                            role in self.NAMED_BY_CONTENT and any(c.role in ("label", "heading") and c.text.strip() for c in n.walk(60, True))):
                        bad.append((role, name, n.extents))
            except (GLib.Error, LookupError):
                pass
        return bad


# ---------------------------------------------------------------- the program
class App(Node):
    """starts a program and finds it on the accessibility bus; ends it (by pid) on exit"""

    def __init__(self, cmd, app_id=None, env=None, cwd=None, timeout=10, start_timeout=30, fatal_warnings=False):
        _init()
        self.timeout, self.app_id, self.app = timeout, app_id, self
        e = dict(os.environ)
        e.update(env or {})
        if fatal_warnings:
            e["G_DEBUG"] = "fatal-warnings"
        self.scale = int(e.get("GDK_SCALE") or 1)
        self.logfile = tempfile.NamedTemporaryFile(prefix="ui-app.", suffix=".log", delete=False)
        self.proc = subprocess.Popen(cmd, env=e, cwd=cwd, stdout=self.logfile, stderr=subprocess.STDOUT)
        self.acc = None
        try:
            self.acc = wait_until(self._lookup, start_timeout, "%s on the accessibility bus" % cmd[0])
            wait_until(lambda: self.acc.get_child_count() > 0, start_timeout, "a window of %s" % cmd[0])
        except Timeout as ex:
            self.close()
            raise Timeout("%s\n--- output of the program\n%s" % (ex, self.log[-2000:]))

    def _lookup(self):
        if self.proc.poll() is not None:
            raise Died("the program ended with status %s\n%s" % (self.proc.returncode, self.log[-2000:]))
        d = Atspi.get_desktop(0)
        d.clear_cache()
        pids = self._pids()
        for i in range(d.get_child_count()):
            a = d.get_child_at_index(i)
            if a and a.get_process_id() in pids:
                a.set_cache_mask(Atspi.Cache.NONE)   # or every later read may be stale
                return a
        return None

    def _pids(self):
        """the program's pid and its children's: valgrind, env, meson devenv and the like fork"""
        pids, todo = {self.proc.pid}, [self.proc.pid]
        while todo:
            p = todo.pop()
            try:
                with open("/proc/%d/task/%d/children" % (p, p)) as f:
                    new = [int(c) for c in f.read().split()]
            except OSError:
                new = []
            pids.update(new)
            todo += new
        return pids

    # -- windows
    def windows(self):
        return self.children

    def win(self, name=None, timeout=None):
        return wait_until(lambda: next((w for w in self.windows() if _match(name, w.name)), None),
                          self.timeout if timeout is None else timeout, "window %r" % name)

    def xids(self, title=None):
        ids = []
        for p in self._pids():
            r = subprocess.run(["xdotool", "search", "--onlyvisible", "--all", "--pid", str(p), "--name", title or "."],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            ids += r.stdout.decode().split()
        return ids

    @staticmethod
    def _geometry(xid):
        # not xdotool getwindowgeometry: it counts a window manager's frame twice
        o = subprocess.run(["xwininfo", "-id", str(xid)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()
        m = [re.search(p + r":\s+(-?\d+)", o) for p in ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")]
        if not all(m):
            raise LookupError("no X window %s" % xid)
        return tuple(int(x.group(1)) for x in m)

    def _popups(self):
        """geometry of the popovers' X windows (override-redirect), newest last"""
        ids = subprocess.run("xwininfo -root -children | grep -o '^ *0x[0-9a-f]*'", shell=True,
                             stdout=subprocess.PIPE).stdout.decode().split()
        mine = {"0x%x" % int(x) for x in self.xids()}
        out = []
        for x in reversed([i for i in ids if i in mine]):
            if b"Override Redirect State: yes" in subprocess.run(["xwininfo", "-id", x], stdout=subprocess.PIPE).stdout:
                out.append(self._geometry(x))
        return out

    def _origin(self, node):
        """screen pixels of (0, 0) in AT-SPI's window coordinates for this node, and the scale.
        Inside a popover GTK 4.8 reports places as if the popover's surface began at its parent's
        corner: there the popover's own X window (about its node's size) gives the truth."""
        s, popups, n = self.scale, None, node
        while n and n.role not in ("frame", "window"):
            if n.role in ("menu", "dialog", "tool tip") or n.name.startswith("GtkPopover"):
                popups = self._popups() if popups is None else popups
                w, h = n.extents[2:]
                px, py = n.parent.extents[:2] if n.parent and n.parent.role != "application" else n.extents[:2]
                fit = sorted((W - w * s + H - h * s, -i, X, Y) for i, (X, Y, W, H) in enumerate(popups)
                             if 0 <= W - w * s <= 40 * s and 0 <= H - h * s <= 40 * s)   # what is more is CSS margin
                if fit:
                    return fit[0][2] - px * s, fit[0][3] - py * s, s
                if n.role == "dialog" and n.parent and n.parent.role == "application":
                    break
            n = n.parent
        win = n or node.window
        fx, fy, fw, fh = win.extents
        best = None
        for x in self.xids("^" + re.escape(win.name) + "$" if win.name else None):
            X, Y, W, H = self._geometry(x)
            m = re.search(r"= (\d+), (\d+), (\d+), (\d+)", subprocess.run(
                ["xprop", "-id", x, "_GTK_FRAME_EXTENTS"], stdout=subprocess.PIPE).stdout.decode())
            l, r, t, b = map(int, m.groups()) if m else (0, 0, 0, 0)
            # what is left beside the shadow is the frame's own border: the same on both sides
            bx, by = (W - l - r - fw * s) / 2, (H - t - b - fh * s) / 2
            if bx < 0 or by < 0:
                continue
            if best is None or bx + by < best[0]:
                best = (bx + by, X + l + bx, Y + t + by)
        if best is None:
            raise LookupError("no X window for %r" % win)
        return best[1], best[2], s

    def activate_window(self, title=None):
        for x in self.xids(title):
            subprocess.run(["xdotool", "windowactivate", "--sync", x], stderr=subprocess.DEVNULL)
            return x

    def resize(self, w, h, title=None):
        x = self.xids(title)[-1]
        _xdo("windowsize", "--sync", x, w, h)

    # -- GAction over D-Bus: the surest way in, and the way past a file chooser
    def _bus(self, path, method, args, reply):
        bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        return bus.call_sync(self.app_id, path, "org.gtk.Actions", method, args, reply, 0, 10000, None)

    def _action_path(self, name):
        base = "/" + self.app_id.replace(".", "/").replace("-", "_")
        group, _, act = name.partition(".")
        return (base if group == "app" else base + "/window/%d" % int(group[3:] or 1) if group.startswith("win") else base), act

    def action(self, name, param=None):
        """app.action("win.import-from", "/tmp/card"); str, int (i), bool, float, or a GLib.Variant"""
        path, act = self._action_path(name)
        if param is not None and not isinstance(param, GLib.Variant):
            param = GLib.Variant({str: "s", bool: "b", int: "i", float: "d"}[type(param)], param)
        self._bus(path, "Activate", GLib.Variant("(sava{sv})", (act, [param] if param is not None else [], {})), None)

    def action_state(self, name):
        """(enabled, parameter type, state or None)"""
        path, act = self._action_path(name)
        en, sig, st = self._bus(path, "Describe", GLib.Variant("(s)", (act,)), GLib.VariantType("((bgav))")).unpack()[0]
        return en, sig, st[0] if st else None

    def action_names(self, group="win"):
        return self._bus(self._action_path(group + ".x")[0], "List", None, GLib.VariantType("(as)")).unpack()[0]

    # -- keyboard
    def focused(self):
        """the innermost node that says it has the keyboard focus, or None"""
        f = [n for w in self.windows() if "active" in w.states for n in w.walk() if "focused" in n.states]
        return f[-1] if f else None

    def type_into(self, role, text):
        """types once a node of this role has the keyboard focus: an action over D-Bus may still be on its way"""
        wait_until(lambda: (f := self.focused()) is not None and f.role == role, self.timeout, "the focus in a " + role)
        type_text(text)

    def tab_walk(self, limit=60, back=False):
        """presses Tab until the focus comes round; [(role, name), ...]: what the keyboard alone reaches"""
        seen, places = [], set()
        for _ in range(limit):
            key("shift+Tab" if back else "Tab")
            time.sleep(0.06)
            n = self.focused()
            if n is None:
                seen.append(None)
                continue
            k = (n.role, n.name, n.extents)
            if k in places:
                break
            places.add(k)
            seen.append(k[:2])
        return seen

    # -- output, end
    @property
    def log(self):
        with open(self.logfile.name, errors="replace") as f:
            return f.read()

    def wait_log(self, pattern, timeout=None):
        return wait_until(lambda: re.search(pattern, self.log), self.timeout if timeout is None else timeout,
                          "output like %r" % pattern)

    def wait(self, test, timeout=None, what=None):
        return wait_until(test, self.timeout if timeout is None else timeout, what)

    def shot(self, path, *opts):
        here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shot")
        subprocess.run([here] + list(opts) + [path], check=True, stdout=subprocess.DEVNULL)
        return path

    def warnings(self):
        return [l for l in self.log.splitlines() if re.search(r"-(WARNING|CRITICAL) \*\*|ERROR: \w+Sanitizer|runtime error:", l)]

    def close(self, grace=5):
        if self.proc.poll() is None:
            self.proc.send_signal(signal.SIGTERM)
            try:
                self.proc.wait(grace)
            except subprocess.TimeoutExpired:
                self.proc.kill()
                self.proc.wait()
        return self.proc.returncode

    def quit(self, timeout=10):
        """ask politely (app.quit) and return the exit status: leak checkers need this"""
        if self.app_id:
            try:
                self.action("app.quit")
            except GLib.Error:
                pass
        try:
            return self.proc.wait(timeout)
        except subprocess.TimeoutExpired:
            return self.close()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        if exc[0] is not None:
            sys.stderr.write("--- output of the program\n%s\n" % self.log[-3000:])
        self.close()
        try:
            os.unlink(self.logfile.name)
        except OSError:
            pass


class DragSource:
    """a second program's window to drop files from: with DragSource(["/tmp/card"]) as d: d.drop_on(node)"""

    def __init__(self, paths, timeout=15):
        here = os.path.dirname(os.path.abspath(__file__))
        self.log = tempfile.NamedTemporaryFile(prefix="ui-drag.", delete=False)
        self.proc = subprocess.Popen(["/usr/bin/python3", os.path.join(here, "drag-source")] + list(paths),
                                     stdout=self.log, stderr=subprocess.STDOUT)
        wait_until(lambda: "READY" in self.out, timeout, "drag-source")
        self.xid = wait_until(lambda: subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "^drag-source$"],
                              stdout=subprocess.PIPE).stdout.decode().split(), timeout, "drag-source's window")[-1]

    @property
    def out(self):
        with open(self.log.name, errors="replace") as f:
            return f.read()

    def drop_on(self, node):
        w, h = (int(v) for v in os.environ.get("WITH_DISPLAY_SIZE", "1280x800").split("x"))
        _xdo("windowmove", "--sync", self.xid, w - 170, h - 70)      # the lower right corner, on top
        _xdo("windowactivate", "--sync", self.xid)
        X, Y, W, H = App._geometry(self.xid)
        before = len(self.out)
        drag(X + W / 2, Y + H / 2, *node.center(), steps=25)
        wait_until(lambda: re.search("DROPPED|CANCELLED", self.out[before:]), 10, "the drop's end")
        return "CANCELLED" not in self.out[before:]

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.proc.terminate()
        self.proc.wait()
        os.unlink(self.log.name)


class FakeCards:
    """memory cards for a program under  with-display --fake-volumes ; start this before the program:
    with FakeCards() as cards, App([...]) as app: cards.insert("CANON", "/tmp/card"); ...; cards.wait("EJECT CANON")"""

    def __init__(self, timeout=15):
        here = os.path.dirname(os.path.abspath(__file__))
        self.log = tempfile.NamedTemporaryFile(prefix="ui-cards.", delete=False)
        self.proc = subprocess.Popen(["/usr/bin/python3", os.path.join(here, "fake-card")], stdin=subprocess.PIPE,
                                     stdout=self.log, stderr=subprocess.STDOUT, text=True)
        self.wait("READY", timeout)

    @property
    def out(self):
        with open(self.log.name, errors="replace") as f:
            return f.read()

    def wait(self, text, timeout=10):
        return wait_until(lambda: text in self.out, timeout, "fake-card to say %r, not %r" % (text, self.out))

    def _say(self, line):
        self.proc.stdin.write(line + "\n")
        self.proc.stdin.flush()
        self.wait("OK " + line)

    def insert(self, name, folder, *flags):
        self._say(" ".join(["insert", name, folder] + list(flags)))

    def mount(self, name):
        self._say("mount " + name)

    def unmount(self, name):
        self._say("unmount " + name)

    def pull(self, name):
        self._say("pull " + name)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.proc.stdin.close()
        self.proc.wait()
        os.unlink(self.log.name)


def choose_path(app, title, path, accept=None):
    """fill GTK's own file chooser (what GtkFileChooserNative shows where no portal is used):
    Ctrl+L opens the location entry; Return or the accept button ends it"""
    dlg = app.win(title)
    app.activate_window("^" + re.escape(title) + "$")
    key("ctrl+l")
    ent = wait_until(lambda: [e for e in dlg.find_all() if e.role in ("text", "entry") and "Text" in e.interfaces
                              and e.extents[2] > 100], 5, "the location entry")[0]
    key("ctrl+a")
    type_text(path)
    wait_until(lambda: ent.text.rstrip("/") == path.rstrip("/"), 5, "the typed path, not %r" % ent.text)
    if accept:
        dlg.find("push button", accept).press()
    else:
        key("Return")
    try:
        app.wait_gone("frame", title, timeout=3)
    except Timeout:                     # the first Return may only have closed the completion list
        key("Return")
        app.wait_gone("frame", title, timeout=5)


def attach(pid=None, name=None, timeout=10):
    """a Node for a program that already runs"""
    _init()

    def look():
        d = Atspi.get_desktop(0)
        d.clear_cache()
        for i in range(d.get_child_count()):
            a = d.get_child_at_index(i)
            if a and (pid is None or a.get_process_id() == pid) and (name is None or a.get_name() == name):
                a.set_cache_mask(Atspi.Cache.NONE)
                return a
    app = App.__new__(App)
    app.acc, app.app, app.timeout, app.app_id, app.scale = wait_until(look, timeout, "program"), app, timeout, None, int(os.environ.get("GDK_SCALE") or 1)

    class P:
        pid = app.acc.get_process_id()
    app.proc = P()
    return app


if __name__ == "__main__":      # ui.py [PID]: dump what is on the bus;  ui.py --nameless [PID]
    _init()
    check = "--nameless" in sys.argv
    pids = [int(a) for a in sys.argv[1:] if a.isdigit()]
    d = Atspi.get_desktop(0)
    for i in range(d.get_child_count()):
        a = d.get_child_at_index(i)
        if a and (not pids or a.get_process_id() in pids):
            n = attach(a.get_process_id())
            if check:
                for b in n.nameless():
                    print(*b)
            else:
                n.dump()
