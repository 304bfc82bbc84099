"""Martlet and the programs that it is compared with: how each is given data and statements."""

import os
import re
import shutil
import subprocess
import sys
import tempfile


class Run:
    """What came of a process: its output, seconds, and peak memory in MB."""

    def __init__(self, output, seconds, memory):
        self.output, self.seconds, self.memory = output, seconds, memory


# A process's peak memory counts from that of the process which started it, so a small one does.
LAUNCHER = """
import os, subprocess, sys, time
start = time.perf_counter()
process = subprocess.Popen(sys.argv[2:])
_, status, usage = os.wait4(process.pid, 0)
seconds = time.perf_counter() - start
with open(sys.argv[1], "w") as file:
    file.write(f"{os.waitstatus_to_exitcode(status)} {seconds} {usage.ru_maxrss / 1024}")
"""


def run(command, text="", keep=True, environment=None):
    """Runs a process to its end; raises if it fails."""
    with tempfile.NamedTemporaryFile("r", prefix="martlet-bench-") as report:
        process = subprocess.run(
            [sys.executable, "-I", "-S", "-c", LAUNCHER, report.name, *command],
            input=text.encode(),
            stdout=subprocess.PIPE if keep else subprocess.DEVNULL,
            stderr=subprocess.STDOUT if keep else None,
            env={**os.environ, **environment} if environment else None,
        )
        output = process.stdout.decode(errors="replace") if keep else ""
        code, seconds, memory = report.read().split()
    if code != "0":
        raise RuntimeError(f"{' '.join(command)}: exit code {code}\n{output[-2000:]}")
    return Run(output, float(seconds), float(memory))


class Martlet:
    def __init__(self, path, data, name="Martlet"):
        self.path, self.data, self.name = path, data, name
        # Images of columns are not among those of the user.
        self.cache = os.path.join(data, f"cache-{name}")
        self.environment = {"XDG_CACHE_HOME": self.cache}
        # A store that an older build has made is not measured as one of this.
        self.store = os.path.join(data, f"bench-{name}-{int(os.path.getmtime(path))}.store")
        self.files = [f"{name}={os.path.join(data, name)}.csv" for name in ("users", "budgets", "expenses")]
        self.lines = os.path.join(data, "users.jsonl")

    def version(self):
        return run([self.path, "--version"]).output.split()[-1]

    def prepare(self):
        if not os.path.exists(self.store):
            remove(self.store + ".part")
            run(
                [self.path, *self.files, "-c", f'.open "{self.store}.part" as made', "-c", "copy all from memory"]
                + ["-c", "extend users { unique (id), index (age) }"]
            )
            os.rename(self.store + ".part", self.store)
        if not os.path.exists(self.lines):
            self.write("jsonl", self.lines)

    def write(self, mode, path):
        """Writes all users to `path`; the number of bytes."""
        run([self.path, self.files[0], "-m", mode, "-o", path, "-c", "fetch users"])
        return os.path.getsize(path)

    def statement(self, text, repeats, relate=False, mode="csv"):
        """Seconds of each run of a statement on columns in memory, its output going nowhere."""
        script = "".join(
            ["relate expenses.budget to budgets.id\n"] * relate
            + [".output /dev/null\n.timer on\n"]
            + [text + "\n"] * repeats
        )
        output = run([self.path, *self.files, "-m", mode], script).output
        found = re.findall(r"run time: ([\d.,]+) (\S+)", output)
        return [float(number.replace(",", "")) * scale(unit) for number, unit in found]

    def answer(self, text, relate=False):
        script = "relate expenses.budget to budgets.id\n" * relate
        return run([self.path, *self.files, "-m", "csv", "-c", script + text]).output

    def process(self, *arguments, keep=False, text=""):
        return run([self.path, *arguments], text, keep, self.environment)

    def forget(self):
        """Removes the images."""
        shutil.rmtree(self.cache, ignore_errors=True)


class SQLite:
    name = "sqlite3"

    def __init__(self, path, data):
        self.path, self.data = path, data
        self.store = os.path.join(data, "bench.db")

    def version(self):
        return run([self.path, "--version"]).output.split()[0]

    def prepare(self):
        if os.path.exists(self.store):
            return
        remove(self.store + ".part")
        imports = "".join(f'.import --skip 1 "{os.path.join(self.data, name)}.csv" {name}\n' for name in TABLES)
        run([self.path, self.store + ".part"], "".join(TABLES.values()) + ".mode csv\n" + imports)
        os.rename(self.store + ".part", self.store)

    def process(self, sql, keep=False, store=None):
        return run([self.path, "-csv", store or self.store], sql, keep)

    def prepare_saves(self, first, new):
        """A table with the indexes of Martlet's, whose rows have numbers, and the tables of a history."""
        self.saves, self.new = os.path.join(self.data, "saves.db"), os.path.join(self.data, "new-numbered.csv")
        rows = os.path.join(self.data, "numbered.csv")
        number(new, self.new, first + 1)
        if os.path.exists(self.saves):
            return
        number(os.path.join(self.data, "users.csv"), rows, 1)
        remove(self.saves + ".part")
        run([self.path, self.saves + ".part"], f'{SAVED}.mode csv\n.import "{rows}" users\n')
        os.rename(self.saves + ".part", self.saves)
        os.remove(rows)

    def save(self):
        """Inserts new rows, and what Martlet's history has of them, in one durable transaction."""
        return run(
            [self.path, self.saves],
            f'PRAGMA synchronous = FULL;\nBEGIN IMMEDIATE;\n.mode csv\n.import "{self.new}" users\n'
            "INSERT INTO history VALUES (1, 0, 'somebody', 'import', 1);\n"
            "INSERT INTO changes VALUES (1, 0, 'inserted', 'users', 1, 2, NULL, NULL);\nCOMMIT;\n",
        )

    def undo_save(self, first):
        run([self.path, self.saves], f"DELETE FROM users WHERE number > {first}; DELETE FROM history; DELETE FROM changes;")


class DuckDB:
    name = "DuckDB"

    def __init__(self, path, data):
        self.path, self.data = path, data
        self.store = os.path.join(data, "bench.duckdb")

    def version(self):
        return run([self.path, "--version"]).output.split()[0]

    def tables(self):
        return "".join(
            f"CREATE TABLE {name} AS FROM '{os.path.join(self.data, name)}.csv';\n" for name in TABLES
        )

    def prepare(self):
        if not os.path.exists(self.store):
            remove(self.store + ".part")
            run([self.path, self.store + ".part"], self.tables())
            os.rename(self.store + ".part", self.store)

    def statement(self, sql, repeats, relate=False):
        """Seconds of each run of a statement on tables in memory, its output going nowhere."""
        script = self.tables() + ".mode csv\n.output /dev/null\n.timer on\n" + (sql + ";\n") * repeats
        output = run([self.path], script).output
        return [float(number) for number in re.findall(r"Run Time \(s\): real ([\d.]+)", output)]

    def process(self, sql, keep=False, store=None):
        return run([self.path, "-csv", *([store] if store else [])], sql, keep)


class DuckDBModule:
    """Another version of DuckDB, as a module of Python: only statements in memory."""

    CODE = """
import sys, time, duckdb
sql, tables, repeats = sys.argv[1:]
database = duckdb.connect()
database.execute("SET enable_progress_bar = false")
for statement in tables.split(";\\n"):
    if statement.strip():
        database.execute(statement)
for _ in range(int(repeats)):
    start = time.perf_counter()
    if sql.startswith("COPY"):
        database.execute(sql)
    else:
        database.execute(sql).fetchall()
    print(time.perf_counter() - start)
"""

    def __init__(self, python, data):
        self.python, self.data = python, data
        self.name = f"DuckDB {self.version()}"

    def version(self):
        return run([self.python, "-c", "import duckdb; print(duckdb.__version__)"]).output.strip()

    def prepare(self):
        pass

    def statement(self, sql, repeats):
        """Seconds of each run of a statement on tables in memory. Rows that are fetched become objects of Python."""
        sql = f"COPY ({sql}) TO '/dev/null' (FORMAT csv)" if sql.startswith("SELECT *") else sql
        tables = DuckDB("", self.data).tables()
        return [float(line) for line in run([self.python, "-c", self.CODE, sql, tables, str(repeats)]).output.split()]


TABLES = {
    "users": "CREATE TABLE users (id INTEGER PRIMARY KEY, firstName TEXT, surname TEXT, age INT, city TEXT,"
    " balance REAL, joined TEXT);\nCREATE INDEX users_age ON users (age);\n",
    "budgets": 'CREATE TABLE budgets (id INTEGER PRIMARY KEY, name TEXT, "limit" INT);\n',
    "expenses": "CREATE TABLE expenses (id INTEGER PRIMARY KEY, name TEXT, amount REAL, quantity INT, budget INT);\n"
    "CREATE INDEX expenses_budget ON expenses (budget);\n",
}


SAVED = """PRAGMA journal_mode = WAL;
CREATE TABLE users (id INTEGER NOT NULL, firstName TEXT NOT NULL, surname TEXT NOT NULL, age INTEGER NOT NULL,
  city TEXT NOT NULL, balance REAL NOT NULL, joined TEXT NOT NULL, number INTEGER PRIMARY KEY);
CREATE UNIQUE INDEX users_id ON users (id);
CREATE INDEX users_age ON users (age);
CREATE TABLE history (statement INTEGER PRIMARY KEY, time INTEGER NOT NULL, author TEXT, title TEXT NOT NULL,
  size INTEGER NOT NULL);
CREATE TABLE changes (statement INTEGER NOT NULL, place INTEGER NOT NULL, action TEXT NOT NULL, entity TEXT NOT NULL,
  key INTEGER NOT NULL, last INTEGER, fields TEXT, links TEXT, PRIMARY KEY (statement, place)) WITHOUT ROWID;
"""


def number(source, target, first):
    """Writes the records of a CSV file with numbers, and without its header."""
    with open(source, encoding="utf-8") as file, open(target, "w", encoding="utf-8") as copy:
        next(file)
        for place, line in enumerate(file):
            copy.write(f"{line.rstrip()},{first + place}\n")


def remove(path):
    """Takes away what a run that was broken off has left at `path`."""
    for ending in ("", "-wal", "-shm", "-journal", ".wal"):
        if os.path.exists(path + ending):
            os.remove(path + ending)


def scale(unit):
    """Seconds in a unit of time."""
    return {"s": 1, "ms": 1e-3, "µs": 1e-6, "us": 1e-6}[unit]


def find(name, *others):
    """The path of a program; None where it is not installed."""
    return next((path for path in map(shutil.which, (name, *others)) if path), None)
