"""How long things take, whether the machine was busy meanwhile, and what of two programs is faster."""

import hashlib
import os
import statistics
import time


class Timing:
    """Seconds of several runs of one thing, with the peak memory of the process in MB if it was one of its own."""

    def __init__(self, seconds, memory=None):
        self.seconds, self.memory = sorted(seconds), memory

    @property
    def median(self):
        return statistics.median(self.seconds)

    def __str__(self):
        spread = f" ({milliseconds(self.seconds[0])}–{milliseconds(self.seconds[-1])})"
        return milliseconds(self.median) + spread

    @staticmethod
    def of(process, runs):
        """The timing of calls of `process`, each of which is a process of its own."""
        return Timing.alternating([process], runs)[0]

    @staticmethod
    def alternating(processes, runs):
        """The timings of processes that take turns, so that a busy moment slows all of them; None stays None."""
        made = [[] for _ in processes]
        for _ in range(runs):
            for process, results in zip(processes, made):
                if process:
                    results.append(process())
        return [
            Timing([one.seconds for one in results], max(one.memory for one in results)) if results else None
            for results in made
        ]


def milliseconds(seconds):
    amount = seconds * 1000
    return f"{amount:.1f}" if amount < 20 else f"{amount:,.0f}"


def ratio(timing, peer):
    """`0.33 (0.30–0.41)`: the medians, and what the runs of both allow; empty where a timer showed nothing."""
    if not timing or not peer or not peer.seconds[0] or not peer.median:
        return ""
    low, high = timing.seconds[0] / peer.seconds[-1], timing.seconds[-1] / peer.seconds[0]
    return f"{timing.median / peer.median:.2f} ({low:.2f}–{high:.2f})"


class Machine:
    """Notices when other work slows the machine down: by a fixed calculation, the load, and stolen time."""

    # How much slower than at its best the calculation may be.
    TOLERANCE = 1.25

    def __init__(self):
        self.block = b"martlet" * 200_000
        self.best = min(self.calculation() for _ in range(7))
        self.stolen = self.steal()
        # The kinds of disturbance that were noticed.
        self.warnings = set()

    def calculation(self):
        start = time.perf_counter()
        hashlib.sha256(self.block).digest()
        return time.perf_counter() - start

    @staticmethod
    def steal():
        """Seconds that the host gave to others, and all seconds so far."""
        try:
            with open("/proc/stat", encoding="utf-8") as file:
                fields = [int(field) for field in file.readline().split()[1:9]]
        except (OSError, ValueError):
            return 0, 0
        return fields[7], sum(fields)

    def isBusy(self):
        """Whether the machine was busy since the last call; prints a warning the first time for each reason."""
        now = [self.calculation() for _ in range(5)]
        self.best = min(self.best, *now)
        slower = statistics.median(now) / self.best
        stolen, total = self.steal()
        share = (stolen - self.stolen[0]) / max(1, total - self.stolen[1])
        self.stolen = stolen, total
        # What is measured uses all processors itself.
        load = os.getloadavg()[0] / (os.cpu_count() or 1)
        reasons = {
            "a fixed calculation took longer than at its best": (slower > self.TOLERANCE, f"{slower:.1f} times"),
            "the load was above 1.5 a processor": (load > 1.5, f"{load:.1f}"),
            "the host gave time to others": (share > 0.02, f"{share:.0%}"),
        }
        found = {reason: amount for reason, (holds, amount) in reasons.items() if holds}
        for reason in found.keys() - self.warnings:
            print(f"warning: the machine is busy, figures marked † are too high: {reason} ({found[reason]})", flush=True)
        self.warnings |= found.keys()
        return bool(found)
