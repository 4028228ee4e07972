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

// All cases: searched and filtered here, by what stands behind `#cases?` in the address, which can be sent.
const finder = document.querySelector(".finder");
if (finder) {
  const sets = JSON.parse(document.getElementById(finder.dataset.cases).textContent);
  let data = sets[0];
  const filters = finder.querySelector(".filters");
  const found = finder.querySelector(".found");
  const list = finder.querySelector(".results");
  const rule = finder.querySelector(".rule");
  const confused = finder.querySelector(".confused");
  const more = finder.querySelector(".more-cases");
  const STEP = 25;
  const make = (tag, kind, text) => {
    const element = document.createElement(tag);
    if (kind) element.className = kind;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const cut = (text, length) => (text.length > length ? text.slice(0, length - 1) + "…" : text);
  const labelled = (name, select) => {
    const label = make("label", "", cut(name, 40) + " ");
    label.append(select);
    return label;
  };
  const clear = make("button", "", "clear");
  clear.type = "button";
  filters.append(clear);
  const search = filters.querySelector("input");
  const pair = make("select");
  sets.forEach((set, i) => pair.append(new Option(cut(set.name, 80), i)));
  if (sets.length > 1) {
    const label = labelled("pair", pair);
    label.className = "whole";
    filters.prepend(label);
  }
  const selects = new Map();
  let texts = [];
  const take = set => {  // another pair has other filters: what was chosen stays chosen where it is there, too
    const kept = new Map([...selects].map(([name, select]) => [name, select.value]));
    for (const select of selects.values()) select.parentElement.remove();
    selects.clear();
    data = set;
    pair.value = sets.indexOf(set);
    for (const [name, values] of data.facets) {
      const select = make("select");
      select.append(new Option("all", ""));
      for (const value of values) select.append(new Option(cut(value, 60), value));
      if (values.includes(kept.get(name))) select.value = kept.get(name);
      clear.before(labelled(name, select));
      if (!selects.has(name)) selects.set(name, select);
    }
    texts = data.rows.map(row => [row[1], row[2], ...row[4]].join("\n").toLowerCase());
    rule.textContent = data.rule ? data.rule + "." : "";
    rule.hidden = sets.length < 2 || !data.rule;
  };
  let exact = [];  // sides that have to be just so, and the id: they come from links, and have no field of their own
  let shown = STEP;

  const chosen = () => {
    const pairs = [...selects].filter(([, select]) => select.value !== "").map(([name, select]) => [name, select.value]);
    if (search.value) pairs.push(["q", search.value]);
    if (data !== sets[0]) pairs.unshift(["pair", String(sets.indexOf(data) + 1)]);
    return [...pairs, ...exact];
  };
  const address = pairs => "#cases?" + pairs.map(pair => pair.map(encodeURIComponent).join("=")).join("&");
  const matching = () => {
    const groups = data.facets.map(([name, values]) => {
      const value = selects.get(name).value;
      return value === "" ? -1 : values.indexOf(value);
    });
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    return data.rows.filter((row, i) =>
      groups.every((group, j) => group < 0 || row[5][j].includes(group)) &&
      words.every(word => texts[i].includes(word)) &&
      exact.every(([name, value]) => (name === "id" ? row[1] : row[4][data.sides.indexOf(name)]) === value));
  };
  const card = row => {
    const [, id, expression, cost, sides, groups] = row;
    const item = make("li", "item");
    const head = make("header");
    const link = make("a", "id", id.length > 80 ? id.slice(0, 79) + "…" : id);
    link.href = address([...(data === sets[0] ? [] : [["pair", String(sets.indexOf(data) + 1)]]), ["id", id]]);
    head.append(link);
    data.facets.forEach(([name, values], j) => {
      const told = make("span", "muted");
      const text = `${name}: ${groups[j].map(place => values[place]).join(", ")}`;
      told.textContent = text.length > 120 ? text.slice(0, 119) + "…" : text;
      head.append(told);
    });
    head.append(make("span", "cost", `ρ·loss ${String(cost).replace("-", "−")}`));
    item.append(head);
    if (expression) {
      const line = make("p", "expression", expression);
      line.dir = "auto";
      item.append(line);
    }
    const table = make("dl", "beside");
    data.sides.forEach((name, j) => {
      const box = make("div");
      const value = make("dd", "data" + (j && sides[j] !== sides[0] ? " wrong" : ""), sides[j]);
      value.dir = "auto";
      box.append(make("dt", "", name), value);
      table.append(box);
    });
    item.append(table);
    return item;
  };
  // Of what was chosen: what is taken for what most often, each a link to its cases.
  const confusions = rows => {
    const last = data.sides.length - 1;
    const counts = new Map();
    for (const row of rows) {
      if (row[4][0] === row[4][last]) continue;
      const pair = JSON.stringify([row[4][0], row[4][last]]);
      counts.set(pair, (counts.get(pair) || 0) + 1);
    }
    const often = [...counts].filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1]).slice(0, 6);
    confused.hidden = exact.length > 0 || often.length === 0;
    confused.replaceChildren(`Taken for another most often${last > 1 ? ", in " + data.sides[last] : ""}: `);
    often.forEach(([pair, count], i) => {
      const [right, said] = JSON.parse(pair);
      const short = text => (text.length > 40 ? text.slice(0, 39) + "…" : text);
      const link = make("a", "", `${short(right)} → ${short(said)}`);
      link.href = address([...chosen(), [data.sides[0], right], [data.sides[last], said]]);
      confused.append(i ? ", " : "", link, ` (${count.toLocaleString("en")})`);
    });
  };
  const render = () => {
    const rows = matching();
    list.replaceChildren(...rows.slice(0, shown).map(card));
    const also = exact.map(([name, value]) => `${name} = ${value}`).join(", ");
    found.textContent = `${rows.length.toLocaleString("en")} of ${data.rows.length.toLocaleString("en")} cases` + (also ? `; ${also}` : "");
    confusions(rows);
    more.hidden = rows.length <= shown;
  };
  const changed = () => {
    shown = STEP;
    const pairs = chosen();
    history.replaceState(null, "", pairs.length ? address(pairs) : "#cases");
    render();
  };
  const read = () => {
    if (!location.hash.startsWith("#cases")) return;
    search.value = "";
    exact = [];
    shown = STEP;
    const asked = location.hash.slice(7).split("&").filter(Boolean).flatMap(part => {
      try {
        return [part.split("=").map(decodeURIComponent)];
      } catch {
        return [];
      }
    });
    const wanted = asked.findLast(([name]) => name === "pair" && sets.length > 1);
    for (const select of selects.values()) select.value = "";
    take(sets[wanted ? Number(wanted[1]) - 1 : 0] || sets[0]);
    for (const [name, value] of asked) {
      if (name === "pair" && sets.length > 1) continue;
      if (name === "q") search.value = value;
      else if (name === "id" || (data.sides.includes(name) && !selects.has(name))) exact.push([name, value]);
      else if (selects.has(name)) {
        selects.get(name).value = value;
        if (selects.get(name).value !== value) exact.push([name, value]);  // a group of which no case is here
      }
    }
    render();
    document.getElementById("cases").scrollIntoView();
  };
  pair.addEventListener("input", () => {
    exact = [];
    take(sets[pair.value]);
  });
  filters.addEventListener("input", changed);
  clear.addEventListener("click", () => {
    search.value = "";
    for (const select of selects.values()) select.value = "";
    exact = [];
    changed();
    search.focus();
  });
  more.addEventListener("click", () => {
    const at = shown;
    shown += STEP * 4;
    render();
    list.children[at]?.querySelector("a").focus();
  });
  addEventListener("hashchange", read);
  finder.hidden = false;
  take(data);
  render();
  read();
}
