"use strict";
// Heads of tables sort their rows: upward, downward, as they were. Numbers go by their size, with the prefix before their
// unit; what is no number comes after those that are.
(() => {
  const factors = { T: 1e12, G: 1e9, M: 1e6, k: 1e3 };
  const value = (text) => {
    const found = /^[+-]?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?/.exec(text.trim());
    if (!found) return null;
    const rest = text.trim().slice(found[0].length).trim();
    const prefixed = /^[TGMk](?=[A-Za-z]|$)/.test(rest);
    return Number(found[0]) * (prefixed ? factors[rest[0]] : 1);
  };
  const compare = (a, b) => {
    const x = value(a), y = value(b);
    if (x !== null && y !== null) return x - y;
    if (x !== null || y !== null) return x !== null ? -1 : 1;
    return a.localeCompare(b);
  };
  for (const table of document.querySelectorAll("table")) {
    const body = table.tBodies[0];
    const order = Array.from(body.rows);
    if (order.length < 2) continue;
    for (const head of table.querySelectorAll("thead th")) {
      const button = document.createElement("button");
      button.type = "button";
      button.title = "Sort by this column";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const before = head.getAttribute("aria-sort");
        for (const other of table.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
        if (before === "descending") {
          body.append(...order);
          return;
        }
        const down = before === "ascending";
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const at = head.cellIndex;
        const sorted = order.slice().sort((a, b) => compare(a.cells[at].textContent, b.cells[at].textContent));
        body.append(...(down ? sorted.reverse() : sorted));
      });
    }
  }
})();
