#!/usr/bin/env python3
"""Measures Martlet beside sqlite3 and DuckDB, whichever are installed, and writes Benchmarks/RESULTS.md.

Answers to questions are compared before these are timed. With `--baseline` another build of Martlet takes part, and
nothing is written. Figures are for people: no test looks at them.
"""

import argparse
import datetime
import math
import os
import platform
import re
import sys
import tempfile

import data
import interrupts
import server
from peers import DuckDB, DuckDBModule, Martlet, SQLite, find, run
from timing import Machine, Timing, ratio
from workloads import FEATURES, FILE_QUESTIONS, OUTPUTS, STATEMENTS

HERE = os.path.dirname(os.path.abspath(__file__))
COMPARED_LINES = 1_000_000
# Smaller tables have no images of columns.
IMAGED = 200_000


class Table:
    """Rows of a Markdown table, a workload each."""

    def __init__(self, peers, machine):
        # The names of the programs beside Martlet.
        self.peers, self.machine = peers, machine
        self.rows = []
        # Seconds and peak memory by workload.
        self.measured = {}

    def add(self, title, rows, timings, size=None):
        """Adds a row of timings by program; the rate is that of `rows`, and of the bytes of a text of `size`."""
        martlet = timings["Martlet"]
        self.measured[title] = (martlet.median, martlet.memory)
        rate = f"{rows / martlet.median / 1e6:,.1f} M/s" if rows else ""
        if size:
            rate += f", {size / martlet.median / 1e6:,.0f} MB/s"
        memory = f"{martlet.memory:,.0f}" if martlet.memory else ""
        cells, line = [title, martlet, rate, memory], [f"{title}: Martlet {martlet} ms"]
        for name in self.peers:
            peer = timings.get(name)
            cells += [peer or "", ratio(martlet, peer)]
            if peer:
                line.append(f"{name} {peer} × {ratio(martlet, peer)}")
        print("  ".join(line + [f"{memory} MB" if memory else ""]), flush=True)
        if self.machine.isBusy():
            cells[0] = f"{title} †"
        self.rows.append([str(cell) for cell in cells])

    def __str__(self):
        heads = ["workload", "Martlet", "rows", "MB"] + [head for name in self.peers for head in (name, "ratio")]
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
            return float(text)
        except ValueError:
            return text.strip('"').removesuffix(" 00:00:00")

    def equal(one, other):
        # Only Martlet rounds sums once.
        return one == other or isinstance(one, float) and isinstance(other, float) and math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)

    one, other = rows(left), rows(right)
    return len(one) == len(other) and all(
        len(cells) == len(others) and all(map(equal, cells, others)) for cells, others in zip(one, other)
    )


def beginning(answer):
    """What is compared of an answer: its first lines, as comparing all of the largest would take longer than all else."""
    return "\n".join(answer.split("\n", COMPARED_LINES)[:COMPARED_LINES])


class Benchmark:
    def __init__(self, options, size, machine):
        self.size, self.runs = size, options.runs
        self.folder = data.make(options.folder, size)
        self.martlet = Martlet(options.martlet, self.folder)
        self.baseline = Martlet(options.baseline, self.folder, "baseline") if options.baseline else None
        self.duckdb = DuckDB(options.duckdb, self.folder) if options.duckdb else None
        self.module = DuckDBModule(options.duckdb_module, self.folder) if options.duckdb_module else None
        self.sqlite = SQLite(options.sqlite, self.folder) if options.sqlite else None
        self.programs = [one for one in (self.martlet, self.baseline, self.duckdb, self.module, self.sqlite) if one]
        self.table = Table([program.name for program in self.programs[1:]], machine)
        self.failures = []
        for program in self.programs:
            program.prepare()

    def turns(self, processes, runs=None):
        """The timings of processes, by program, that take turns. Those of Martlet take the program."""
        martlet = processes.pop("Martlet")
        for program in (self.martlet, self.baseline):
            if program:
                processes[program.name] = lambda program=program: martlet(program)
        return dict(zip(processes, Timing.alternating(list(processes.values()), runs or self.runs)))

    def warm(self, measure):
        """Timings of Martlet's warm statements, by program."""
        return {one.name: Timing(measure(one)[1:]) for one in (self.martlet, self.baseline) if one}

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
                    self.duckdb and self.duckdb.process(self.duckdb.tables() + ".headers on\n" + (work.compared or work.duckdb), True).output,
                    sqlite.process(".headers on\n" + work.sql, True).output if sqlite else None,
                ],
                work.isOrdered,
            )
            repeats = 1 + max(3, self.runs)
            # The first run of a statement pays for what later ones keep.
            timings = self.warm(lambda martlet: martlet.statement(work.fetch, repeats, work.relates))
            for peer in (self.duckdb, self.module):
                if peer:
                    timings[peer.name] = Timing(peer.statement(work.duckdb, repeats)[1:])
            if sqlite:
                timings[sqlite.name] = Timing.of(lambda: sqlite.process(work.sql), self.runs)
            self.table.add(work.title, self.size, timings)

    def peers(self, sql):
        """The processes of DuckDB and sqlite3 that ask a question of their files."""
        processes = {}
        if self.duckdb:
            processes[self.duckdb.name] = lambda: self.duckdb.process(sql, store=self.duckdb.store)
        if self.sqlite:
            processes[self.sqlite.name] = lambda: self.sqlite.process(sql)
        return processes

    def files(self):
        """One-shot questions to a file store, a whole process each, beside sqlite3 on the same data."""
        for question in FILE_QUESTIONS:
            fetch, sql = (text.format(half=self.size // 2) for text in (question.fetch, question.sql))
            ask = ["-m", "csv", "-c", fetch]
            if question.isCompared:
                headed = lambda program: program and program.process(".headers on\n" + sql, True, program.store).output
                answers = [self.martlet.process(self.martlet.store, *ask, keep=True).output]
                self.check(question.title, answers + [headed(self.duckdb), headed(self.sqlite)], question.isOrdered)
            rows = None if question.isCompared else self.size
            first = lambda martlet: martlet.process("--no-cache", martlet.store, *ask)
            self.table.add(question.title, rows, self.turns({"Martlet": first, **self.peers(sql)}))
            if not question.title.startswith("file: ") or self.size < IMAGED:
                continue
            # The process before has left images.
            first_with_images = lambda martlet: (martlet.forget(), martlet.process(martlet.store, *ask))[1]
            images = self.turns({"Martlet": first_with_images})
            again = lambda martlet: martlet.process(martlet.store, *ask)
            self.table.add(
                question.title.replace("file:", "file again:"), rows, self.turns({"Martlet": again, **self.peers(sql)})
            )
            self.table.add(f"{question.title}, writes images", rows, images)

    def texts(self):
        """The same questions to a CSV file: the first process reads it, a later one reads images."""
        users = self.martlet.files[0]
        for question in FILE_QUESTIONS:
            if not question.title.startswith("file: "):
                continue
            sql = question.sql.replace("FROM users", f"FROM '{users.partition('=')[2]}'")
            duckdb = {self.duckdb.name: lambda: self.duckdb.process(sql)} if self.duckdb else {}
            ask = [users, "-m", "csv", "-c", question.fetch]
            for title, ask in (("CSV:", ["--no-cache", *ask]), ("CSV again:", ask)):
                if title == "CSV again:" and self.size < IMAGED:
                    continue
                process = lambda martlet: martlet.process(*ask)
                for martlet in filter(None, (self.martlet, self.baseline)):
                    # Leaves the images.
                    process(martlet)
                self.table.add(
                    question.title.replace("file:", title), self.size, self.turns({"Martlet": process, **duckdb})
                )

    def reading(self):
        """Files that are read, and processes that start."""
        path = os.path.join(self.folder, "users.csv")
        lines = self.martlet.lines
        duckdb = lambda sql: {self.duckdb.name: lambda: self.duckdb.process(sql)} if self.duckdb else {}
        for title, file, sql in (
            ("W9 read users.csv", path, self.duckdb.tables().split("\n")[0] if self.duckdb else ""),
            ("read users.jsonl", lines, f"CREATE TABLE users AS FROM '{lines}'"),
        ):
            process = lambda martlet: martlet.process("--no-cache", f"users={file}", "-c", ".print")
            timings = self.turns({"Martlet": process, **duckdb(sql)})
            self.table.add(title, self.size, timings, size=os.path.getsize(file))
        peers = duckdb("SELECT 1")
        if self.sqlite:
            peers[self.sqlite.name] = lambda: run([self.sqlite.path, ":memory:"], "SELECT 1;")
        runs = max(10, self.runs)
        start = lambda martlet: martlet.process("-c", "= 1")
        self.table.add("W11 start", None, self.turns({"Martlet": start, **peers}, runs))
        demo = lambda martlet: martlet.process("--demo", "-c", "count Budget")
        self.table.add("count of the demo", None, self.turns({"Martlet": demo}, runs))

    def writing(self):
        """All users out of memory, as text that goes nowhere."""
        path = os.path.join(self.folder, "written")
        users = self.martlet.files[0]
        for output in OUTPUTS:
            if output.duckdb:
                timings = self.warm(lambda martlet: martlet.statement("fetch users", 1 + self.runs, mode=output.mode))
                if self.duckdb:
                    timings[self.duckdb.name] = Timing(self.duckdb.statement(output.duckdb, 1 + self.runs)[1:])
            else:
                # Modes for people have the times among the results.
                ask = ["--no-cache", users, "-m", output.mode, "-c", "fetch users"]
                timings = self.turns({"Martlet": lambda martlet: martlet.process(*ask)})
            self.table.add(output.title, self.size, timings, size=self.martlet.write(output.mode, path))
        os.remove(path)

    def saving(self):
        """10,000 records in one save."""
        new = os.path.join(self.folder, "new.csv")
        undo = f"delete users where id >= {self.size}"

        def martlet(martlet):
            made = martlet.process(martlet.store, "-c", f'import "{new}" into users')
            martlet.process(martlet.store, "-c", undo)
            return made

        def sqlite():
            made = self.sqlite.save()
            self.sqlite.undo_save(self.size)
            return made

        if self.sqlite:
            self.sqlite.prepare_saves(self.size, new)
        peers = {self.sqlite.name: sqlite} if self.sqlite else {}
        self.table.add("W10 10,000 new users in one save", 10_000, self.turns({"Martlet": martlet, **peers}))


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
    if "W9 read users.csv" not in table.measured:
        return ""
    return f"W9 takes {table.measured['W9 read users.csv'][1] / size:.1f} times the memory of the file's {size:,.0f} MB.\n"


class Build:
    """The command that is measured, which must stay the same."""

    def __init__(self, path):
        self.path = path
        self.status = self.current()
        self.version = " ".join(run([path, "--version"]).output.split("\n")[0].split())

    def current(self):
        status = os.stat(self.path)
        return status.st_ino, status.st_size, status.st_mtime_ns

    def check(self):
        if self.current() != self.status:
            sys.exit(f"error: {self.path} was built again meanwhile; results are of one build")


def processor():
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
    parser.add_argument("--baseline", help="another build of Martlet to compare with; nothing is written then")
    parser.add_argument("--only", nargs="*", help="only these parts: statements features files texts reading writing saving")
    parser.add_argument("--duckdb-module", help="a Python interpreter with another version of DuckDB as module")
    parser.add_argument("--duckdb", default=find("duckdb"))
    parser.add_argument("--sqlite", default=find("sqlite3"))
    parser.add_argument("--output", default=os.path.join(HERE, "RESULTS.md"))
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    parts, failures, tables, stopped = [], [], {}, None
    build, machine = Build(options.martlet), Machine()
    for size in options.sizes:
        print(f"{size:,} users", flush=True)
        benchmark = Benchmark(options, size, machine)
        for part in ("statements", "features", "files", "texts", "reading", "writing", "saving"):
            if not options.only or part in options.only:
                getattr(benchmark, part)()
        parts.append(f"## {size:,} users\n\n{benchmark.table}\n{memory(benchmark.folder, benchmark.table)}")
        build.check()
        failures += benchmark.failures
        tables[size] = benchmark.table
        # Larger data takes too long to be stopped that many times.
        if size <= 1_000_000 or not stopped:
            stopped = benchmark
    if options.baseline or options.only:
        # Results are of one complete run of one build.
        return 1 if failures else 0
    if len(tables) > 1:
        parts.append("## Growth\n\nHow many times as long a workload takes with more users.\n\n" + growth(tables))
    parts.append(server.measure(stopped, Timing))
    parts.append(stops(stopped))
    build.check()
    # The name of a module contains its version.
    versions = ", ".join(
        program.name if program.version() in program.name else f"{program.name} {program.version()}" for program in benchmark.programs[1:]
    )
    text = (
        "# Results\n\n"
        f"`make bench`, {datetime.date.today()}, {processor()}; {build.version}; {versions}.\n\n"
        f"Times are medians of {options.runs} runs in milliseconds, with the shortest and the longest. A ratio is Martlet's median "
        "divided by the peer's; its range comes from the ranges of both.\n\n"
        "W1–W6, L1–L17 and writing run in a process that has the data in memory and has run the statement before. (sqlite3 runs "
        "each statement in a new process on its file.) All other rows are whole processes. MB is Martlet's peak memory.\n\n"
        + "\n".join(parts)
    )
    if failures:
        text += "\nAnswers that differ:\n\n" + "".join(f"- {failure}\n" for failure in failures)
    if machine.warnings:
        text += "\n† The machine was busy: " + "; ".join(sorted(machine.warnings)) + ".\n"
    with open(options.output + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(options.output + ".part", options.output)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
