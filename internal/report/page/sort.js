"use strict";
// Makes tables sortable by their column heads, and gives downloads out
// uncompressed. Without this script the page is complete but for these two.

// numberOf reads the first number of a text: "12.3 ± 0.1", "[−4, 2]", "<0.0001",
// "1,753". NaN if it begins otherwise.
function numberOf(text) {
  if (text.startsWith("<")) return 0;
  return Number.parseFloat(text.replace(/^\[/, "").replace("−", "-").replace(/(\d),(?=\d{3}(\D|$))/g, "$1"));
}

// order compares the cells of a column: as numbers where all of them are,
// blank ones last in both directions.
function order(rows, column, direction) {
  const texts = new Map(rows.map((row) => [row, row.cells[column].firstChild?.textContent.trim() ?? ""]));
  const blank = (row) => texts.get(row) === "" || texts.get(row) === "–";
  const numeric = rows.every((row) => blank(row) || !Number.isNaN(numberOf(texts.get(row))));
  const compare = numeric
    ? (a, b) => numberOf(a) - numberOf(b)
    : (a, b) => a.localeCompare(b, "en", { numeric: true });
  return rows.slice().sort((a, b) => blank(a) - blank(b) ||
    (blank(a) ? 0 : direction * compare(texts.get(a), texts.get(b))));
}

for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  const original = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = "Sort: ascending, descending, as measured";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const next = { ascending: "descending", descending: null }[head.getAttribute("aria-sort")];
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      if (next === null) {
        body.append(...original);
        return;
      }
      head.setAttribute("aria-sort", next ?? "ascending");
      body.append(...order(original, column, next ? -1 : 1));
    });
  });
}

// inflate turns a data: URL of a compressed file into a Blob of what it holds.
function inflate(url) {
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "Content-Type": "text/csv;charset=utf-8" } }).blob();
}

for (const link of document.querySelectorAll("a[data-name]")) {
  if (!("DecompressionStream" in window)) break;
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const plain = document.createElement("a");
    plain.href = URL.createObjectURL(await inflate(link.href));
    plain.download = link.dataset.name;
    plain.click();
    setTimeout(() => URL.revokeObjectURL(plain.href), 60_000);
  });
}
