"""Pages of `martlet --report` in headless Chromium."""

import os
import shutil
import subprocess

import pytest

from conftest import MARTLET

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed")

SCRIPT = """
// # Spending
//
// Budgets whose expenses are **above the limit**:

fetch Budget where spent > limit select name, limit, spent sort spent desc

// ## By budget

fetch Expense where budget != nil group by budget.name select budget.name, sum(total) as spent sort spent desc chart bar

trace fetch Budget#1 where limit > 300 and owner == nil

// ## A mistake, and all users

fetch Budget where nme == "Car"
fetch User select firstName, surname, age, city
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    (folder / "analysis.fetch").write_text(SCRIPT)
    path = folder / "report.html"
    subprocess.run(
        [MARTLET, "--demo", "-f", str(folder / "analysis.fetch"), "--no-bail", "--report", str(path)], check=False
    )
    with playwright.sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 900})
        page.problems = []
        page.on("console", lambda message: page.problems.append(message.text))
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else page.problems.append(request.url))
        page.goto(path.as_uri())
        yield page
        browser.close()


def column(page, table, index):
    return page.locator(f".result table >> nth={table}").locator(f"tbody tr td:nth-child({index})").all_inner_texts()


def test_tables_are_sorted_by_a_click(page):
    names = column(page, 0, 1)
    page.locator(".result table >> nth=0").get_by_role("button", name="name").click()
    assert column(page, 0, 1) == sorted(names)
    assert page.locator(".result table >> nth=0").locator("th >> nth=0").get_attribute("aria-sort") == "ascending"
    page.locator(".result table >> nth=0").get_by_role("button", name="name").click()
    assert column(page, 0, 1) == sorted(names, reverse=True)
    page.locator(".result table >> nth=0").get_by_role("button", name="limit").click()
    numbers = [float(text) for text in column(page, 0, 2)]
    assert numbers == sorted(numbers)
    assert not page.problems


def test_ten_thousand_rows_stay_usable(page):
    users = page.locator(".result table").last
    assert users.locator("tbody tr").count() == 200
    start = page.evaluate("performance.now()")
    users.get_by_role("button", name="age").click()
    users.get_by_role("button", name="age").click()
    elapsed = page.evaluate("performance.now()") - start
    ages = [int(text) for text in users.locator("tbody tr td:nth-child(3)").all_inner_texts()]
    assert ages == sorted(ages, reverse=True) and len(ages) == 200
    assert elapsed < 3000
    page.get_by_role("button", name="Show 200 more").last.click()
    assert users.locator("tbody tr").count() == 400
    with page.expect_download() as download:
        page.get_by_role("link", name="All as CSV").click()
    assert len(download.value.path().read_text().splitlines()) == 10_001
    assert not page.problems


def test_the_page_can_be_read_by_all(page):
    assert page.title() == "Spending"
    assert page.locator("h1").all_inner_texts() == ["Spending"]
    assert page.locator("h2").all_inner_texts() == ["By budget", "A mistake, and all users"]
    assert all(image.get_attribute("alt") for image in page.locator("img").all())
    assert all(head.get_attribute("scope") == "col" for head in page.locator("th").all())
    assert "did you mean `name`?" in page.get_by_role("alert").inner_text()
    assert page.evaluate("document.images[0].naturalWidth") > 100
    tree = page.locator("ul.tree details").first
    assert tree.evaluate("tree => tree.open")
    tree.locator("summary").first.click()
    assert not tree.evaluate("tree => tree.open")


def test_light_and_dark(page):
    def background():
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    folder = os.environ.get("MARTLET_PICTURES")
    for scheme, color in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(22, 27, 34)")):
        page.emulate_media(color_scheme=scheme)
        assert background() == color
        if folder:
            page.evaluate("window.scrollTo(0, 0)")
            page.screenshot(path=f"{folder}/report-{scheme}.png")
    page.emulate_media(media="print")
    assert page.locator("a[download]").first.is_hidden()
    page.emulate_media(media="screen", color_scheme="light")
    assert not page.problems
