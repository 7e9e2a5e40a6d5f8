"""Writes the explanations in docs/Masks.md: what the tool prints of the kernels there.

A block of `text` is the table of the `ph` block before it; one of `json` is one
of the first kernel's masks, at the place that it names. Called by scripts/docs, with
the page to read and the file to write; needs a built phobos-translate.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

TRANSLATE = "build/bin/phobos-translate"


def explain(source, form):
    with tempfile.NamedTemporaryFile("w", suffix=".ph") as file:
        file.write(source)
        file.flush()
        command = [TRANSLATE, f"--explain-masks={form}", "--lint=error", file.name]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def find_mask(source, block):
    """The mask of `source` that stands where the one in `block` does."""
    def place(mask):
        return mask["line"], mask["column"], mask["kind"]

    shown = json.loads(block)
    (found,) = [mask for mask in json.loads(explain(source, "json"))["kernels"][0]["masks"] if place(mask) == place(shown)]
    return json.dumps(found, indent=2) + "\n"


def main():
    page, out = map(pathlib.Path, sys.argv[1:])
    sources = []

    def fill(match):
        language, block = match.groups()
        if language == "ph":
            sources.append(block)
        elif language == "text":
            block = explain(sources[-1], "text")
        elif language == "json":
            block = find_mask(sources[0], block)
        return f"```{language}\n{block}```"

    out.write_text(re.sub(r"^```(\w+)\n(.*?)^```$", fill, page.read_text(), flags=re.DOTALL | re.MULTILINE))


main()
