// The value under the pointer, saving a plot, opening what is folded for print. The page has all its figures without it.
(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const near = 24; // px
  const shown = (v) => (Math.abs(v) >= 100 ? Math.round(v).toLocaleString("en") : String(Number(v.toPrecision(3))));
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  document.body.append(tip);

  // What a plot shows, and where: its marks, and the points of its lines.
  const places = new WeakMap();
  function placesOf(svg) {
    if (!places.has(svg)) {
      const found = [...svg.querySelectorAll("path[aria-label]")].map((mark) => {
        const box = mark.getBBox();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2, text: mark.getAttribute("aria-label") };
      });
      const lines = data.plots[svg.closest("figure").id] || [];
      svg.querySelectorAll("[data-values]").forEach((path, i) => {
        const at = path.getAttribute("d").match(/[-\d.]+/g).map(Number);
        lines[i].at.forEach(([x, y], j) => found.push({ x: at[2 * j], y: at[2 * j + 1], text: lines[i].name + ": " + shown(y) + " at " + Number(x.toPrecision(5)) }));
      });
      places.set(svg, found);
    }
    return places.get(svg);
  }

  function textAt(svg, event) {
    if (event.target.hasAttribute("aria-label") && event.target !== svg) return event.target.getAttribute("aria-label");
    const box = svg.getBoundingClientRect();
    const scale = svg.viewBox.baseVal.width / box.width;
    const distance = (p) => Math.hypot(p.x / scale + box.left - event.clientX, p.y / scale + box.top - event.clientY);
    let best = null;
    for (const place of placesOf(svg)) {
      if (distance(place) < (best ? distance(best) : near)) best = place;
    }
    return best && best.text;
  }

  for (const title of document.querySelectorAll("svg path > title")) {
    // The browser's own tip would come a second later, too.
    title.parentNode.setAttribute("aria-label", title.textContent);
    title.remove();
  }
  for (const svg of document.querySelectorAll("figure svg")) {
    svg.addEventListener("pointermove", (event) => {
      const text = textAt(svg, event);
      tip.hidden = !text;
      tip.textContent = text || "";
      const room = document.documentElement.clientWidth - tip.offsetWidth - 4;
      tip.style.left = Math.max(4, Math.min(event.clientX + 12, room)) + window.scrollX + "px";
      tip.style.top = event.clientY + window.scrollY + 14 + "px";
    });
    svg.addEventListener("pointerleave", () => (tip.hidden = true));
  }

  for (const button of document.querySelectorAll("button.save")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const figure = button.closest("figure");
      const svg = figure.querySelector("svg.wide").cloneNode(true);
      const style = document.createElementNS(svg.namespaceURI, "style");
      style.textContent = document.getElementById("plots").textContent;
      svg.prepend(style);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
      link.download = figure.id + ".svg";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }

  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    opened.forEach((d) => (d.open = true));
  });
  window.addEventListener("afterprint", () => opened.forEach((d) => (d.open = false)));
})();
