"use strict";
// Tables can be sorted by a click on a heading; without this script they stay in their own order.
const key = (row, column) => {
  const cell = row.cells[column];
  const value = cell.dataset.v;
  return value === undefined ? cell.textContent.trim() : Number(value);
};
const compare = (a, b) =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true });

for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    if ("fixed" in heading.dataset) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const up = heading.getAttribute("aria-sort") === (column ? "descending" : "ascending");
      const falling = column ? !up : up;
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", falling ? "descending" : "ascending");
      const rows = [...table.tBodies[0].rows];
      rows.sort((a, b) => (falling ? -1 : 1) * compare(key(a, column), key(b, column)));
      table.tBodies[0].append(...rows);
    });
  });
}

for (const block of document.querySelectorAll("pre.copy")) {
  const text = block.textContent;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "copied";
    } catch {
      getSelection().selectAllChildren(block);
      button.textContent = "selected";
    }
    setTimeout(() => { button.textContent = "copy"; }, 1500);
  });
  const box = document.createElement("div");
  box.className = "copybox";
  block.before(box);
  box.append(block, button);
}
