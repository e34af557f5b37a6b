
// Shows only what is of the chosen structures and metrics: rows, columns, tables,
// verdicts, figures. An element says what it is of by numbers in data-s and
// data-m; one that says nothing stays.
document.documentElement.classList.add("scripts");
{
  const form = document.getElementById("pick");
  const boxes = (kind) => [...form.querySelectorAll(`[data-kind=${kind}] [type=checkbox]`)];
  const name = (box) => box.parentElement.textContent.trim();
  const numbers = Object.fromEntries(["s", "m"].map((kind) => [kind, new Map(boxes(kind).map((box) => [name(box), box.value]))]));

  // Rows of tables name their structure and metric in a column.
  for (const table of document.querySelectorAll("table[data-structure], table[data-metric]")) {
    for (const row of table.tBodies[0].rows) {
      for (const [kind, column] of [["s", table.dataset.structure], ["m", table.dataset.metric]]) {
        const number = column === undefined ? undefined : numbers[kind].get(row.cells[column].textContent);
        if (number !== undefined) row.dataset[kind] = number;
      }
    }
  }
  const elements = [...document.querySelectorAll("main [data-s], main [data-m], #answer [data-s]")];

  const apply = () => {
    const chosen = Object.fromEntries(["s", "m"].map((kind) => [kind, boxes(kind).filter((box) => box.checked).map((box) => box.value)]));
    const fits = (element, kind) => !chosen[kind].length || !element.dataset[kind] ||
      element.dataset[kind].split(" ").some((number) => chosen[kind].includes(number));
    for (const element of elements) element.hidden = !(fits(element, "s") && fits(element, "m"));
    for (const head of document.querySelectorAll("th[data-m]")) {
      for (const row of head.closest("table").tBodies[0].rows) row.cells[head.cellIndex].hidden = head.hidden;
    }
    for (const table of document.querySelectorAll("main table, #answer table")) { // a table without rows
      const part = table.closest(".part, .scroll");
      const rows = [...table.tBodies[0].rows];
      part.classList.toggle("empty", rows.every((row) => row.hidden));
    }
    for (const box of form.querySelectorAll("[type=checkbox]")) box.parentElement.classList.toggle("on", box.checked);
    form.querySelectorAll("summary").forEach((summary, i) => {
      const names = boxes("sm"[i]).filter((box) => box.checked).map(name);
      summary.lastElementChild.textContent = names.length ? ": " + names.join(", ") : "";
    });
    const any = chosen.s.length + chosen.m.length > 0;
    form.querySelector("[type=reset]").hidden = !any;
    const count = (selector) => {
      const all = [...document.querySelectorAll(selector)];
      return `${all.filter((e) => !e.hidden).length} of ${all.length}`;
    };
    form.querySelector("output").textContent = any
      ? `${count("#verdicts tbody tr")} verdicts, ${count("figure")} figures, ${count("#tables tbody tr")} rows` : "";
    document.dispatchEvent(new CustomEvent("pick", { detail: chosen }));
  };
  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("input", (event) => {
    if (event.target.type !== "search") return;
    const wanted = event.target.value.trim().toLowerCase();
    for (const label of event.target.parentElement.querySelectorAll("label")) {
      label.hidden = !label.textContent.toLowerCase().includes(wanted);
    }
  });
  document.addEventListener("click", (event) => { // elsewhere closes the lists
    for (const list of form.querySelectorAll("details[open]")) if (!list.contains(event.target)) list.open = false;
  });
  form.addEventListener("keydown", (event) => {
    const list = event.target.closest("details[open]");
    if (event.key !== "Escape" || !list) return;
    list.open = false;
    list.firstElementChild.focus();
  });
  // A link to a row that is not shown shows all again.
  addEventListener("hashchange", () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest("[hidden], .empty")) return;
    form.reset();
    setTimeout(() => target.scrollIntoView());
  });
  // A table that is wider than its place says so.
  const look = new ResizeObserver((entries) => {
    for (const { target } of entries) target.parentElement.classList.toggle("over", target.scrollWidth > target.clientWidth + 1);
  });
  for (const place of document.querySelectorAll(".scroll")) {
    const wide = document.createElement("div");
    wide.className = "wide";
    place.replaceWith(wide);
    wide.append(place);
    look.observe(place);
  }
}
