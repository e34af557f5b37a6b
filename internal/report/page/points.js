
// Says the values of figures, where a mouse or a finger points or by the arrow
// keys, and marks those of the chosen structures.
{
  const figures = JSON.parse(document.getElementById("points").textContent);
  const names = document.querySelector("figure svg")?.namespaceURI;
  const svg = (name, attributes) => {
    const element = document.createElementNS(names, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const near = 40; // pixels within which a point is meant

  for (const [id, { w, h, series }] of Object.entries(figures)) {
    const pane = document.querySelector(`#${CSS.escape(id)} .pane`);
    const points = series.flatMap((one, s) => one.p.map(([x, y, at, value]) => ({ s, x, y, at, value, name: one.name })));
    if (!pane || !points.length) continue;
    pane.tabIndex = 0;
    pane.setAttribute("role", "group");
    pane.setAttribute("aria-label", `${points.length} values; arrow keys go through them, Escape ends`);

    const marks = svg("svg", { viewBox: `0 0 ${w} ${h}`, class: "marks", "aria-hidden": "true" });
    const ring = svg("circle", { r: 5, class: "ring" });
    const tip = document.createElement("div");
    tip.className = "tip";
    tip.setAttribute("role", "status");
    tip.hidden = true;
    pane.append(marks, tip);

    let current = null;
    const say = (point) => {
      if (point === current) return;
      current = point;
      tip.hidden = !point;
      if (!point) return ring.remove();
      ring.setAttribute("cx", point.x);
      ring.setAttribute("cy", point.y);
      marks.append(ring);
      tip.replaceChildren();
      for (const [text, tag] of [[point.name, "b"], [point.at, "span"], [point.value, "span"]]) {
        if (!text) continue;
        const line = document.createElement(tag);
        line.textContent = text;
        tip.append(line, " ");
      }
      const scale = pane.clientWidth / w;
      const left = point.x * scale, top = point.y * scale;
      tip.style.left = `${Math.max(0, Math.min(left - tip.offsetWidth / 2, pane.clientWidth - tip.offsetWidth))}px`;
      tip.style.top = `${top - tip.offsetHeight - 12 < 0 ? top + 14 : top - tip.offsetHeight - 12}px`;
      tip.scrollIntoView?.({ block: "nearest", inline: "nearest", container: "nearest" });
    };
    const nearest = (event) => {
      const box = pane.getBoundingClientRect(), scale = box.width / w;
      const x = (event.clientX - box.left) / scale, y = (event.clientY - box.top) / scale;
      let best = null, least = near / scale;
      for (const point of points) {
        const distance = Math.hypot(point.x - x, point.y - y);
        if (distance < least) [best, least] = [point, distance];
      }
      return best;
    };
    pane.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse") say(nearest(event)); });
    pane.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") say(null); });
    pane.addEventListener("click", (event) => say(nearest(event)));
    pane.addEventListener("blur", () => say(null));

    // Left and right go along a series, up and down to the next one.
    pane.addEventListener("keydown", (event) => {
      const of = (s) => points.filter((point) => point.s === s);
      const own = of(current?.s ?? 0), at = current ? own.indexOf(current) : -1;
      const next = (by) => {
        const s = current ? (current.s + by + series.length) % series.length : 0;
        return of(s).reduce((a, b) => Math.abs(b.x - current.x) < Math.abs(a.x - current.x) ? b : a);
      };
      let to;
      switch (event.key) {
        case "ArrowRight": to = own[Math.min(at + 1, own.length - 1)]; break;
        case "ArrowLeft": to = own[Math.max(at - 1, 0)]; break;
        case "ArrowDown": to = current ? next(1) : own[0]; break;
        case "ArrowUp": to = current ? next(-1) : own[0]; break;
        case "Home": to = own[0]; break;
        case "End": to = own[own.length - 1]; break;
        case "Escape": to = null; break;
        default: return;
      }
      event.preventDefault();
      say(to);
    });

    // The chosen structures stand out by a broad light line and dots.
    document.addEventListener("pick", ({ detail }) => {
      marks.querySelectorAll(".chosen").forEach((old) => old.remove());
      if (!detail.s.length) return;
      series.forEach((one) => {
        if (!detail.s.includes(String(one.s)) || detail.m.length && !one.m.some((m) => detail.m.includes(String(m)))) return;
        const mark = svg("g", { class: "chosen" });
        const rising = one.p.every(([x], i) => i === 0 || x > one.p[i - 1][0]);
        if (rising) mark.append(svg("polyline", { points: one.p.map(([x, y]) => `${x},${y}`).join(" ") }));
        for (const [x, y] of one.p) mark.append(svg("circle", { cx: x, cy: y, r: 5 }));
        marks.prepend(mark);
      });
    });
  }
}
