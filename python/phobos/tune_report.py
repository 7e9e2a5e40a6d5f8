# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a search shows: a bar while it runs, then a table, and a plot."""

import html
import sys
from collections.abc import Sequence
from dataclasses import dataclass

_BAR = 24  # characters


@dataclass(frozen=True)
class Trial:
    """A configuration: how long a call takes, or why that is not known."""

    settings: dict[str, int]
    seconds: float | None
    reason: str = ""

    @property
    def name(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self.settings.items())


class Tuning:
    """The result of a search; print it for a table, the fastest first."""

    def __init__(self, kernel: str, place: str, trials: Sequence[Trial]):
        self.kernel, self.place = kernel, place
        self.trials = sorted(trials, key=lambda trial: (trial.seconds is None, trial.seconds))

    @property
    def best(self) -> dict[str, int] | None:
        """The settings of the fastest; None where none is right."""
        first = self.trials[0] if self.trials else None
        return first.settings if first and first.seconds is not None else None

    def __str__(self) -> str:
        width = max(len(trial.name) for trial in self.trials)
        rows = [f"{self.kernel} on {self.place}", f"{'settings':{width}}  {'us':>10}  of best"]
        for trial in self.trials:
            if trial.seconds is None:
                rows.append(f"{trial.name:{width}}  {'-':>10}  {trial.reason}")
            else:
                share = (self.trials[0].seconds or 0) / trial.seconds if trial.seconds else 1.0
                rows.append(f"{trial.name:{width}}  {trial.seconds * 1e6:10.2f}  {share:7.2f}")
        return "\n".join(rows)

    def svg(self) -> str:
        """A bar for each configuration that was timed."""
        timed = [trial for trial in self.trials if trial.seconds is not None]
        most = max((trial.seconds or 0 for trial in timed), default=1.0) or 1.0
        label, full, step = 8 * max((len(trial.name) for trial in timed), default=0) + 16, 400, 22
        height = step * (len(timed) + 2)
        parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{label + full + 100}" height="{height}" '
                 'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>',
                 f'<text x="8" y="16">{html.escape(f"{self.kernel} on {self.place}, microseconds a call")}</text>']
        for row, trial in enumerate(timed, 1):
            seconds = trial.seconds or 0.0
            y, length = row * step + 8, max(1, round(full * seconds / most))
            parts += [f'<text x="8" y="{y + 12}">{html.escape(trial.name)}</text>',
                      f'<rect x="{label}" y="{y}" width="{length}" height="16" fill="{"#2a7" if row == 1 else "#69b"}"/>',
                      f'<text x="{label + length + 6}" y="{y + 12}">{seconds * 1e6:.2f}</text>']
        return "\n".join([*parts, "</svg>"]) + "\n"


class Progress:
    """A bar on standard error, if that is a terminal."""

    def __init__(self, kernel: str, count: int, is_shown: bool | None):
        self._kernel, self._count, self._done = kernel, count, 0
        self._is_shown = sys.stderr.isatty() if is_shown is None else is_shown
        self._best: Trial | None = None

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_shown:
            print(file=sys.stderr)

    def show(self, trial: Trial) -> None:
        """One more is done."""
        self._done += 1
        if trial.seconds is not None and (self._best is None or trial.seconds < (self._best.seconds or 0)):
            self._best = trial
        if not self._is_shown:
            return
        filled = _BAR * self._done // self._count
        best = f", best {(self._best.seconds or 0) * 1e6:.2f} us with {self._best.name}" if self._best else ""
        print(f"\r{self._kernel} [{'#' * filled}{'.' * (_BAR - filled)}] {self._done}/{self._count}{best}\033[K", end="",
              file=sys.stderr, flush=True)
