// Sorts tables by a click on a heading, and shows more rows of long ones.
"use strict";
for (const table of document.querySelectorAll(".result > table")) {
  const body = table.tBodies[0];
  const template = table.parentElement.querySelector("template");
  const step = 200;
  let shown = body.rows.length;
  let rows = null;
  // The rows of a long table are inert until they are needed.
  const all = () => rows ??= [...(template ? template.content.querySelectorAll("tr") : body.rows)];
  const show = () => body.replaceChildren(...all().slice(0, shown));
  const key = cell => {
    if (!cell || cell.className === "nil") return null;
    return cell.className === "number" ? Number(cell.textContent) : cell.textContent;
  };
  const compare = (one, other) => {
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
    return one < other ? -1 : one > other ? 1 : 0;
  };
  const sort = (column, heading) => {
    const falls = heading.getAttribute("aria-sort") === "ascending";
    const keyed = all().map(row => [key(row.cells[column]), row]);
    keyed.sort((one, other) => {
      const order = compare(one[0], other[0]);
      return falls && one[0] !== null && other[0] !== null ? -order : order;
    });
    rows = keyed.map(pair => pair[1]);
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", falls ? "descending" : "ascending");
    show();
  };
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = "Sort by this column";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => sort(column, heading));
  });
  if (template) {
    const more = document.createElement("button");
    more.type = "button";
    more.className = "more";
    more.textContent = `Show ${step} more`;
    more.addEventListener("click", () => {
      shown += step;
      show();
      if (shown >= all().length) more.remove();
    });
    table.parentElement.nextElementSibling.append(" ", more);
  }
}
