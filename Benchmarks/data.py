"""The data that is measured: users, budgets and their expenses as CSV, always the same."""

import os
import random

FIRST_NAMES = (
    "James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth "
    "William Barbara Jane Susan Zoë André Łukasz Søren Chloé Björn"
).split()
SURNAMES = (
    "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez "
    "Lopez Wilson Anderson Thomas Taylor Müller Nuñez O'Brien Østergaard"
).split()
CITIES = "Paris London Berlin Oslo Madrid Lisbon Rome Vienna Prague Dublin Zürich Kraków".split()
BUDGETS = ["Vacation", "Groceries", "Rent", "Car", "School", "Gifts"]
EXPENSES = ["Airfare", "Hotel", "Rental car", "Milk", "Bread", "Books", "Fuel"]


def make(folder, size):
    """The folder with `size` users, a tenth as many budgets, and `size` expenses; made if it is not there."""
    path = os.path.join(folder, f"data-{size}")
    if os.path.isdir(path):
        return path
    unfinished = path + ".part"
    os.makedirs(unfinished, exist_ok=True)
    dice = random.Random(7)
    with open(os.path.join(unfinished, "users.csv"), "w", encoding="utf-8") as file:
        file.write("id,firstName,surname,age,city,balance,joined\n")
        for number in range(size):
            file.write(
                f"{number},{dice.choice(FIRST_NAMES)},{dice.choice(SURNAMES)}{dice.randrange(1000)},"
                f"{dice.randrange(18, 90)},{dice.choice(CITIES)},{dice.gauss(1000, 500):.2f},"
                f"{dice.randrange(2000, 2026)}-{dice.randrange(1, 13):02d}-{dice.randrange(1, 29):02d}\n"
            )
    count = max(1, size // 10)
    with open(os.path.join(unfinished, "budgets.csv"), "w", encoding="utf-8") as file:
        file.write("id,name,limit\n")
        for number in range(count):
            file.write(f"{number},{dice.choice(BUDGETS)} {number},{dice.randrange(50, 5000)}\n")
    with open(os.path.join(unfinished, "expenses.csv"), "w", encoding="utf-8") as file:
        file.write("id,name,amount,quantity,budget\n")
        for number in range(size):
            file.write(
                f"{number},{dice.choice(EXPENSES)},{dice.random() * 300:.2f},"
                f"{dice.randrange(1, 5)},{dice.randrange(count)}\n"
            )
    with open(os.path.join(unfinished, "new.csv"), "w", encoding="utf-8") as file:
        file.write("id,firstName,surname,age,city,balance,joined\n")
        for number in range(size, size + 10_000):
            file.write(f"{number},Jane,Doe{number},{number % 90},Oslo,1.5,2020-01-01\n")
    os.rename(unfinished, path)
    return path
