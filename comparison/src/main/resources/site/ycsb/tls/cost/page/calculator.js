
// Sliders for a load; the same arithmetic as 'bin/ycsb predict'.
(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const scale = (v) => (v < 0 ? 0 : Math.pow(10, v / 20)); // 20 steps for each factor of ten
  const places = (v, n) => v.toLocaleString("en", { minimumFractionDigits: n, maximumFractionDigits: n });
  // Three significant digits or more; only none is 0.
  const significant = (v) =>
    v === 0 || v >= 1000 ? places(v, 0) : v.toLocaleString("en", { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
  const inputs = [
    { id: "operations", text: "operations/s", min: 40, max: 120, value: 80, of: (v) => Math.round(scale(v)), shown: (v) => places(v, 0) },
    { id: "bytes", text: "KB per operation", min: -20, max: 40, value: 0, of: (v) => Number(Math.pow(10, v / 20).toPrecision(3)), shown: significant },
    { id: "connections", text: "new connections/s", min: -1, max: 80, value: -1, of: (v) => Math.round(scale(v)), shown: (v) => places(v, 0) },
    { id: "resumed", text: "of them resumed", min: 0, max: 100, value: 0, of: (v) => v / 100, shown: (v) => Math.round(100 * v) + " %" },
  ];

  function amounts(load) {
    return {
      OPERATION: load.operations,
      KILOBYTE: load.operations * load.bytes,
      KILOBYTE_BEYOND_16: load.operations * Math.max(0, load.bytes - 16.384),
      KILOBYTE_BEYOND_32: load.operations * Math.max(0, load.bytes - 32.768),
      CONNECTION: load.connections,
      FULL_HANDSHAKE: load.connections * (1 - load.resumed),
      RESUMED_HANDSHAKE: load.connections * load.resumed,
    };
  }

  // Cores and half of the width of their interval.
  function cores(side, load) {
    const by = amounts(load);
    let sum = 0;
    let variance = 0;
    for (const fit of side.fits) {
      fit.terms.forEach((term, i) => {
        sum += by[term] * fit.micros[i];
        fit.terms.forEach((other, j) => (variance += by[term] * by[other] * fit.covariance[i][j]));
      });
    }
    // How well the machine's speed is known concerns the whole sum.
    variance = Math.max(0, variance) + side.speed * sum * sum;
    return { value: sum / 1e6, half: (side.t * Math.sqrt(variance)) / 1e6 };
  }

  for (const place of document.querySelectorAll("[data-calculator]")) {
    const model = data.calculators[place.dataset.calculator];
    const resumes = model.variants.slice(1).every((v) => v.client.fits[1].terms.includes("RESUMED_HANDSHAKE"));
    const sliders = inputs.filter((input) => resumes || input.id !== "resumed").map((input) => {
      const label = document.createElement("label");
      const slider = document.createElement("input");
      const output = document.createElement("output");
      Object.assign(slider, { type: "range", min: input.min, max: input.max, value: input.value, name: input.id });
      label.append(input.text + " ", slider, output);
      place.append(label);
      slider.addEventListener("input", show);
      return { input, slider, output };
    });
    const table = document.createElement("table");
    const scroll = document.createElement("div");
    scroll.className = "scroll";
    scroll.append(table);
    const note = document.createElement("p");
    note.className = "note";
    place.append(scroll, note);

    function show() {
      const load = { resumed: 0 };
      for (const { input, slider, output } of sliders) {
        load[input.id] = input.of(Number(slider.value));
        output.textContent = input.shown(load[input.id]);
      }
      const rows = [["variant", "client cores", "server cores"]];
      for (const variant of model.variants) {
        const cell = (side) => {
          if (!side) return "unknown";
          const found = cores(side, load);
          if (found.value <= 0) return "not known"; // no load takes none
          // Noise may make an estimate negative, and cores are not.
          const busy = (v) => significant(Math.max(0, v));
          return busy(found.value) + " [" + busy(found.value - found.half) + ", " + busy(found.value + found.half) + "]";
        };
        rows.push([variant.name, cell(variant.client), cell(variant.server)]);
      }
      table.replaceChildren(...rows.map((row, i) => {
        const line = document.createElement("tr");
        row.forEach((text, column) => {
          const cell = document.createElement(i === 0 ? "th" : "td");
          cell.textContent = text;
          if (column === 0) cell.className = "text";
          line.append(cell);
        });
        return line;
      }));
      const outside = load.bytes < model.leastKilobytes / 1.05 || load.bytes > model.mostKilobytes * 1.05;
      note.textContent = outside
        ? "Extrapolated: only " + significant(model.leastKilobytes) + " to " + significant(model.mostKilobytes) + " KB per operation were measured."
        : "";
    }
    show();
  }
})();
