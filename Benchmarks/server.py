#!/usr/bin/env python3
"""Martlet on a PostgreSQL server of its own, beside psql with the same questions.

`make bench` includes it. By itself, it takes a few minutes and prints its section of the results.
"""

import argparse
import functools
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import types

import data
from peers import Martlet, run

TABLES = {
    "users": "id int8 PRIMARY KEY, \"firstName\" text, surname text, age int8, city text, balance float8, joined date",
    "budgets": "id int8 PRIMARY KEY, name text, \"limit\" int8",
    "expenses": "id int8 PRIMARY KEY, name text, amount float8, quantity int8, budget int8 REFERENCES budgets",
}

# Martlet's statement and psql's: W1 to W6 as far as both have them.
STATEMENTS = [
    (
        "W1 count where age > 30 and city == Oslo",
        'count users where age > 30 and city == "Oslo"',
        "SELECT count(*) FROM users WHERE age > 30 AND city = 'Oslo'",
    ),
    (
        "W2 count where surname contains son",
        'count users where surname contains "son"',
        "SELECT count(*) FROM users WHERE strpos(surname, 'son') > 0",
    ),
    (
        "W3 age in 30...40, the first 20 by balance and surname",
        "fetch users where age in 30...40 select id, surname, balance"
        " sort balance desc, surname using lexical, id limit 20",
        "SELECT id, surname, balance FROM users WHERE age BETWEEN 30 AND 40"
        ' ORDER BY balance DESC NULLS LAST, surname COLLATE "C", id LIMIT 20',
    ),
    (
        "W4 all sorted by surname and firstName",
        "fetch users sort surname using lexical, firstName using lexical, id",
        'SELECT * FROM users ORDER BY surname COLLATE "C", "firstName" COLLATE "C", id',
    ),
    (
        "W5 group by city: count, avg, max",
        "fetch users group by city select city, count(), avg(balance), max(age)",
        "SELECT city, count(*), avg(balance), max(age) FROM users GROUP BY city",
    ),
    (
        "W6 budgets by the sum of their expenses, the first 20",
        "fetch budgets select id, sum(expenses.amount * expenses.quantity) as total sort total desc, id limit 20",
        "SELECT b.id, sum(e.amount * e.quantity) AS total FROM budgets b JOIN expenses e ON e.budget = b.id"
        " GROUP BY b.id ORDER BY total DESC, b.id LIMIT 20",
    ),
]

LOOKUPS = 2000

# The records of one save, as a model of a native store.
MODEL = (
    "model Person { firstName: String, surname: String, age: Int, city: String, balance: Double, joined: Date }\n"
)


def programs():
    """The folder with the server's programs; None if PostgreSQL is not installed."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)
    folders += ["/opt/homebrew/opt/postgresql/bin", "/usr/local/bin", "/usr/bin"]
    needed = ("initdb", "pg_ctl", "postgres", "psql")
    return next((folder for folder in folders if all(os.path.exists(f"{folder}/{name}") for name in needed)), None)


class Server:
    """A server in a temporary folder, without a network."""

    def __init__(self, binaries):
        self.binaries = binaries
        self.folder = tempfile.mkdtemp(prefix="martlet-bench-pg-")
        self.address = f"postgres://postgres@/postgres?host={self.folder}"
        # The server refuses to run as root.
        self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        if self.user:
            shutil.chown(self.folder, "postgres")
        self.run("initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8")
        options = f"-k {self.folder} -c listen_addresses= -c fsync=off -c shared_buffers=1GB"
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-l", f"{self.folder}/log", "-o", options, "start")

    def run(self, program, *arguments):
        command = [*self.user, f"{self.binaries}/{program}", *arguments]
        subprocess.run(command, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def psql(self, script, *options):
        """What psql writes, in a process of its own."""
        command = [f"{self.binaries}/psql", "-X", "-q", "-h", self.folder, "-U", "postgres", "-v", "ON_ERROR_STOP=1"]
        return run([*command, *options], script)

    def load(self, folder):
        for name, columns in TABLES.items():
            path = os.path.join(folder, f"{name}.csv")
            self.psql(f"CREATE TABLE {name} ({columns});\n\\copy {name} FROM '{path}' WITH (FORMAT csv, HEADER)\n")
        self.psql("CREATE INDEX ON expenses (budget); VACUUM ANALYZE;")

    def statements(self, martlet, fetch):
        """The SQL that Martlet sends for a statement, with the values in it, from the server's log."""
        path = os.path.join(self.folder, "log")
        start = os.path.getsize(path)
        settings = {"PGOPTIONS": "-c log_statement=all"}
        run([martlet.path, self.address, "-m", "csv", "-o", os.devnull, "-c", fetch], environment=settings)
        with open(path, encoding="utf-8") as file:
            file.seek(start)
            # Lines that begin with a tab continue others.
            lines = file.read().replace("\n\t", " ").splitlines()
        for line, next in zip(lines, lines[1:]):
            if " LOG: " in line and 'FROM "public"' in line:
                sql = re.sub(r".*? LOG:  (statement|execute <unnamed>): ", "", line)
                sql = re.sub(r".*\bCOPY \((.*)\) TO STDOUT.*", r"\1", sql)
                sql = sql.partition(" CURSOR FOR ")[2] or sql
                values = dict(re.findall(r"(\$\d+) = ('(?:[^']|'')*'|NULL)", next))
                yield re.sub(r"\$\d+", lambda found: values[found[0]], sql)

    def stop(self):
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


def seconds_of(server, sql, repeats):
    """Seconds of each run of a query or `\\copy` in one psql, its output going nowhere."""
    end = "" if sql.startswith("\\") else ";"
    output = server.psql("\\timing on\n" + f"\\o /dev/null\n{sql}{end}\n\\o\n" * repeats).output
    return [float(number) / 1000 for number in re.findall(r"Time: ([\d.]+) ms", output)]


def martlet_seconds(martlet, address, statement, repeats, lap=None):
    """Seconds of each run of a statement in one process; of one lap (`run`, `print`), or of both."""
    script = ".output /dev/null\n.timer on\n" + (statement + "\n") * repeats
    output = run([martlet.path, address, "-m", "csv"], script).output
    units = {"s": 1, "ms": 1e-3, "µs": 1e-6, "us": 1e-6}
    found = re.findall((r"run time: .*\b" + lap if lap else "run time:") + r" ([\d.,]+) (s|ms|µs|us)\b", output)
    return [float(number.replace(",", "")) * units[unit] for number, unit in found]


def measure(benchmark, timing):
    """A section of the results; a note if PostgreSQL is not installed."""
    title = f"## PostgreSQL, {benchmark.size:,} users\n\n"
    binaries = programs()
    if not binaries:
        return title + "Not measured: PostgreSQL is not installed.\n"
    server = Server(binaries)
    try:
        server.load(benchmark.folder)
        return title + table(benchmark, server, timing)
    finally:
        server.stop()


def saves(benchmark, server, timing, runs):
    """Martlet's time to import records into a native store, and psql's for a table like it."""
    path = os.path.join(server.folder, "people.csv")
    with open(os.path.join(benchmark.folder, "new.csv"), encoding="utf-8") as source, open(path, "w") as target:
        # Both tables number their rows.
        target.writelines(line.partition(",")[2] for line in source)
    address = server.address + "&schema=native"
    run([benchmark.martlet.path, address], MODEL)
    own = martlet_seconds(benchmark.martlet, address, f'import "{path}" into Person', runs)
    server.psql(
        "CREATE TABLE people (LIKE native.\"Person\" INCLUDING ALL);"
        "ALTER TABLE people ALTER id ADD GENERATED BY DEFAULT AS IDENTITY;"
    )
    columns = '"firstName", surname, age, city, balance, joined'
    peer = seconds_of(server, f"\\copy people ({columns}) FROM '{path}' WITH (FORMAT csv, HEADER)", runs)
    return timing(own[1:]), timing(peer[1:])


def table(benchmark, server, timing):
    martlet, runs = benchmark.martlet, 1 + max(3, benchmark.runs)
    lines = [
        "| workload | Martlet | psql | ratio | psql, the SQL that Martlet sends | ratio |",
        "|---|---:|---:|---:|---:|---:|",
    ]

    def add(name, own, *peers):
        cells = [f"{peer} | {own.median / peer.median:.2f}" if peer else " | " for peer in (*peers, None)[:2]]
        lines.append(f"| {name} | {own} | {' | '.join(cells)} |")
        print(lines[-1], file=sys.stderr, flush=True)

    for name, fetch, sql in STATEMENTS:
        same = list(server.statements(martlet, fetch))
        if sql.startswith("SELECT *"):
            # Writing so many rows takes long, and psql's own times are without it.
            own = functools.partial(martlet.process, server.address, "-m", "csv", "-o", os.devnull, "-c", fetch)
            peers = [functools.partial(server.psql, sql, "--csv", "-o", os.devnull) for sql in (sql, ";".join(same))]
            add(name + ", as CSV", *timing.alternating([own, *peers], benchmark.runs))
            continue
        # The programs take turns, so that a busy moment slows all of them.
        turns = [
            (
                martlet_seconds(martlet, server.address, fetch, 2)[1:],
                seconds_of(server, sql, 2)[1:],
                [sum(seconds) for seconds in zip(*(seconds_of(server, one, 2)[1:] for one in same))],
            )
            for _ in range(runs)
        ]
        add(name, *[timing(sum(seconds, [])) for seconds in zip(*turns)])
    copy = os.path.join(tempfile.gettempdir(), "martlet-bench-copy")
    export = f"\\copy users TO '{copy}' WITH (FORMAT binary)"
    add(
        "read all columns of users (psql: COPY … binary to a file)",
        timing(martlet_seconds(martlet, server.address, "fetch users", runs, lap="run")[1:]),
        timing(seconds_of(server, export, runs)[1:]),
    )
    add(
        "all columns of users to a CSV file (psql: COPY … binary to a file)",
        timing.of(lambda: martlet.process(server.address, "-m", "csv", "-o", copy, "-c", "fetch users"), benchmark.runs),
        timing.of(lambda: server.psql(export + "\n"), benchmark.runs),
    )
    os.remove(copy)
    add("10,000 records in one save (psql: \\copy)", *saves(benchmark, server, timing, runs))
    dice = random.Random(3)
    keys = [dice.randrange(benchmark.size) for _ in range(LOOKUPS)]
    fetches = "".join(f"fetch users where id == {key}\n" for key in keys)
    selects = "".join(f"SELECT * FROM users WHERE id = {key};\n" for key in keys)
    add(
        f"{LOOKUPS:,} look-ups by id",
        timing.of(lambda: run([martlet.path, server.address, "-m", "csv"], fetches), benchmark.runs),
        timing.of(lambda: server.psql(selects), benchmark.runs),
    )
    return "\n".join(lines) + "\n"


def main():
    from run import HERE, Timing

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("size", nargs="?", type=int, default=1_000_000, help="the number of users")
    parser.add_argument("--martlet", default=os.path.join(HERE, "../.build/release/martlet"))
    parser.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "martlet-bench"))
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    folder = data.make(options.folder, options.size)
    martlet = Martlet(options.martlet, folder)
    benchmark = types.SimpleNamespace(size=options.size, runs=options.runs, folder=folder, martlet=martlet)
    print(measure(benchmark, Timing))


if __name__ == "__main__":
    main()
