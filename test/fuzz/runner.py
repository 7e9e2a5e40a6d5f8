# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs cases in worker processes, so that a crash or a hang of the compiler is a failure like any other."""

import json
import multiprocessing
import multiprocessing.connection
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass

from data import BITS, make
from generator import Case

#: Seconds that one case may take.
TIME_LIMIT = 60.0


@dataclass(frozen=True)
class Failure:
    """`kind` is "crash", "hang", "refused" (by the compiler), "differs", "evaluator", "passes" (one failed),
    "emulator" (it found a fault), "gpu" (its driver reported one) or "verify-masks" (a mask is gone that the checker does
    not see to be true); `text` says more. "unsupported" is none: a GPU has no code yet for what the case does."""

    kind: str
    text: str


def check(case: Case, also: str = "passes") -> Failure | None:
    """Runs `case` on the host and through the evaluator, and besides as passes leave it, or its code for a GPU in the
    "emulator" or on the "gpu"."""
    import compare
    import phobos
    from evaluator import EvaluationError
    from variants import VariantError

    types = {
        name: each["type"]
        for name, each in case.arguments.items() if each["type"] in BITS and "value" not in each
    }
    try:
        arguments = {name: make(each) for name, each in case.arguments.items()}
        problems = compare.compare(case.source, arguments, case.settings, types, case.ulps, also)
    except compare.Unsupported as error:
        return Failure("unsupported", str(error))
    except VariantError as error:
        return Failure(error.kind, str(error))
    except phobos.CompileError as error:
        return Failure("refused", str(error))
    except phobos.EmulationError as error:
        return Failure("emulator", str(error))
    except phobos.DriverError as error:
        return Failure("gpu", str(error))
    except EvaluationError as error:
        return Failure("evaluator", str(error))
    except Exception as error:  # of the evaluator, or of the launcher: either is a fault to look at
        return Failure("evaluator", f"{type(error).__name__}: {error}")
    return Failure("differs", "\n".join(problems)) if problems else None


def _serve(connection, function: Callable) -> None:
    """In a worker: answers each case until the parent closes the pipe."""
    try:
        while True:
            connection.send(function(connection.recv()))
    except (EOFError, OSError, KeyboardInterrupt):
        pass


class Worker:
    """One process that checks cases one by one; a new one is started after it died."""

    def __init__(self, function: Callable = check):
        self.function = function
        self.process = None

    def _start(self) -> None:
        self.connection, other = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(target=_serve, args=(other, self.function),
                                                                   daemon=True)
        self.process.start()
        other.close()

    def send(self, case: Case) -> None:
        if self.process is None:
            self._start()
        self.connection.send(case)
        self.deadline = time.monotonic() + TIME_LIMIT

    def answer(self) -> Failure | None:
        """The answer that has come, or the failure that none came."""
        try:
            if self.connection.poll(max(0.0, self.deadline - time.monotonic())):
                answer = self.connection.recv()
                if answer and answer.kind == "gpu":
                    self.close()  # what a kernel did wrong stays with its process: no other runs in it
                return answer
            failure = Failure("hang", f"no answer within {TIME_LIMIT:.0f} s")
        except (EOFError, OSError):
            self.process.join()
            failure = Failure("crash", f"the process ended with status {self.process.exitcode}")
        self.close()
        return failure

    def check(self, case: Case) -> Failure | None:
        self.send(case)
        return self.answer()

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.connection.close()
            self.process = None


def run(cases: Iterable[tuple[int, Case]], jobs: int,
        function: Callable = check) -> Iterator[tuple[int, Case, Failure | None]]:
    """Checks `cases` in `jobs` workers; yields the answers as they come."""
    workers, busy, source = [Worker(function) for _ in range(jobs)], {}, iter(cases)
    try:
        idle = list(workers)
        while True:
            while idle and (item := next(source, None)):
                worker = idle.pop()
                worker.send(item[1])
                busy[worker] = item
            if not busy:
                return
            wait = max(0.0, min(worker.deadline for worker in busy) - time.monotonic())
            ready = multiprocessing.connection.wait([worker.connection for worker in busy], wait)
            for worker in list(busy):
                if worker.connection in ready or time.monotonic() >= worker.deadline:
                    number, case = busy.pop(worker)
                    idle.append(worker)
                    yield number, case, worker.answer()
    finally:
        for worker in workers:
            worker.close()


# ----- Cases as files ------------------------------------------------------------------------------------------------

MARK = "// fuzz: "


def to_text(case: Case) -> str:
    """The kernel, with what else the case is in its first line."""
    fields = asdict(case)
    source = fields.pop("source")
    return f"{MARK}{json.dumps(fields)}\n{source}"


def from_text(text: str) -> Case:
    first, source = text.split("\n", 1)
    return Case(source, **json.loads(first.removeprefix(MARK)))
