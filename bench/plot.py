# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A plot of a run's results as SVG text: a group of bars for each case, a bar for each program."""

from html import escape

from report import peer_name, rate, timed

BAR, GAP, LEFT, WIDTH, RIGHT, TOP = 11, 9, 290, 520, 190, 44
COLOURS = {"phobos": "#c8442e", "torch": "#8a94a6", "Triton": "#3f74b5", "@aligned": "#d9a441"}
STYLE = "text { font: 11px sans-serif; fill: #222; } .title { font-size: 14px; } .axis { stroke: #ddd; }"


def colour(name: str) -> str:
    return next((value for key, value in COLOURS.items() if name.startswith(key)), "#999999")


def text(x: float, y: float, content: str, anchor: str = "start", style: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(content)}</text>'


def bars(result: dict, top: float, scale: float) -> list[str]:
    """The bars of one case, the first at `top`; `scale` is what one TB/s is long."""
    timings = result["timings"]
    middle = top + len(timings) * BAR / 2 + 4
    parts = [text(LEFT - 8, middle, f"{result['kernel']}, {result['size']}", "end")]
    for index, timing in enumerate(timings):
        y, length = top + index * BAR, rate(result, timing) * scale
        parts.append(f'<rect x="{LEFT}" y="{y:.1f}" width="{length:.1f}" height="{BAR - 1}" '
                     f'fill="{colour(timing["name"])}"/>')
        parts.append(text(LEFT + length + 5, y + BAR - 2, f"{rate(result, timing):.2f}  {peer_name(timing)}"))
    return parts


def as_svg(results: list[dict], title: str) -> str:
    """TB/s of all programs of all memory-bound cases, one case below the other."""
    cases = [result for result in timed(results) if result["table"] == "memory-bound"]
    most = max((rate(case, timing) for case in cases for timing in case["timings"]), default=1)
    scale, top, parts = WIDTH / most, TOP, []
    for case in cases:
        parts += bars(case, top, scale)
        top += len(case["timings"]) * BAR + GAP
    lines = []
    for step in range(int(most) + 1):
        x = LEFT + step * scale
        lines.append(f'<line class="axis" x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{top}"/>')
        lines.append(text(x, TOP - 10, f"{step} TB/s", "middle"))
    width = LEFT + WIDTH + RIGHT
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top + 10}" width="{width}">',
        f"<style>{STYLE}</style>", f'<rect width="{width}" height="{top + 10}" fill="white"/>',
        text(12, 20, title, style=' class="title"')
    ]
    return "\n".join([*head, *lines, *parts, "</svg>"]) + "\n"
