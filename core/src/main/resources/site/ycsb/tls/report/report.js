(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const narrow = () => window.innerWidth < 640;
  const palette = ["#4269d0", "#e08214", "#1b9e77", "#c2348b", "#7a5cc4", "#8c6d31", "#2a9bb5", "#b84a3a"];
  // The baseline is grey; a variant has the same colour in all charts.
  const names = (data.points[0] || { variants: [] }).variants.map((v) => v.name);
  const color = (name) => (names.indexOf(name) < 1 ? "#7b8494" : palette[(names.indexOf(name) - 1) % palette.length]);
  const ink = () => getComputedStyle(document.body).getPropertyValue("--ink").trim();
  const line = () => getComputedStyle(document.body).getPropertyValue("--line").trim();
  const text = (size) => ({ color: ink(), fontSize: size || 12, lineHeight: 15 });
  const escape = (s) => String(s).replace(/[&<>"']/g, (c) => "&#" + c.charCodeAt(0) + ";");
  const shown = (v) => (v === null || v === undefined ? "–" : Math.abs(v) >= 100 ? Math.round(v).toLocaleString("en") : v.toPrecision(3));
  const percent = (v) => (v > 0 ? "+" : "") + v.toFixed(1) + " %";

  const charsPerLine = () => (narrow() ? 18 : 30);
  // Long names are broken at blanks and underscores, so that axes keep room for the data.
  function broken(name, width) {
    const lines = [];
    let current = "";
    for (const part of name.split(/(?<=[ _])/)) {
      if (current && (current + part).length > width) {
        lines.push(current);
        current = "";
      }
      current += part;
    }
    lines.push(current);
    return lines.join("\n");
  }

  const legendName = (name) => broken(name, narrow() ? 34 : 1000);

  function frame(title, legend) {
    return {
      animation: false,
      backgroundColor: "transparent",
      color: palette,
      textStyle: { fontFamily: "inherit" },
      title: { text: title, left: 0, top: 0, textStyle: { ...text(14), fontWeight: 600 } },
      legend: { show: legend.length > 1, type: "plain", orient: narrow() ? "vertical" : "horizontal", formatter: legendName, left: 0, top: 24, itemHeight: 10, itemWidth: 16, textStyle: text(), data: legend },
      tooltip: { confine: true },
      grid: { left: 8, right: 24, bottom: 8, top: 24 + legendHeight(legend) + 24, containLabel: true },
    };
  }
  // ECharts does not say how tall its legend becomes: count the rows as it breaks them.
  function legendHeight(legend) {
    if (legend.length < 2) return 0;
    if (narrow()) return legend.reduce((sum, name) => sum + 10 + 15 * legendName(name).split("\n").length, 0);
    const width = Math.min(document.body.clientWidth, 1152) - 32;
    let rows = 1;
    let used = 0;
    for (const name of legend) {
      const needed = 16 + 5 + 10 + name.length * 7.2;
      if (used > 0 && used + needed > width) {
        rows++;
        used = 0;
      }
      used += needed;
    }
    return rows * 24;
  }
  const axis = (more) => Object.assign({ axisLabel: text(), axisLine: { lineStyle: { color: line() } }, splitLine: { lineStyle: { color: line() } }, nameTextStyle: text() }, more);

  // Overheads: one row for each metric, one mark with its interval for each variant.
  function overhead(point) {
    const variants = point.variants.filter((v) => v.overheads.some((o) => o));
    if (!variants.length) return null;
    const option = frame("Overhead, with its interval", variants.map((v) => v.name));
    const metrics = point.metrics.map((m) => m.name);
    option.yAxis = axis({ type: "category", data: metrics, inverse: true, splitLine: { show: true, lineStyle: { color: line() } } });
    option.xAxis = axis({ type: "value", axisLabel: { ...text(), formatter: "{value} %", hideOverlap: true } });
    option.tooltip.formatter = (p) => {
      const o = variants[p.seriesIndex].overheads[p.data.value[0]];
      return "<b>" + escape(p.seriesName) + "</b><br>" + escape(metrics[p.data.value[0]]) + ": " + percent(o.change) +
        " [" + percent(o.lower) + ", " + percent(o.upper) + "], " + escape(o.verdict);
    };
    option.series = variants.map((v, i) => ({
      name: v.name,
      type: "custom",
      itemStyle: { color: color(v.name) },
      encode: { x: [1, 2, 3], y: 0 },
      data: v.overheads.map((o, m) => (o ? { value: [m, o.change, o.lower, o.upper] } : null)).filter(Boolean),
      renderItem: (params, api) => {
        const band = api.size([0, 1])[1];
        const step = Math.min(14, (band * 0.8) / variants.length);
        const y = api.coord([0, api.value(0)])[1] + (i - (variants.length - 1) / 2) * step;
        const at = (d) => api.coord([api.value(d), api.value(0)])[0];
        const style = { stroke: color(v.name), fill: color(v.name), lineWidth: 2 };
        return {
          type: "group",
          children: [
            { type: "line", shape: { x1: at(2), x2: at(3), y1: y, y2: y }, style },
            { type: "line", shape: { x1: at(2), x2: at(2), y1: y - 4, y2: y + 4 }, style },
            { type: "line", shape: { x1: at(3), x2: at(3), y1: y - 4, y2: y + 4 }, style },
            { type: "circle", shape: { cx: at(1), cy: y, r: 3.5 }, style },
          ],
        };
      },
    }));
    option.series[0].markLine = { silent: true, symbol: "none", label: { show: false }, lineStyle: { color: ink(), type: "solid", width: 1 }, data: [{ xAxis: 0 }] };
    return { option, height: option.grid.top + 40 + metrics.length * Math.max(30, 14 * variants.length + 10) };
  }

  function quartiles(sorted) {
    const at = (q) => {
      const k = (sorted.length - 1) * q;
      const low = Math.floor(k);
      return sorted[low] + (k - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
    };
    return [sorted[0], at(0.25), at(0.5), at(0.75), sorted[sorted.length - 1]];
  }

  // Each run as a point over the box of its variant.
  function runs(point) {
    const variants = point.variants.filter((v) => v.runs.length);
    if (!variants.length) return null;
    const option = frame("Each run: " + point.headline, []);
    option.yAxis = axis({ type: "category", inverse: true, data: variants.map((v) => broken(v.name, charsPerLine())) });
    option.xAxis = axis({ type: "value", scale: true, axisLabel: { ...text(), hideOverlap: true } });
    option.tooltip.formatter = (p) =>
      p.seriesType === "boxplot"
        ? escape(variants[p.dataIndex].name) + "<br>median " + shown(p.data.value[3])
        : escape(variants[p.data[1]].name) + "<br>block " + p.data[2] + ": " + shown(p.data[0]);
    option.series = [
      { type: "boxplot", boxWidth: [10, 22],
        data: variants.map((v) => ({ value: quartiles(v.runs.map((r) => r[1]).sort((a, b) => a - b)),
          itemStyle: { color: color(v.name) + "33", borderColor: color(v.name) } })) },
      { type: "scatter", symbolSize: 7, itemStyle: { opacity: 0.75 },
        data: variants.flatMap((v, i) => v.runs.map((r) => [r[1], i, r[0]])) },
    ];
    option.series[1].itemStyle.color = ink();
    return { option, height: option.grid.top + 40 + variants.length * 52 };
  }

  // CPU time per operation, client and server stacked.
  function cpu(point) {
    if (!point.variants.some((v) => v.clientCpu !== null)) return null;
    const sides = point.variants.some((v) => v.serverCpu !== null) ? ["client", "server"] : ["client"];
    const option = frame("CPU time per operation, µs", sides);
    option.legend.show = true;
    option.grid.top = 24 + (narrow() ? 50 : 24) + 24;
    option.yAxis = axis({ type: "category", inverse: true, data: point.variants.map((v) => broken(v.name, charsPerLine())) });
    option.xAxis = axis({ type: "value", axisLabel: { ...text(), hideOverlap: true } });
    option.tooltip.formatter = (p) => escape(point.variants[p.dataIndex].name) + "<br>" + p.seriesName + ": " + shown(p.value) + " µs";
    option.series = sides.map((side) => ({
      name: side, type: "bar", stack: "cpu", barMaxWidth: 22,
      data: point.variants.map((v) => v[side + "Cpu"]),
      label: { show: true, formatter: (p) => shown(p.value), color: "#fff", fontSize: 11 },
      labelLayout: { hideOverlap: true },
    }));
    return { option, height: option.grid.top + 40 + point.variants.length * 52 };
  }

  // Sweeps over one numeric axis: throughput and latency over it.
  function overAxis(kind) {
    const sweep = data.axis;
    if (!sweep) return null;
    const option = frame((kind === "throughput" ? "Throughput, ops/s" : sweep.latency + ", µs") + " over " + sweep.name, sweep.variants.map((v) => v.name));
    option.xAxis = axis({ type: "category", data: sweep.values, name: sweep.name, nameLocation: "middle", nameGap: 28, boundaryGap: false });
    option.yAxis = axis({ type: "value", axisLabel: { ...text(), hideOverlap: true } });
    option.grid.bottom = 32;
    option.tooltip.trigger = "axis";
    option.tooltip.valueFormatter = shown;
    option.series = sweep.variants.map((v) => ({ name: v.name, type: "line", symbolSize: 7, itemStyle: { color: color(v.name) }, data: v[kind] }));
    return { option, height: option.grid.top + 300 };
  }

  const makers = {
    overhead: (e) => overhead(data.points[e.dataset.point]),
    runs: (e) => runs(data.points[e.dataset.point]),
    cpu: (e) => cpu(data.points[e.dataset.point]),
    "axis-throughput": () => overAxis("throughput"),
    "axis-latency": () => overAxis("latency"),
  };
  function draw() {
    for (const element of document.querySelectorAll("[data-chart]")) {
      const old = echarts.getInstanceByDom(element);
      if (old) old.dispose();
      const made = makers[element.dataset.chart](element);
      if (!made) {
        element.remove();
        continue;
      }
      element.style.height = made.height + "px";
      echarts.init(element, null, { renderer: "svg" }).setOption(made.option);
    }
  }
  let width = 0;
  function drawIfWider() {
    if (document.body.clientWidth !== width) {
      width = document.body.clientWidth;
      draw();
    }
  }
  drawIfWider();
  let timer;
  window.addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(drawIfWider, 150);
  });
  dark.addEventListener("change", draw);
  document.body.dataset.drawn = "yes";
})();
