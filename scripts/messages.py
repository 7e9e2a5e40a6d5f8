"""Writes docs/Diagnostics.md, the messages about `.ph` text, from their tests.

The tests in test/Frontend are the one place where a message and what causes it
stand side by side: `// CHECK: [[#@LINE+1]]:7: error: …`, and the line. A page is
made of them. A message in lib/Frontend, or of the lints, that no test there shows
is an error. Called by scripts/docs.
"""

import collections
import pathlib
import re
import sys

SOURCES = ["lib/Frontend/*.cpp", "lib/Frontend/*.h", "lib/Transforms/LintBounds*.cpp"]
TESTS = pathlib.Path("test/Frontend")
HEAD = """<!-- Written by scripts/docs from the tests in test/Frontend; edit those. -->
# What is reported about .ph text

An error is printed as `file:line:col: error: …`, with the line and a caret below the place, and a `note: …` where
another place has to do with it. It says what was expected and what was found, and behind a `;` what to write
instead, where that is known. One run shows up to 20 errors; what follows from an error is not reported again.
A warning that ends with a name in brackets is one of the lints of [Masks.md](Masks.md#lints).
Below stand the messages, each beside a line that causes it.
"""

REPORTS = re.compile(r"\b(error|warning|fail|report|unexpected|unsupported|expect|expectName|attachNote|createStringError|diagnostic)\s*(\(|<<)")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
CHECK = re.compile(r"// [A-Z]+(?:-[A-Z]+)?: *(?:[\w.<>-]+:)?(?:\[\[#@LINE([+-]\d+)\]\]|(\d+)):\S*: (error|warning|note): (.*)")


def source_messages():
    """(file, the longest piece of text) of each statement that reports something."""
    for file in sorted(path for pattern in SOURCES for path in pathlib.Path().glob(pattern)):
        text = re.sub(r"^\s*(//|#).*$", "", file.read_text(), flags=re.MULTILINE)
        for statement in re.split(r";\s*\n|\{\s*\n", text):
            if not REPORTS.search(statement):
                continue
            pieces = LITERAL.findall(re.sub(r'"\s*"', "", statement))
            longest = max(pieces, key=len, default="")
            if len(longest) > len("expected "):  # shorter ones are glue
                yield file, longest


def tested_messages(file):
    """(severity, message, the line it points to or "") of each check in a test."""
    lines = file.read_text().splitlines()
    for number, line in enumerate(lines):
        match = CHECK.search(line)
        if match:
            offset, _, severity, message = match.groups()
            target = number + int(offset) if offset else -1
            message = re.sub(r"\{\{\^?\$?\}\}", "", message)
            yield severity, re.sub(r"\{\{.*?\}\}", "…", message), lines[target].strip() if 0 <= target < len(lines) else ""


def title(file):
    """`errors-foreign-names.ph` is headed "Foreign names"."""
    return re.sub(r"^(errors|warnings)-", "", file.stem).replace("-", " ").capitalize()


def cell(text):
    name = re.search(r"( \[[a-z-]+\])?$", text)[0]
    text = text if len(text) <= 160 else text[:70] + " …" + name
    return "`` " + text.replace("|", "\\|") + " ``" if text else ""


def rows(file, pieces):
    """A row for each message, but one for those that differ only in names."""
    seen = set()
    for severity, message, line in tested_messages(file):
        if severity == "note":
            continue
        piece = max((piece for piece in pieces if piece in message), key=len, default=message)
        key = (piece, re.sub(r"'[^']*'", "", message.partition(";")[2]))
        if key not in seen:
            seen.add(key)
            prefix = "" if severity == "error" else severity + ": "
            yield f"| {cell(prefix + message)} | {cell(line)} |"


def main():
    out = pathlib.Path(sys.argv[1])
    sources = list(source_messages())
    pieces = {piece for _, piece in sources}
    sections, shown = collections.OrderedDict(), []
    for file in sorted(TESTS.glob("*.ph")):
        shown += [message for _, message, _ in tested_messages(file)]
        sections[title(file)] = list(rows(file, pieces))
    untested = sorted({(file, piece) for file, piece in sources if not any(piece in message for message in shown)})
    for name, piece in untested:
        print(f"{name}: expected a test in {TESTS} that shows the message '…{piece}…', got none", file=sys.stderr)
    text = HEAD
    for heading, table in sections.items():
        if table:
            text += f"\n## {heading}\n\n| message | of |\n|---|---|\n" + "\n".join(table) + "\n"
    out.write_text(text)
    return 1 if untested else 0


sys.exit(main())
