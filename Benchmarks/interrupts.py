"""How long statements go on after Ctrl-C."""

import os
import signal
import subprocess
import time

RELATE = "relate expenses.budget to budgets.id\n"

# Statements that take a while, by what they are busy with.
STATEMENTS = [
    ("conditions", "count users where surname matches /o.*n.*[0-9]{2}$/ or lower(firstName) like '*a*e*'"),
    ("sorting texts", "fetch users sort surname, firstName, id"),
    ("sorting numbers", "fetch users sort balance desc, age"),
    ("groups", "fetch users group by surname, firstName, age select surname, count(), median(balance)"),
    ("lists of groups", "fetch users group by surname select surname, list(firstName)"),
    ("distinct", "fetch users distinct select surname, firstName, age"),
    ("values row by row", "fetch users select lower(firstName) + surname, sqrt(abs(balance)), date(age, 1, 1)"),
    ("aggregates of members", RELATE + "fetch budgets select id, list(expenses.amount) sort median(expenses.amount)"),
    ("members with conditions", RELATE + "fetch expenses where count(budget.expenses where amount > 3) > 2 sort budget.id"),
    ("a query within", "count users where self in (users where age > 30)"),
    ("an update", "update users where age > 3 set balance = balance * 2"),
    ("a delete", "delete users where age > 30"),
    ("new records", "generate 300000 users"),
    ("a copy", '.open ":memory:" as other\ncopy all from memory'),
    ("a summary", ".summary users"),
    ("checking", ".check"),
    ("rows as CSV", ".mode csv\nfetch users"),
    ("rows as JSON", ".mode json\nfetch users"),
    ("rows as a table", ".mode table\nfetch users"),
]
TRIES = 5


def listen():
    """A program in the background of a script begins with Ctrl-C ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(martlet, sources, text):
    process = subprocess.Popen(
        [martlet, *sources, "-f", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=listen,
    )
    process.stdin.write(text.encode() + b"\n")
    process.stdin.close()
    return process


def seconds_after(martlet, sources, text, delay):
    """How long the process goes on after a Ctrl-C; None if it was done before."""
    process = start(martlet, sources, text)
    time.sleep(delay)
    if process.poll() is not None:
        return None
    began = time.perf_counter()
    process.send_signal(signal.SIGINT)
    process.wait()
    return time.perf_counter() - began


def rows(martlet, sources):
    """For each statement its name, its seconds with reading the sources, and its longest time after a Ctrl-C."""
    for name, text in STATEMENTS:
        began = time.perf_counter()
        process = start(martlet, sources, text)
        errors = process.stderr.read().decode(errors="replace")
        if process.wait() != 0:
            raise RuntimeError(f"{text}: {errors}")
        whole = time.perf_counter() - began
        # All of the time is looked at, so that reading the files counts too.
        delays = [whole * (place + 0.5) / TRIES for place in range(TRIES)]
        found = [seconds_after(martlet, sources, text, delay) for delay in delays]
        yield name, whole, max((one for one in found if one is not None), default=None)


def table(martlet, sources):
    """The longest times as a Markdown table."""
    lines = ["| busy with | all of it | at most after Ctrl-C |", "| --- | ---: | ---: |"]
    for name, whole, longest in rows(martlet, sources):
        shown = f"{longest * 1000:,.0f}" if longest is not None else ""
        lines.append(f"| {name} | {whole * 1000:,.0f} | {shown} |")
        print(lines[-1], flush=True)
    return "\n".join(lines) + "\n"
