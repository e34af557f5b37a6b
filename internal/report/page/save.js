
// Saves figures: as the SVG that they are, or as PNG of 200 dots an inch, which
// the browser makes of it.
{
  const save = (blob, name) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  const paint = async (text, [, , w, h]) => {
    const picture = new Image();
    picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
    await picture.decode();
    const canvas = document.createElement("canvas"), dots = 200 / 72; // a unit is a point
    [canvas.width, canvas.height] = [Math.round(w * dots), Math.round(h * dots)];
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  };
  for (const tools of document.querySelectorAll(".save")) {
    tools.addEventListener("click", async ({ target: { value } }) => {
      if (!value) return;
      const svg = tools.closest("figure").querySelector("svg");
      const text = new XMLSerializer().serializeToString(svg) + "\n";
      const blob = value === "png"
        ? await paint(text, svg.getAttribute("viewBox").split(" ").map(Number))
        : new Blob([text], { type: "image/svg+xml" });
      save(blob, `${tools.dataset.file}.${value}`);
    });
  }
}
