"""What is measured: the same question in the language of each program."""

from dataclasses import dataclass


@dataclass
class Statement:
    """A statement on data that is in memory; on files for sqlite3, which has nothing else."""

    title: str
    fetch: str
    sql: str
    duck: str = ""
    relates: bool = False
    isOrdered: bool = True

    @property
    def duckdb(self):
        return self.duck or self.sql


STATEMENTS = [
    Statement(
        "W1 count where age > 30 and city == Oslo",
        'count users where age > 30 and city == "Oslo"',
        "SELECT count(*) FROM users WHERE age > 30 AND city = 'Oslo'",
    ),
    Statement(
        "W2 count where surname ~ son",
        'count users where surname ~ "son"',
        "SELECT count(*) FROM users WHERE surname LIKE '%son%'",
        "SELECT count(*) FROM users WHERE surname ILIKE '%son%'",
    ),
    Statement(
        "W3 age in 30...40, the first 20 by balance and surname",
        "fetch users where age in 30...40 select id, surname, balance sort balance desc, surname using lexical, id limit 20",
        "SELECT id, surname, balance FROM users WHERE age BETWEEN 30 AND 40 ORDER BY balance DESC, surname, id LIMIT 20",
    ),
    Statement(
        "W4 all sorted by surname and firstName",
        "fetch users sort surname using lexical, firstName using lexical, id",
        "SELECT * FROM users ORDER BY surname, firstName, id",
    ),
    Statement(
        "W5 group by city: count, avg, max",
        "fetch users group by city select city, count(), round(avg(balance), 3), max(age)",
        "SELECT city, count(*), round(avg(balance), 3), max(age) FROM users GROUP BY city",
        isOrdered=False,
    ),
    Statement(
        "W6 budgets by the sum of their expenses, the first 20",
        "fetch budgets select id, round(sum(expenses.amount * expenses.quantity), 2) as total sort total desc, id limit 20",
        "SELECT b.id, round(sum(e.amount * e.quantity), 2) AS total FROM budgets b JOIN expenses e ON e.budget = b.id"
        " GROUP BY b.id ORDER BY total DESC, b.id LIMIT 20",
        relates=True,
    ),
]


@dataclass
class FileQuestion:
    """A question that a process of its own asks of a file; `{half}` stands for a number in the middle."""

    title: str
    fetch: str
    sql: str
    isOrdered: bool = True
    # Whole tables are in different spellings of numbers and dates.
    isCompared: bool = True


FILE_QUESTIONS = [
    FileQuestion(
        "W7 one by unique key",
        "fetch users where id == {half} select id, surname, age",
        "SELECT id, surname, age FROM users WHERE id = {half}",
    ),
    FileQuestion(
        "file: count where age > 30 and city == Oslo",
        'count users where age > 30 and city == "Oslo"',
        "SELECT count(*) FROM users WHERE age > 30 AND city = 'Oslo'",
    ),
    FileQuestion(
        "file: count where surname ~ son",
        'count users where surname ~ "son"',
        "SELECT count(*) FROM users WHERE surname LIKE '%son%'",
    ),
    FileQuestion(
        "file: first 20 by balance",
        "fetch users where age in 30...40 select id, balance sort balance desc, id limit 20",
        "SELECT id, balance FROM users WHERE age BETWEEN 30 AND 40 ORDER BY balance DESC, id LIMIT 20",
    ),
    FileQuestion(
        "file: group by city",
        "fetch users group by city select city, count(), round(avg(balance), 3), max(age)",
        "SELECT city, count(*), round(avg(balance), 3), max(age) FROM users GROUP BY city",
        isOrdered=False,
    ),
    FileQuestion("W8 all rows to CSV", "fetch users", "SELECT * FROM users", isCompared=False),
]


@dataclass
class Output:
    """Columns in memory that are written whole, and what DuckDB calls that; a whole process without it."""

    title: str
    mode: str
    duckdb: str = ""


OUTPUTS = [
    Output("write all users as CSV", "csv", "COPY users TO '/dev/null' (FORMAT csv)"),
    Output("write all users as JSON", "json", "COPY users TO '/dev/null' (FORMAT json, ARRAY true)"),
    Output("write all users as JSON lines", "jsonl", "COPY users TO '/dev/null' (FORMAT json)"),
    Output("read users.csv, write a table", "table"),
]
