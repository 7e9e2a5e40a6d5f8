# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the benchmarks say of their results: rates, goals, docs and plot. Nothing is timed."""

import pathlib
import re
import sys
import xml.etree.ElementTree

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
sys.modules.pop("report", None)  # another folder's, where its tests have been collected before

import plot  # noqa: E402
import report  # noqa: E402
import write_docs  # noqa: E402


def timing(name, seconds, ratio=1.0, configuration=""):
    return {"name": name, "configuration": configuration, "seconds": seconds, "error": 0.5, "timed": "graph",
            "calls": 10, "ratio": ratio, "ratio_p10": ratio - 0.01, "ratio_p90": ratio + 0.01}


def result(size, seconds, *peers, kernel="copy f32", **fields):
    return {"kernel": kernel, "size": size, "table": "memory-bound", "bytes": 4 * 10**12, "operations": 0, "rounds": 5,
            "timings": [timing("phobos", seconds), *peers], "left_out": [], "problem": ""} | fields


RESULTS = [
    result("8 x 8", 1.0, timing("torch", 2.0, 2.0), timing("Triton", 0.5, 0.5, "8 warps")),
    result("8 x 7", 1.25, operations=10**12),
    result("8 x 6", 0, problem="WrongAnswer: expected an error of at most 1 of what is allowed, got 3", rounds=0,
           timings=[]),
]


@pytest.mark.parametrize("size, measure, figure", [
    ("8 x 8", "TB/s", 4.0),
    ("8 x 7", "TB/s", 3.2),
    ("8 x 8", "best peer", 0.5),
    ("8 x 7", "8 x 8", 0.8),
    ("8 x 7", "best peer", None),
    ("8 x 6", "TB/s", None),
    ("8 x 7", "8 x 6", None),
    ("9 x 9", "TB/s", None),
])
def test_figures(size, measure, figure):
    assert report.measured(report.Goal("copy f32", size, measure, 1.0), RESULTS) == figure


def test_goals_are_met_from_two_digits_on():
    goals = [report.Goal("copy f32", "8 x 7", "TB/s", least) for least in (3.2, 3.204, 3.21)]
    goals += [report.Goal("copy f32", "9 x 9", "TB/s", 1.0), report.Goal("another kernel", "9 x 9", "TB/s", 1.0)]
    assert [line.split("|")[-2].strip() for line in report.goals_table(goals, RESULTS).splitlines()[2:]] == [
        "met", "missed", "missed", "not measured"
    ]


def test_every_goal_is_of_a_kind_that_is_known():
    goals = report.read_goals()
    assert goals
    for goal in goals:
        assert goal.measure in ("TB/s", "best peer", "ms at most") or re.fullmatch(r"\d+( x \d+)?", goal.measure), goal
        assert goal.goal > 0


def test_table():
    assert report.kernels_table(RESULTS, "memory-bound").splitlines()[2:] == [
        "| copy f32 | 8 x 8 | 4.000 |  | torch | 2.000 | 2.000 (1.990 to 2.010) |",
        "| copy f32 | 8 x 8 | 4.000 |  | Triton, 8 warps | 8.000 | 0.500 (0.490 to 0.510) |",
        "| copy f32 | 8 x 7 | 3.200 | 0.80 | | | |",
    ]
    assert report.problems(RESULTS) == [
        "copy f32, 8 x 6: WrongAnswer: expected an error of at most 1 of what is allowed, got 3"
    ]


def test_compile_times():
    goals = [report.Goal("source to PTX", "each example", "ms at most", 200)]
    times = [{"file": "a.ph", "processor_seconds": 0.2}, {"file": "b.ph", "processor_seconds": 0.201}]
    assert report.compile_goal(goals, times[:1]) == "Goal: at most 200 ms each on the processor: met."
    assert report.compile_goal(goals, times).endswith("on the processor: missed by b.ph (201).")


def test_plot():
    svg = xml.etree.ElementTree.fromstring(plot.as_svg(RESULTS, "1 < 2 & 3"))
    space = "{http://www.w3.org/2000/svg}"
    widths = [float(bar.get("width")) for bar in svg.findall(f"{space}rect")[1:]]
    assert widths == [plot.WIDTH / 2, plot.WIDTH / 4, plot.WIDTH, plot.WIDTH * 0.4]
    assert svg.findall(f"{space}text")[0].text == "1 < 2 & 3"


def test_results_of_several_files():
    again = result("8 x 7", 9.0)
    whole = write_docs.merged([{"kernels": RESULTS}, {"compile_times": []}, {"kernels": [again, result("1 x 1", 1.0)]}])
    assert [each["size"] for each in whole["kernels"]] == ["8 x 8", "8 x 7", "8 x 6", "1 x 1"]
    assert whole["kernels"][1] is again
    assert "kernels" not in write_docs.merged([{"compile_times": []}])


def test_docs_have_a_place_for_all():
    document = {
        "kernels": RESULTS,
        "kernels_machine": {"gpu": "G", "torch": "2", "triton": "3", "rounds": 5, "span": 0.02, "seed": 1},
        "compile_times": [{"file": "a.ph", "seconds": 0.1, "least": 0.1, "most": 0.2, "processor_seconds": 0.1}],
        "compile_machine": {"processor": "P", "tool": "t", "target": "sm_90a", "runs": 3},
    }
    page = write_docs.PAGE.read_text()
    for name, content in write_docs.sections(document).items():
        page = write_docs.replaced(page, name, content)
        assert f"<!-- {name} -->\n\n{content}\n\n<!-- end -->" in page
    with pytest.raises(ValueError, match="expected one section <!-- other --> … <!-- end -->, got 0"):
        write_docs.replaced(page, "other", "")
