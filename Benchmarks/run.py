#!/usr/bin/env python3
"""Measures Martlet beside sqlite3 and DuckDB, whichever are installed, and writes Benchmarks/RESULTS.md.

Answers to questions are compared before these are timed. Figures are for people: no test looks at them.
"""

import argparse
import datetime
import os
import platform
import re
import statistics
import sys
import tempfile

import data
import interrupts
import server
from peers import DuckDB, Martlet, SQLite, find, run
from workloads import FEATURES, FILE_QUESTIONS, OUTPUTS, STATEMENTS

HERE = os.path.dirname(os.path.abspath(__file__))
COMPARED_LINES = 1_000_000


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
        made = [process() for _ in range(runs)]
        return Timing([one.seconds for one in made], max(one.memory for one in made))


def milliseconds(seconds):
    amount = seconds * 1000
    return f"{amount:.1f}" if amount < 20 else f"{amount:,.0f}"


class Table:
    """Rows of a Markdown table, a workload each."""

    def __init__(self):
        self.rows = []
        # Seconds and peak memory by workload.
        self.measured = {}

    def add(self, title, rows, martlet, duckdb=None, sqlite=None, size=None):
        """Adds a row; the rate is that of `rows`, and of the bytes of a text of `size`."""
        self.measured[title] = (martlet.median, martlet.memory)
        rate = f"{rows / martlet.median / 1e6:,.1f} M/s" if rows else ""
        if size:
            rate += f", {size / martlet.median / 1e6:,.0f} MB/s"
        # A peer's timer may show nothing.
        ratios = [f"{martlet.median / peer.median:.2f}" if peer and peer.median else "" for peer in (duckdb, sqlite)]
        memory = f"{martlet.memory:,.0f}" if martlet.memory else ""
        cells = [title, martlet, rate, memory, duckdb or "", ratios[0], sqlite or "", ratios[1]]
        self.rows.append([str(cell) for cell in cells])
        print("  ".join(str(cell) for cell in cells), flush=True)

    def __str__(self):
        heads = ["workload", "Martlet", "rows", "MB", "DuckDB", "ratio", "sqlite3", "ratio"]
        lines = [heads, ["---"] + ["---:"] * (len(heads) - 1)] + self.rows
        return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def same(left, right, isOrdered):
    """Whether two answers in CSV have the same rows, numbers as numbers."""

    def rows(text):
        lines = [line for line in text.replace("\r", "").split("\n")[1:] if line]
        cells = [[cell(part) for part in re.findall(r'("(?:[^"]|"")*"|[^,]*)(?:,|$)', line)] for line in lines]
        return cells if isOrdered else sorted(cells, key=str)

    def cell(text):
        try:
            return round(float(text), 2)
        except ValueError:
            return text.strip('"').removesuffix(" 00:00:00")

    return rows(left) == rows(right)


def beginning(answer):
    """What is compared of an answer: its first lines, as comparing all of the largest would take longer than all else."""
    return "\n".join(answer.split("\n", COMPARED_LINES)[:COMPARED_LINES])


class Benchmark:
    def __init__(self, options, size):
        self.size, self.runs = size, options.runs
        self.folder = data.make(options.folder, size)
        self.martlet = Martlet(options.martlet, self.folder)
        self.duckdb = DuckDB(options.duckdb, self.folder) if options.duckdb else None
        self.sqlite = SQLite(options.sqlite, self.folder) if options.sqlite else None
        self.table = Table()
        self.failures = []
        for program in filter(None, (self.martlet, self.duckdb, self.sqlite)):
            program.prepare()

    def check(self, title, answers, isOrdered=True):
        """Notes it if the answers of the programs differ."""
        first, *others = [beginning(answer) for answer in answers if answer is not None]
        if any(not same(first, other, isOrdered) for other in others):
            self.failures.append(f"{self.size}: {title}: answers differ")
            print(self.failures[-1], file=sys.stderr)

    def statements(self):
        """Warm statements in memory; sqlite3 in a process of its own on its file."""
        self.measure(STATEMENTS)

    def features(self):
        """What the language has for exploring data, in memory."""
        self.measure(FEATURES)

    def measure(self, statements):
        for work in statements:
            sqlite = work.sql and self.sqlite
            self.check(
                work.title,
                [
                    self.martlet.answer(work.fetch, work.relates),
                    self.duckdb and self.duckdb.process(self.duckdb.tables() + ".headers on\n" + work.duckdb, True).output,
                    sqlite.process(".headers on\n" + work.sql, True).output if sqlite else None,
                ],
                work.isOrdered,
            )
            repeats = 1 + max(3, self.runs)
            # The first run of a statement pays for what later ones keep.
            martlet = Timing(self.martlet.statement(work.fetch, repeats, work.relates)[1:])
            duckdb = self.duckdb and Timing(self.duckdb.statement(work.duckdb, repeats)[1:])
            timing = Timing.of(lambda: sqlite.process(work.sql), self.runs) if sqlite else None
            self.table.add(work.title, self.size, martlet, duckdb, timing)

    def files(self):
        """One-shot questions to a file store, a whole process each, beside sqlite3 on the same data."""
        for question in FILE_QUESTIONS:
            title = question.title
            fetch, sql = (text.format(half=self.size // 2) for text in (question.fetch, question.sql))
            martlet = lambda keep=False: self.martlet.process(self.martlet.store, "-m", "csv", "-c", fetch, keep=keep)
            duckdb = lambda keep=False: self.duckdb.process(sql, keep, self.duckdb.store)
            sqlite = lambda keep=False: self.sqlite.process(sql, keep)
            if question.isCompared:
                headed = lambda program: program and program.process(".headers on\n" + sql, True, program.store).output
                self.check(title, [martlet(True).output, headed(self.duckdb), headed(self.sqlite)], question.isOrdered)
            self.table.add(
                title,
                None if question.isCompared else self.size,
                Timing.of(martlet, self.runs),
                self.duckdb and Timing.of(duckdb, self.runs),
                self.sqlite and Timing.of(sqlite, self.runs),
            )

    def reading(self):
        """Files that are read, and processes that start."""
        users = f"users={os.path.join(self.folder, 'users.csv')}"
        path = os.path.join(self.folder, "users.csv")
        one_shot = "SELECT count(*) FROM '{}' WHERE age > 30 AND city = 'Oslo'".format(path)
        self.table.add(
            "W9 read users.csv",
            self.size,
            Timing.of(lambda: self.martlet.process(users, "-c", ".print"), self.runs),
            self.duckdb and Timing.of(lambda: self.duckdb.process(self.duckdb.tables().split("\n")[0]), self.runs),
            size=os.path.getsize(path),
        )
        lines = self.martlet.lines
        self.table.add(
            "read users.jsonl",
            self.size,
            Timing.of(lambda: self.martlet.process(f"users={lines}", "-c", ".print"), self.runs),
            self.duckdb and Timing.of(lambda: self.duckdb.process(f"CREATE TABLE users AS FROM '{lines}'"), self.runs),
            size=os.path.getsize(lines),
        )
        self.table.add(
            "W12 one question to users.csv",
            self.size,
            Timing.of(lambda: self.martlet.process(users, "-c", STATEMENTS[0].fetch), self.runs),
            self.duckdb and Timing.of(lambda: self.duckdb.process(one_shot), self.runs),
        )
        self.table.add(
            "W11 start",
            None,
            Timing.of(lambda: self.martlet.process("-c", "= 1"), max(10, self.runs)),
            self.duckdb and Timing.of(lambda: self.duckdb.process("SELECT 1"), max(10, self.runs)),
            self.sqlite and Timing.of(lambda: run([self.sqlite.path, ":memory:"], "SELECT 1;"), max(10, self.runs)),
        )

    def writing(self):
        """All users out of memory, as text that goes nowhere."""
        path = os.path.join(self.folder, "written")
        users = self.martlet.files[0]
        for output in OUTPUTS:
            if output.duckdb:
                martlet = Timing(self.martlet.statement("fetch users", 1 + self.runs, mode=output.mode)[1:])
            else:
                # Modes for people have the times among the results.
                martlet = Timing.of(lambda: self.martlet.process(users, "-m", output.mode, "-c", "fetch users"), self.runs)
            self.table.add(
                output.title,
                self.size,
                martlet,
                Timing(self.duckdb.statement(output.duckdb, 1 + self.runs)[1:]) if self.duckdb and output.duckdb else None,
                size=self.martlet.write(output.mode, path),
            )
        os.remove(path)

    def saving(self):
        """10,000 records in one save."""
        new = os.path.join(self.folder, "new.csv")
        undo = f"delete users where id >= {self.size}"

        def martlet():
            made = self.martlet.process(self.martlet.store, "-c", f'import "{new}" into users')
            self.martlet.process(self.martlet.store, "-c", undo)
            return made

        def sqlite():
            made = run([self.sqlite.path, self.sqlite.store], f'.mode csv\n.import --skip 1 "{new}" users\n')
            self.sqlite.process(f"DELETE FROM users WHERE id >= {self.size}")
            return made

        self.table.add(
            "W10 10,000 new users in one save",
            10_000,
            Timing.of(martlet, self.runs),
            sqlite=self.sqlite and Timing.of(sqlite, self.runs),
        )


def growth(tables):
    """How many times as long each workload takes with more users, from each size to the next."""
    sizes = sorted(tables)
    heads = ["workload"] + [f"{first:,} → {next:,}" for first, next in zip(sizes, sizes[1:])]
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1)]
    for title in tables[sizes[0]].measured:
        seconds = [tables[size].measured[title][0] for size in sizes]
        lines.append([title] + [f"{next / first:.1f}" for first, next in zip(seconds, seconds[1:])])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def stops(benchmark):
    """How long statements go on after Ctrl-C."""
    return (
        f"## Ctrl-C\n\nMilliseconds until the process has ended, the longest of {interrupts.TRIES} tries; {benchmark.size:,} users.\n\n"
        + interrupts.table(benchmark.martlet.path, benchmark.martlet.files)
    )


def memory(folder, table):
    """What reading a file takes, as a sentence."""
    size = os.path.getsize(os.path.join(folder, "users.csv")) / 1024 / 1024
    return f"W9 takes {table.measured['W9 read users.csv'][1] / size:.1f} times the memory of the file's {size:,.0f} MB.\n"


def machine():
    model = "unknown processor"
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), model)
    return f"{os.cpu_count()} × {model}, {platform.system()} {platform.release().split('-')[0]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=[10_000, 1_000_000], help="numbers of users")
    parser.add_argument("--martlet", default=os.path.join(HERE, "../.build/release/martlet"))
    parser.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "martlet-bench"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--duckdb", default=find("duckdb"))
    parser.add_argument("--sqlite", default=find("sqlite3"))
    parser.add_argument("--output", default=os.path.join(HERE, "RESULTS.md"))
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    parts, failures, tables, stopped = [], [], {}, None
    for size in options.sizes:
        print(f"{size:,} users", flush=True)
        benchmark = Benchmark(options, size)
        for part in (benchmark.statements, benchmark.features, benchmark.files, benchmark.reading, benchmark.writing, benchmark.saving):
            part()
        parts.append(f"## {size:,} users\n\n{benchmark.table}\n{memory(benchmark.folder, benchmark.table)}")
        failures += benchmark.failures
        tables[size] = benchmark.table
        # Larger data takes too long to be stopped that many times.
        if size <= 1_000_000 or not stopped:
            stopped = benchmark
    if len(tables) > 1:
        parts.append("## Growth\n\nHow many times as long it takes.\n\n" + growth(tables))
    parts.append(server.measure(stopped, Timing))
    parts.append(stops(stopped))
    programs = filter(None, (benchmark.martlet, benchmark.duckdb, benchmark.sqlite))
    versions = ", ".join(f"{program.name} {program.version()}" for program in programs)
    text = (
        "# Results\n\n"
        f"`make bench`, {datetime.date.today()}, {machine()}; {versions}.\n\n"
        "Milliseconds: the median of "
        f"{options.runs} runs (least–most); ratio: Martlet's median to the peer's. W1–W6, L1–L17 and writing are warm statements on "
        "data in memory (sqlite3: a whole process on its file), all others whole processes. MB: Martlet's peak memory.\n\n"
        + "\n".join(parts)
    )
    if failures:
        text += "\nAnswers that differ:\n\n" + "".join(f"- {failure}\n" for failure in failures)
    with open(options.output + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(options.output + ".part", options.output)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
