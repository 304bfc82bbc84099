#!/usr/bin/env python3
"""Counts the instructions of warm statements with valgrind's callgrind, and writes Benchmarks/INSTRUCTIONS.md.

Unlike times, these counts are nearly the same on every machine and under every load. They are for people:
no test looks at them.
"""

import argparse
import collections
import datetime
import os
import re
import subprocess
import sys
import tempfile

import data
from peers import Martlet, find
from workloads import STATEMENTS

HERE = os.path.dirname(os.path.abspath(__file__))
# What a statement takes is the difference between runs of it so many times, so that reading the data is left out.
FEW, MANY = 2, 4


def without_debug_information(path, folder):
    """A copy of the program that valgrind can read: the compiler's debug information is newer than it knows."""
    copy = os.path.join(folder, "martlet")
    subprocess.run(["strip", "--strip-debug", "-o", copy, path], check=True)
    return copy


def counted(program, files, work, repeats, folder):
    """Instructions by function of a process that runs a statement so many times."""
    script = "relate expenses.budget to budgets.id\n" * work.relates + ".output /dev/null\n" + (work.fetch + "\n") * repeats
    path = os.path.join(folder, f"callgrind.{repeats}")
    subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={path}", program, *files, "-m", "csv"],
        input=script.encode(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    listed = subprocess.run(
        ["callgrind_annotate", "--threshold=100", path], stdout=subprocess.PIPE, check=True
    ).stdout.decode(errors="replace")
    counts = collections.Counter()
    for count, name in re.findall(r"^\s*([\d,]+) \([^)]*\)\s+[^:]*:(\S+)", listed, re.M):
        # The heading of the list has the form of a line of it.
        if name != "function":
            counts[name] += int(count.replace(",", ""))
    return counts


def readable(name, swift):
    """A function's name as Swift has it, without what it is specialised for."""
    if not swift or not name.startswith("$s"):
        return name
    text = subprocess.run([swift, "demangle", "--compact", "--simplified", name], stdout=subprocess.PIPE).stdout.decode()
    text = re.sub(r"^.*? (of|for) ", "", text.strip()) if "specialization" in text else text.strip()
    return text.split("(")[0] if len(text) > 70 else text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("size", nargs="?", type=int, default=100_000, help="number of users")
    parser.add_argument("--martlet", default=os.path.join(HERE, "../.build/release/martlet"))
    parser.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "martlet-bench"))
    parser.add_argument("--output", default=os.path.join(HERE, "INSTRUCTIONS.md"))
    options = parser.parse_args()
    if not find("valgrind"):
        sys.exit("instructions.py: valgrind is not installed")
    os.makedirs(options.folder, exist_ok=True)
    martlet = Martlet(options.martlet, data.make(options.folder, options.size))
    swift = find("swift", "/opt/swift/usr/bin/swift")
    lines = [
        "# Instructions",
        "",
        f"`make instructions`, {datetime.date.today()}, {martlet.version()}, {options.size:,} users; of one warm statement,",
        "and of the functions that take the most.",
    ]
    with tempfile.TemporaryDirectory() as folder:
        program = without_debug_information(options.martlet, folder)
        for work in STATEMENTS:
            taken = counted(program, martlet.files, work, MANY, folder)
            taken.subtract(counted(program, martlet.files, work, FEW, folder))
            total = sum(taken.values()) // (MANY - FEW)
            lines += ["", f"## {work.title}", "", f"{total:,} instructions, {total / options.size:.1f} a user", ""]
            lines += ["| instructions | function |", "| ---: | --- |"]
            for name, count in taken.most_common(6):
                lines.append(f"| {count // (MANY - FEW):,} | `{readable(name, swift)}` |")
            print(f"{work.title}: {total:,}", flush=True)
    with open(options.output + ".part", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    os.replace(options.output + ".part", options.output)


if __name__ == "__main__":
    main()
