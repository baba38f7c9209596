# SPDX-License-Identifier: GPL-3.0-or-later
"""What the integration tests share: TAP, places of their own, the command line, photos made in code."""
import contextlib
import hashlib
import json
import os
import shutil
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import time
import traceback

CLI = os.environ.get("OUTRIDER_CLI", "outrider-cli")
NOBODY = 65534

# ---- TAP -----------------------------------------------------------------------------------------

_tests = []
_name = os.path.splitext(os.path.basename(sys.argv[0]))[0]


class Skip(Exception):
    """Raised by a test that can't run here."""


def test(function):
    _tests.append(function)
    return function


def note(*words):
    for line in " ".join(str(w) for w in words).splitlines():
        print("# " + line)
    sys.stdout.flush()


def main():
    """Runs the tests in their order (or those named on the command line) and prints TAP."""
    chosen = [t for t in _tests if not sys.argv[1:] or t.__name__ in sys.argv[1:]]
    failed = 0
    print(f"1..{len(chosen)}")
    for number, function in enumerate(chosen, 1):
        title = function.__name__.replace("_", "-")
        try:
            function()
            print(f"ok {number} - {title}")
        except Skip as skip:
            print(f"SKIP {_name}/{title}: {skip}", file=sys.stderr)
            print(f"ok {number} - {title} # SKIP {_name}/{title}: {skip}")
        except Exception:  # the traceback is the message
            failed += 1
            note(traceback.format_exc())
            print(f"not ok {number} - {title}")
        sys.stdout.flush()
    sys.exit(1 if failed else 0)


def check(condition, *words):
    if not condition:
        raise AssertionError(" ".join(str(w) for w in words) or "is not so")


def equal(got, expected, *words):
    if got != expected:
        raise AssertionError(f"{' '.join(str(w) for w in words)}: got {got!r}, expected {expected!r}")


# ---- a place -------------------------------------------------------------------------------------

class Run:
    """What a command did."""

    def __init__(self, status, out, err, seconds):
        self.status, self.out, self.err, self.seconds = status, out, err, seconds

    @property
    def text(self):
        return self.out.decode("utf-8")

    @property
    def messages(self):
        return self.err.decode("utf-8", "replace")

    @property
    def objects(self):
        return [json.loads(line) for line in self.out.decode("utf-8").splitlines()]


class Import(Run):
    """What an import said with --json."""

    def __init__(self, run):
        super().__init__(run.status, run.out, run.err, run.seconds)
        self.events = [e for e in self.objects if e["event"] == "file"]
        last = self.objects[-1] if self.objects else {}
        self.summary = last if last.get("event") == "summary" else None

    def result_of(self, path):
        return {event_path(e): e["result"] for e in self.events}.get(os.fsencode(path))

    def counts(self):
        return {k: self.summary[k] for k in RESULTS if self.summary[k]}


RESULTS = ("imported", "known", "moved", "changed", "duplicate", "companion", "skipped", "damaged", "failed")


def event_path(event):
    """The bytes of the path."""
    if "path_bytes" in event:
        import base64
        return base64.b64decode(event["path_bytes"])
    return event["path"].encode("utf-8")


def in_memory():
    """Where a Place syncs at no cost, for tests that do so thousands of times; None: there is no room for it."""
    try:
        st = os.statvfs("/dev/shm")
    except OSError:
        return None
    roomy = st.f_bavail * st.f_frsize >= 256 << 20
    return "/dev/shm" if roomy and os.access("/dev/shm", os.W_OK) else None


class Place:
    """A temporary folder with a tree of photos, a catalog and thumbnails."""

    def __init__(self, base=None):
        self.root = os.path.realpath(tempfile.mkdtemp(prefix="otr-", dir=base))
        self.photos = self.sub("photos")
        self.catalog = os.path.join(self.sub("data"), "catalog.db")
        self.thumbnails = os.path.join(self.sub("cache"), "thumbnails.db")
        self.environment = {
            **os.environ,
            "HOME": self.sub("home"), "XDG_DATA_HOME": self.sub("home/data"),
            "XDG_CACHE_HOME": self.sub("home/cache"), "G_DEBUG": "fatal-warnings",
            "LC_ALL": "C.UTF-8", "TZ": "UTC",
        }
        self.prefix = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # the tree may hold folders nobody may enter
        for folder, names, _files in os.walk(os.fsencode(self.root)):
            for name in names:
                path = os.path.join(folder, name)
                if not os.path.islink(path):
                    with contextlib.suppress(OSError):
                        os.chmod(path, 0o700)
        subprocess.run(["rm", "-rf", "--", self.root], check=False)

    def sub(self, name):
        path = os.path.join(self.root, name)
        os.makedirs(path, exist_ok=True)
        return path

    def command(self, *arguments):
        return [*self.prefix, CLI, "--catalog", self.catalog, "--thumbnails", self.thumbnails, *arguments]

    def start(self, *arguments, env=None, **options):
        return subprocess.Popen(self.command(*arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env={**self.environment, **(env or {})}, **options)

    def run(self, *arguments, env=None, timeout=120, **options):
        begin = time.monotonic()
        process = self.start(*arguments, env=env, **options)
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            raise AssertionError(f"still running after {timeout} s: {arguments}\n{err.decode()}") from None
        return Run(process.returncode, out, err, time.monotonic() - begin)

    def must(self, *arguments, status=0, **options):
        run = self.run(*arguments, **options)
        equal(run.status, status, f"exit status of {arguments}\n{run.messages[-2000:]}")
        return run

    def imports(self, *arguments, status=0, **options):
        """Imports with --json, checks that the counts add up."""
        run = Import(self.run("import", "--json", *(arguments or [self.photos]), **options))
        if status is not None:
            equal(run.status, status, f"exit status of import {arguments}\n{run.messages[-2000:]}")
        check(run.summary is not None, "no summary:", run.out[-500:], run.messages[-2000:])
        if run.status in (0, 1):
            summary = run.summary
            equal(sum(summary[k] for k in RESULTS), summary["found"], "sum of results")
            equal(len(run.events), summary["found"], "number of events")
        return run

    def list(self, *arguments):
        return self.must("list", "--json", *arguments).objects

    def paths(self, *arguments):
        return sorted(event_path(r) for r in self.list(*arguments))

    def clean(self):
        run = self.run("check")
        equal(run.status, 0, "check: " + run.text + run.messages)

    def photo(self, name, **values):
        """Writes a photo below the tree; its path."""
        path = os.path.join(self.photos, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(jpeg(**values))
        return path


def as_nobody():
    """The prefix that runs a command as another user; Skip when that can't be."""
    if os.geteuid() != 0:
        raise Skip("needs root, to become another user")
    if shutil.which("setpriv") is None:
        raise Skip("needs setpriv")
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--"]


def digest_of(path, kind="sha256"):
    digest = hashlib.new(kind)
    with open(path, "rb") as file:
        for chunk in iter(lambda: file.read(1 << 20), b""):
            digest.update(chunk)
    return digest.hexdigest()


def snapshot(top):
    """Everything about a tree that an import must not change; access times aside."""
    seen = {}
    top = os.fsencode(top)
    stack = [top]
    while stack:
        path = stack.pop()
        st = os.lstat(path)
        content = None
        if stat.S_ISREG(st.st_mode):
            content = digest_of(path)
        elif stat.S_ISLNK(st.st_mode):
            content = os.readlink(path)
        elif stat.S_ISDIR(st.st_mode):
            content = sorted(os.listdir(path))
            stack += [os.path.join(path, name) for name in content]
        seen[path] = (st.st_mode, st.st_ino, st.st_nlink, st.st_uid, st.st_gid, st.st_size, st.st_mtime_ns,
                      st.st_ctime_ns, content)
    return seen


def wait_for(condition, seconds=20, what="it"):
    """Looks every few milliseconds; there is no event to wait on in another process."""
    end = time.monotonic() + seconds
    while not condition():
        check(time.monotonic() < end, "waited in vain for", what)
        time.sleep(0.005)


# ---- photos --------------------------------------------------------------------------------------

_DC_BITS = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
_DC_VALUES = list(range(12))


def _codes(bits, values):
    codes, code, at = {}, 0, 0
    for length, count in enumerate(bits, 1):
        for _ in range(count):
            codes[values[at]] = (code, length)
            code, at = code + 1, at + 1
        code <<= 1
    return codes


_DC_CODES = _codes(_DC_BITS, _DC_VALUES)


def _segment(marker, data):
    return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data


def _scan(levels):
    """Entropy-coded data of grey blocks: only DC terms, each block one flat tone."""
    number, length, last = 0, 0, 0
    for level in levels:
        difference, last = level - last, level
        size = abs(difference).bit_length()
        code, bits = _DC_CODES[size]
        number, length = number << bits | code, length + bits
        if size:
            extra = difference if difference > 0 else difference + (1 << size) - 1
            number, length = number << size | extra, length + size
        number, length = number << 1, length + 1  # the one AC code, "0": end of block
    padding = -length % 8
    number = number << padding | (1 << padding) - 1
    return number.to_bytes((length + padding) // 8, "big").replace(b"\xff", b"\xff\x00")


_TYPES = {"ascii": 2, "short": 3, "long": 4, "rational": 5, "byte": 1}


def _entry_data(kind, value):
    if kind == "ascii":
        return value.encode("latin-1") + b"\0", len(value) + 1
    values = value if isinstance(value, (list, tuple)) else [value]
    if kind == "rational":
        pairs = [v if isinstance(v, tuple) else (round(v * 10000), 10000) for v in values]
        return b"".join(struct.pack("<II", *p) for p in pairs), len(pairs)
    letter = {"short": "H", "long": "I", "byte": "B"}[kind]
    return struct.pack(f"<{len(values)}{letter}", *values), len(values)


def _directory(entries, start):
    """One little-endian IFD with what does not fit into it behind it."""
    fields, more = b"", b""
    after = start + 2 + 12 * len(entries) + 4
    for tag, kind, value in sorted(entries):
        data, count = _entry_data(kind, value)
        if len(data) <= 4:
            place = data.ljust(4, b"\0")
        else:
            place = struct.pack("<I", after + len(more))
            more += data + b"\0" * (len(data) % 2)
        fields += struct.pack("<HHI", tag, _TYPES[kind], count) + place
    return struct.pack("<H", len(entries)) + fields + b"\0\0\0\0" + more


def exif(ifd0=(), exif_ifd=(), gps=()):
    """The TIFF block of an EXIF segment from (tag, kind, value) lists."""
    def build(at_exif, at_gps):
        first = list(ifd0)
        if exif_ifd:
            first.append((0x8769, "long", at_exif))
        if gps:
            first.append((0x8825, "long", at_gps))
        return _directory(first, 8)
    at_exif = 8 + len(build(0, 0))
    second = _directory(list(exif_ifd), at_exif) if exif_ifd else b""
    at_gps = at_exif + len(second)
    third = _directory(list(gps), at_gps) if gps else b""
    return b"II*\0\x08\0\0\0" + build(at_exif, at_gps) + second + third


def _degrees(value):
    value = abs(value)
    whole = int(value)
    minutes = (value - whole) * 60
    return [(whole, 1), (int(minutes), 1), (round((minutes - int(minutes)) * 60 * 1000), 1000)]


def _exif_of(taken, make, model, orientation, position, extra):
    ifd0 = [(t, k, v) for t, k, v in ((0x10F, "ascii", make), (0x110, "ascii", model),
                                      (0x112, "short", orientation)) if v]
    second = [(0x9003, "ascii", taken)] if taken else []
    second += extra
    gps = []
    if position:
        latitude, longitude = position
        gps = [(1, "ascii", "N" if latitude >= 0 else "S"), (2, "rational", _degrees(latitude)),
               (3, "ascii", "E" if longitude >= 0 else "W"), (4, "rational", _degrees(longitude))]
    return exif(ifd0, second, gps) if ifd0 or second or gps else None


def jpeg(seed=0, width=64, height=48, taken=None, make=None, model=None, orientation=None, position=None,
         extra=(), padding=0):
    """A baseline JPEG of grey blocks; other seed, other bytes. `padding`: that many bytes more, in comments."""
    columns, rows = (width + 7) // 8, (height + 7) // 8
    levels = [((x * 5 + y * 9 + seed * 7) % 100) * 8 - 400 for y in range(rows) for x in range(columns)]
    block = _exif_of(taken, make, model, orientation, position, list(extra))
    data = b"\xff\xd8"
    if block:
        data += _segment(0xE1, b"Exif\0\0" + block)
    data += _segment(0xFE, b"seed %d" % seed)
    while padding > 0:
        part = min(padding, 65000)
        data += _segment(0xFE, hashlib.sha256(b"%d %d" % (seed, padding)).digest() * (part // 32 + 1))
        padding -= part
    data += _segment(0xDB, b"\0" + b"\x01" * 64)
    data += _segment(0xC0, struct.pack(">BHHBBBB", 8, height, width, 1, 1, 0x11, 0))
    data += _segment(0xC4, b"\0" + bytes(_DC_BITS) + bytes(_DC_VALUES))
    data += _segment(0xC4, b"\x10" + bytes([1] + [0] * 15) + b"\0")
    data += _segment(0xDA, bytes([1, 1, 0, 0, 63, 0]))
    return data + _scan(levels) + b"\xff\xd9"


def png(width, height, rgb=(200, 100, 50)):
    import zlib
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes(rgb) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def samples():
    """The folder of sample photos; Skip when it is not here."""
    here = os.path.dirname(os.path.abspath(__file__))
    folder = os.environ.get("OUTRIDER_SAMPLES") or os.path.join(here, "../../../shared/photos")
    if not os.path.isfile(os.path.join(folder, "EXPECTED.json")):
        raise Skip("the sample photos are not here (OUTRIDER_SAMPLES)")
    return os.path.realpath(folder)


def interrupt(process):
    process.send_signal(signal.SIGINT)
