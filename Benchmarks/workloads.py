"""What is measured: the same question in the language of each program."""

from dataclasses import dataclass


@dataclass
class Statement:
    """A statement on data that is in memory; on files for sqlite3, which has nothing else."""

    title: str
    fetch: str
    # Empty where sqlite3 is not measured.
    sql: str = ""
    duck: str = ""
    # What DuckDB answers to compare, where that of `duck` is one of several right ones.
    compared: str = ""
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


# What the language has for exploring data, beside DuckDB. An outer query needs all values of windows, but shows few.
FEATURES = [
    Statement(
        "L1 rank by balance in each city, the first 3",
        "fetch (fetch users select id, city, rank() over (group by city sort balance desc) as place) where place <= 3 sort id",
        duck="SELECT * FROM (SELECT id, city, rank() OVER (PARTITION BY city ORDER BY balance DESC) AS place FROM users)"
        " WHERE place <= 3 ORDER BY id",
    ),
    Statement(
        "L2 running sum of balance by city",
        "fetch (fetch users select id, sum(balance) over (group by city sort id) as total) sort total desc, id limit 20",
        duck="SELECT id, sum(balance) OVER (PARTITION BY city ORDER BY id) AS total FROM users ORDER BY total DESC, id LIMIT 20",
    ),
    Statement(
        "L3 moving average of 4 rows",
        "fetch (fetch users select id, avg(balance) over (sort joined, id rows 3 before) as mean) sort mean desc, id limit 20",
        duck="SELECT id, avg(balance) OVER (ORDER BY joined, id ROWS 3 PRECEDING) AS mean FROM users ORDER BY mean DESC, id LIMIT 20",
    ),
    Statement(
        "L4 difference from the previous balance in the city",
        "fetch (fetch users select id, balance - lag(balance) over (group by city sort id) as step)"
        " sort step desc, id limit 20",
        duck="SELECT id, balance - lag(balance) OVER (PARTITION BY city ORDER BY id) AS step FROM users"
        " ORDER BY step DESC NULLS LAST, id LIMIT 20",
    ),
    Statement(
        "L5 maximum of the last 30 days",
        "fetch (fetch users select id, max(balance) over (sort joined range 30 days before) as most) sort most, id limit 20",
        duck="SELECT id, max(balance) OVER (ORDER BY joined RANGE INTERVAL 30 DAYS PRECEDING) AS most FROM users"
        " ORDER BY most, id LIMIT 20",
    ),
    Statement(
        "L6 moving median of 101 rows",
        "fetch (fetch users select id, median(balance) over (sort id rows 100 before) as middle) sort middle desc, id limit 20",
        duck="SELECT id, median(balance) OVER (ORDER BY id ROWS 100 PRECEDING) AS middle FROM users"
        " ORDER BY middle DESC, id LIMIT 20",
    ),
    Statement(
        "L7 moving standard deviation of 1,001 rows",
        "fetch (fetch users select id, stddev(balance) over (sort id rows 1000 before) as spread)"
        " where id > 1000 sort spread desc, id limit 20",
        duck="SELECT * FROM (SELECT id, stddev(balance) OVER (ORDER BY id ROWS 1000 PRECEDING) AS spread FROM users)"
        " WHERE id > 1000 ORDER BY spread DESC, id LIMIT 20",
    ),
    Statement(
        "L8 moving mode of 101 rows, distinct count of 1,001",
        "fetch (fetch users select id, mode(age) over (sort id rows 100 before) as often,"
        " count(distinct age) over (sort id rows 1000 before) as ages) group by ages select ages, count() sort ages",
        duck="SELECT ages, count(*) FROM (SELECT mode(age) OVER (ORDER BY id ROWS 100 PRECEDING) AS often,"
        " count(DISTINCT age) OVER (ORDER BY id ROWS 1000 PRECEDING) AS ages FROM users) GROUP BY ages ORDER BY ages",
    ),
    Statement(
        "L9 median, 90 % percentile and standard deviation by city",
        "fetch users group by city select city, median(balance), round(percentile(balance, 0.9), 3), round(stddev(balance), 3)",
        duck="SELECT city, median(balance), round(quantile_cont(balance, 0.9), 3), round(stddev(balance), 3) FROM users"
        " GROUP BY city",
        isOrdered=False,
    ),
    Statement(
        "L10 the most frequent age and name by city",
        "fetch users group by city select city, mode(age), min(surname), max(surname)",
        duck="SELECT city, mode(age), min(surname), max(surname) FROM users GROUP BY city",
        compared="SELECT city, (SELECT age FROM users AS same WHERE same.city = users.city GROUP BY age"
        " ORDER BY count(*) DESC, age LIMIT 1) AS age, min(surname), max(surname) FROM users GROUP BY city",
        isOrdered=False,
    ),
    Statement(
        "L11 all first names of an age as one string",
        'fetch users group by age select age, text(firstName, ", ") starts with "?" sort age',
        duck="SELECT age, starts_with(string_agg(firstName, ', '), '?') FROM users GROUP BY age ORDER BY age",
    ),
    Statement(
        "L12 the five richest names of an age as a list",
        "fetch users group by age select age, join(list(surname sort balance desc limit 5), '-') sort age",
        duck="SELECT age, array_to_string(list(surname ORDER BY balance DESC, id)[:5], '-') FROM users GROUP BY age ORDER BY age",
    ),
    Statement(
        "L13 sort by balance, the first 3 per city",
        "fetch users sort balance desc, id limit 3 per city select id, city, balance",
        duck="SELECT id, city, balance FROM users QUALIFY row_number() OVER (PARTITION BY city ORDER BY balance DESC, id) <= 3"
        " ORDER BY balance DESC, id",
    ),
    Statement(
        "L14 parts of strings: group by upper(prefix(surname, 3))",
        "fetch users group by upper(prefix(surname, 3)) select upper(prefix(surname, 3)) as start, count()"
        " sort start using lexical",
        duck="SELECT upper(left(surname, 3)) AS start, count(*) FROM users GROUP BY start ORDER BY start",
    ),
    Statement(
        "L15 regular expression: group by the digits of surname",
        "fetch users where match(surname, /[0-9]+/) != nil group by length(match(surname, /[0-9]+/))"
        " select length(match(surname, /[0-9]+/)) as size, count()",
        duck="SELECT length(regexp_extract(surname, '[0-9]+')) AS size, count(*) FROM users"
        " WHERE regexp_matches(surname, '[0-9]+') GROUP BY size ORDER BY size",
    ),
    Statement(
        "L16 dates: group by startOf(month, joined)",
        'fetch users group by String(startOf(month, joined), "yyyy-MM")'
        ' select String(startOf(month, joined), "yyyy-MM") as month, count()',
        duck="SELECT strftime(date_trunc('month', joined), '%Y-%m') AS month, count(*) FROM users GROUP BY month ORDER BY month",
    ),
    Statement(
        "L17 numbers: group by bin(balance, 500)",
        "fetch users group by bin(balance, 500) select bin(balance, 500) as start, count(),"
        " round(avg(ln(balance + 10000)), 6) as mean",
        duck="SELECT floor(balance / 500) * 500 AS start, count(*), round(avg(ln(balance + 10000)), 6) FROM users"
        " GROUP BY start ORDER BY start",
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
