"""Draws the pictures of docs/Masks.md from what the compiler says of the kernel there.

Called by scripts/docs, with the page and the folder to write to; needs a built phobos-translate. Which block has which
version of the kernel, and which iteration which part of its loop, is found by evaluating the facts that
`--explain-masks=json` gives for the page's extents.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

TRANSLATE = "build/bin/phobos-translate"
EXTENTS = {"M": 200, "N": 330, "K": 200}
GONE, KEPT, OUTSIDE, LINE = "#c9e4ca", "#f6c9a8", "#e6e6e6", "#555555"
STYLE = "font: 13px sans-serif; fill: #222222"


class Picture:
    """SVG text, piece by piece."""

    def __init__(self, width, height, title):
        self.pieces = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                       f'height="{height}" role="img">', f"<title>{title}</title>",
                       f'<rect width="{width}" height="{height}" fill="#ffffff"/>']

    def box(self, x, y, width, height, fill, dashed=False):
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        self.pieces.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" stroke="{LINE}"{dash}/>')

    def text(self, x, y, text, anchor="start"):
        text = text.replace("&", "&amp;").replace("<", "&lt;")
        self.pieces.append(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" style="{STYLE}">{text}</text>')

    def legend(self, x, y, entries):
        for fill, text in entries:
            self.box(x, y, 14, 14, fill)
            self.text(x + 20, y + 12, text)
            y += 22

    def write(self, path):
        path.write_text("\n".join([*self.pieces, "</svg>"]) + "\n", encoding="utf-8")


def explain(source):
    with tempfile.NamedTemporaryFile("w", suffix=".ph") as file:
        file.write(source)
        file.flush()
        done = subprocess.run([TRANSLATE, "--explain-masks=json", file.name], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)["kernels"][0]["masks"]


def holds(facts, **values):
    """Whether all of the compiler's `facts` hold of the page's extents and `values`, such as block_x."""
    names = EXTENTS | values
    return all(eval(fact.replace("ctx.block.", "block_"), {"__builtins__": {}}, names) for fact in facts)  # noqa: S307


def length(mask):
    """The elements of the slice."""
    return int(re.search(r":\+ (\d+)$", mask["text"])[1])


def part(mask, name):
    return next(part for part in mask["parts"] if part["part"] == name)


def draw_blocks(masks, path):
    """The blocks of C, by the version of the loop that they run."""
    rows, columns = (next(mask for mask in masks if mask["extent"] == extent and len(mask["parts"]) > 1) for extent in "MN")
    scale, left, top = 1.2, 60, 40
    m, n, tall, wide = EXTENTS["M"], EXTENTS["N"], length(rows), length(columns)
    across, down = -(-n // wide), -(-m // tall)
    picture = Picture(left + across * wide * scale + 250, top + down * tall * scale + 30, "Which blocks have masks")
    picture.text(left, top - 14, f"C: {m} x {n}, blocks of {tall} x {wide}")
    for x in range(down):
        for y in range(across):
            facts = part(rows, "edge")["unproved"] + part(columns, "edge")["unproved"]
            picture.box(left + y * wide * scale, top + x * tall * scale, wide * scale, tall * scale,
                        GONE if holds(facts, block_x=x, block_y=y) else KEPT)
    for x in range(down):
        picture.text(left - 8, top + (x + 0.55) * tall * scale, f"x = {x}", "end")
    picture.pieces.append(f'<rect x="{left}" y="{top}" width="{n * scale:g}" height="{m * scale:g}" fill="none" '
                          'stroke="#111111" stroke-width="2.5"/>')
    picture.text(left, top + down * tall * scale + 20, "thick: the extents of C; what is outside is never touched")
    picture.legend(left + across * wide * scale + 20, top, [(GONE, "inside: no mask on M or N"), (KEPT, "at the edge: masks")])
    picture.write(path)


def draw_loop(masks, path):
    """The iterations of the loop over K, by the part that they are in."""
    mask = next(mask for mask in masks if mask["extent"] == "K")
    k, step = EXTENTS["K"], length(mask)
    scale, left, top, tall = 2.9, 20, 50, 46
    starts = range(0, k, step)
    picture = Picture(left + len(starts) * step * scale + 30, top + tall + 92, "Parts of a loop")
    picture.text(left, top - 26, f"for kt in range(0, K, {step}), K = {k}: {len(starts)} iterations")
    for start in starts:
        inside = holds(part(mask, "epilogue")["unproved"], kt=start)
        x = left + start * scale
        picture.box(x, top, step * scale, tall, GONE if inside else KEPT)
        if start + step > k:
            picture.box(left + k * scale, top, (start + step - k) * scale, tall, OUTSIDE, dashed=True)
        picture.text(x + step * scale / 2, top + 27, str(start), "middle")
    picture.text(left + k * scale, top - 6, f"K = {k}", "middle")
    picture.legend(left, top + tall + 18, [(GONE, "steady: the slice is inside of K, no mask"),
                                           (KEPT, "epilogue: masked"), (OUTSIDE, "outside: reads as the fill")])
    picture.write(path)


def draw_table(masks, path):
    """For each slice and each part of the kernel, whether the mask is there."""
    parts = ["steady", "epilogue", "edge"]
    left, top, wide, tall = 330, 46, 110, 26
    picture = Picture(left + wide * len(parts) + 20, top + tall * len(masks) + 20, "Which masks stay where")
    for column, name in enumerate(parts):
        picture.text(left + (column + 0.5) * wide, top - 12, name, "middle")
    for row, mask in enumerate(masks):
        y = top + row * tall
        picture.text(16, y + 18, f"{mask['kind']} {mask['tensor']}, dim {mask['dim']}: {mask['text']} of {mask['extent']}")
        named = {each.get("part"): each for each in mask["parts"]}
        for column, name in enumerate(parts):
            state = named.get(name) or named.get(None) or next(iter(named.values()))
            if len(named) == 1 and column > 0:
                continue  # behind the loop: one state
            width = wide * (len(parts) if len(named) == 1 else 1)
            picture.box(left + column * wide, y, width, tall, GONE if state["mask"] == "gone" else KEPT)
            picture.text(left + column * wide + width / 2, y + 18, state["mask"], "middle")
    picture.write(path)


def main():
    page, folder = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    source = re.search(r"^```ph\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)[1]
    masks = explain(source)
    draw_blocks(masks, folder / "mask-blocks.svg")
    draw_loop(masks, folder / "mask-loop.svg")
    draw_table(masks, folder / "mask-table.svg")


main()
