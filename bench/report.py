# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the results of a run say: tables, goals that are met or not, a plot. Needs Python alone.

A result is what bench/harness.py makes, as in the JSON of bench/run.py.
"""

import csv
import dataclasses
import pathlib

GOALS = pathlib.Path(__file__).resolve().parent / "goals.csv"
TABLES = ("memory-bound", "ragged", "products")


def rate(result: dict, timing: dict) -> float:
    """TB/s, counting each byte that has to be read or written once."""
    return result["bytes"] / timing["seconds"] / 1e12


def peer_name(timing: dict) -> str:
    return ", ".join(part for part in (timing["name"], timing["configuration"]) if part)


def timed(results: list[dict]) -> list[dict]:
    return [result for result in results if not result["problem"] and result["rounds"]]


# ----- Tables --------------------------------------------------------------------------------------------------------


def operations_rate(result: dict, timing: dict) -> str:
    if not result["operations"]:
        return ""
    return f"{result['operations'] / timing['seconds'] / 1e12:.2f}"


def kernels_table(results: list[dict], table: str) -> str:
    """A row for each peer of each case."""
    lines = [
        "| kernel | size | TB/s | TFLOP/s | peer | TB/s | peer's time / ours (p10 to p90) |", "|---|---|---|---|---|---|---|"
    ]
    for result in timed(results):
        ours, *peers = result["timings"]
        if result["table"] != table:
            continue
        if not peers:
            lines.append(f"| {result['kernel']} | {result['size']} | {rate(result, ours):.3f} | "
                         f"{operations_rate(result, ours)} | | | |")
        for peer in peers:
            lines.append(f"| {result['kernel']} | {result['size']} | {rate(result, ours):.3f} | "
                         f"{operations_rate(result, ours)} | {peer_name(peer)} | {rate(result, peer):.3f} | "
                         f"{peer['ratio']:.3f} ({peer['ratio_p10']:.3f} to {peer['ratio_p90']:.3f}) |")
    return "\n".join(lines)


def compile_table(times: list[dict]) -> str:
    lines = ["| source | ms, median | range | on the processor |", "|---|---|---|---|"]
    for t in times:
        lines.append(f"| {t['file']} | {t['seconds'] * 1e3:.1f} | {t['least'] * 1e3:.1f} to {t['most'] * 1e3:.1f} | "
                     f"{t['processor_seconds'] * 1e3:.1f} |")
    return "\n".join(lines)


def problems(results: list[dict]) -> list[str]:
    """What failed, and which configurations of peers were left out."""
    lines = []
    for result in results:
        case = f"{result['kernel']}, {result['size']}"
        if result["problem"]:
            lines.append(f"{case}: {result['problem']}")
        lines += [f"{case}: left out: {reason}" for reason in result["left_out"]]
    return lines


# ----- Goals ---------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Goal:
    """What a figure is to be at least. `measure` is "TB/s"; "best peer", how much faster than the fastest of the peers;
    or another size of the kernel, to whose TB/s ours are held. "ms at most" is of compile times."""

    kernel: str
    size: str
    measure: str
    goal: float


def read_goals(path: pathlib.Path = GOALS) -> list[Goal]:
    with path.open(newline="") as file:
        return [
            Goal(row["kernel"], row["size"], row["measure"], float(row["goal"])) for row in csv.DictReader(file)
        ]


def measured(goal: Goal, results: list[dict]) -> float | None:
    """The figure that `goal` is about; None where the run has it not."""
    sizes = {result["size"]: result for result in timed(results) if result["kernel"] == goal.kernel}
    result = sizes.get(goal.size)
    if result is None:
        return None
    ours, *peers = result["timings"]
    if goal.measure == "TB/s":
        return rate(result, ours)
    if goal.measure == "best peer":
        return min((peer["ratio"] for peer in peers), default=None)
    other = sizes.get(goal.measure)
    return rate(result, ours) / rate(other, other["timings"][0]) if other else None


def compile_goal(goals: list[Goal], times: list[dict]) -> str:
    """Whether the compile times meet their goal, and which do not. Time on the processor counts: other load on the
    machine does not stretch it."""
    most = next(goal.goal for goal in goals if goal.measure == "ms at most")
    slow = [f"{time['file']} ({time['processor_seconds'] * 1e3:.0f})" for time in times
            if time["processor_seconds"] * 1e3 > most]
    return f"Goal: at most {most:g} ms each on the processor: " + (f"missed by {', '.join(slow)}." if slow else "met.")


def goals_table(goals: list[Goal], results: list[dict]) -> str:
    """The goals of the kernels that were run."""
    lines = ["| goal | | at least | measured | |", "|---|---|---|---|---|"]
    kernels = {result["kernel"] for result in results}
    for goal in (goal for goal in goals if goal.kernel in kernels):
        figure = measured(goal, results)
        measure = goal.measure if goal.measure == "TB/s" else f"of {goal.measure}"
        # A figure that rounds to the goal meets it: the last digits change from run to run.
        met = figure is not None and round(figure, 2) >= goal.goal
        shown, verdict = ("", "not measured") if figure is None else (f"{figure:.3f}", "met" if met else "missed")
        lines.append(f"| {goal.kernel} | {goal.size} | {goal.goal:g} {measure} | {shown} | {verdict} |")
    return "\n".join(lines)
