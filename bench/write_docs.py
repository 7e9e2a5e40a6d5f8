#!/usr/bin/env python3
# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the tables and the plot of docs/Performance.md: python3 bench/write_docs.py results.json compile.json

The files are what bench/run.py --json wrote. Several may each hold the results of some kernels; those of a later file
replace an earlier one's. A table for which no file has results stays as it is.
"""

import json
import pathlib
import re
import sys

import plot
import report

PAGE = pathlib.Path(__file__).resolve().parents[1] / "docs/Performance.md"
#: Where the plot is, from the page.
PLOT = "performance.svg"


def sections(document: dict) -> dict[str, str]:
    """What belongs between the page's markers of each name."""
    found = {}
    if "kernels" in document:
        results, machine = document["kernels"], document["kernels_machine"]
        found = {table: report.kernels_table(results, table) for table in report.TABLES}
        found["plot"] = f"![TB/s of each kernel and its peers]({PLOT})"
        found["goals"] = report.goals_table(report.read_goals(), results)
        found["machine"] = (f"{machine['gpu']}, torch {machine['torch']}, Triton {machine['triton']}; "
                            f"{machine['rounds']} rounds of spans of {machine['span'] * 1e3:g} ms, seed {machine['seed']}.")
    if "compile_times" in document:
        machine = document["compile_machine"]
        times = document["compile_times"]
        found["compile"] = f"{report.compile_table(times)}\n\n{report.compile_goal(report.read_goals(), times)}"
        found["compile machine"] = (f"{machine['processor']}, {machine['tool']}, for {machine['target']}, "
                                    f"{machine['runs']} runs.")
    return found


def replaced(page: str, name: str, content: str) -> str:
    """`page` with `content` between the markers of `name`; ValueError where they are not there once."""
    pattern = re.compile(rf"(<!-- {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)
    text, count = pattern.subn(lambda found: f"{found[1]}\n{content}\n\n{found[2]}", page)
    if count != 1:
        raise ValueError(f"expected one section <!-- {name} --> … <!-- end -->, got {count}")
    return text


def merged(documents: list[dict]) -> dict:
    """One document of all results, in order of their first appearance."""
    whole, results = {}, {}
    for document in documents:
        whole |= document
        results |= {(result["kernel"], result["size"]): result for result in document.get("kernels", [])}
    return whole | ({"kernels": list(results.values())} if results else {})


def main(paths: list[str]) -> int:
    document = merged([json.loads(pathlib.Path(path).read_text()) for path in paths])
    if not document:
        sys.exit(__doc__)
    page = PAGE.read_text()
    for name, content in sections(document).items():
        page = replaced(page, name, content)
    PAGE.write_text(page)
    if "kernels" in document:
        PAGE.with_name(PLOT).write_text(
            plot.as_svg(document["kernels"], f"Memory-bound kernels, {document['kernels_machine']['gpu']}"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
