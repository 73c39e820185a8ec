(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  // Okabe and Ito's colours, which the colour-blind can tell apart; lighter ones on dark paper.
  const themes = {
    light: { ink: "#1c2330", faint: "#5b6574", line: "#d9dee6", paper: "#ffffff", reference: "#7b8494",
      series: ["#0072b2", "#d55e00", "#009e73", "#b5578f", "#b58900", "#3a9fd8", "#6a51a3", "#8c564b"],
      parts: [["#2b6a99", "#ffffff"], ["#f0b863", "#1c2330"], ["#3f8f76", "#ffffff"], ["#d9a3c2", "#1c2330"], ["#8490a3", "#ffffff"], ["#c3b4ea", "#1c2330"]] },
    dark: { ink: "#e6e9ef", faint: "#a0a9b8", line: "#343c49", paper: "#14181f", reference: "#98a1b0",
      series: ["#56a9e0", "#ff8b45", "#35c495", "#e08fc0", "#e5bd3c", "#8fd0f5", "#b3a0e6", "#cf9a8d"],
      parts: [["#3d83b5", "#ffffff"], ["#e3a550", "#14181f"], ["#3f9c7e", "#ffffff"], ["#d692b9", "#14181f"], ["#78849a", "#ffffff"], ["#b7a4ec", "#14181f"]] },
  };
  const symbols = ["circle", "rect", "triangle", "diamond"];
  const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif";
  const escape = (s) => String(s).replace(/[&<>"']/g, (c) => "&#" + c.charCodeAt(0) + ";");
  const shown = (v) => (Math.abs(v) >= 100 ? Math.round(v).toLocaleString("en") : String(Number(v.toPrecision(3))));

  // A name has one colour and one symbol on the whole page.
  const slots = new Map();
  for (const { chart } of Object.values(data.charts)) {
    for (const item of chart.series || chart.lines || chart.boxes || []) {
      if (!data.references.includes(item.name) && !slots.has(item.name)) slots.set(item.name, slots.size);
    }
  }
  const color = (name, look) => (slots.has(name) ? look.series[slots.get(name) % look.series.length] : look.reference);
  const symbol = (name) => (slots.has(name) ? symbols[slots.get(name) % symbols.length] : "emptyCircle");

  // Long names are broken at blanks and underscores, so that axes keep room for the data.
  function broken(name, width) {
    const lines = [];
    let current = "";
    for (const part of name.split(/(?<=[ _/])/)) {
      if (current && (current + part).length > width) {
        lines.push(current);
        current = "";
      }
      current += part;
    }
    lines.push(current);
    return lines.map((l) => (l.length > 2 * width ? l.slice(0, 2 * width - 1) + "…" : l)).join("\n");
  }

  // What all plots share: type, legend above, room for both.
  function frame(look, width, legend) {
    const narrow = width < 560;
    const text = { color: look.ink, fontSize: 12, lineHeight: 15, fontFamily: fonts };
    const legendName = (name) => broken(name, narrow ? 34 : 60);
    let height = 0;
    if (legend.length > 1) {
      if (narrow) {
        height = legend.reduce((sum, name) => sum + 10 + 15 * legendName(name).split("\n").length, 0);
      } else {
        // ECharts does not say how tall its legend becomes: count the rows as it breaks them.
        let rows = 1;
        let used = 0;
        for (const name of legend) {
          const needed = 16 + 5 + 10 + Math.min(name.length, 60) * 7.4;
          if (used > 0 && used + needed > width) {
            rows++;
            used = 0;
          }
          used += needed;
        }
        height = rows * 24;
      }
    }
    const label = (more) => Object.assign({ ...text, hideOverlap: true }, more);
    const axis = (more) =>
      Object.assign({ axisLine: { show: true, lineStyle: { color: look.faint } }, axisTick: { lineStyle: { color: look.faint } },
        splitLine: { lineStyle: { color: look.line } }, minorSplitLine: { show: false },
        nameLocation: "middle", nameTextStyle: { ...text, color: look.faint } }, more, { axisLabel: label(more.axisLabel) });
    const made = {
      narrow, text, axis,
      // Rows as high as their names need, and no lower than this.
      height: (least) => {
        const names = made.option.yAxis.data;
        const lines = Math.max(1, ...names.map((n) => n.split("\n").length));
        return made.option.grid.top + 48 + names.length * Math.max(least, 15 * lines + 8);
      },
      // The last number ends where the plot does, however wide it is.
      titled: (title, more) => axis(Object.assign({ name: title, nameGap: 28 }, more,
        { axisLabel: Object.assign(more.type === "category" ? {} : { alignMaxLabel: "right" }, more.axisLabel) })),
      names: (names) => axis({ type: "category", inverse: true, data: names.map((n) => broken(n, narrow ? 16 : 30)), axisTick: { show: false },
        axisLabel: { interval: 0, hideOverlap: false } }),
      option: {
        animation: false, backgroundColor: "transparent", textStyle: { fontFamily: fonts },
        legend: { show: legend.length > 1, type: "plain", orient: narrow ? "vertical" : "horizontal", formatter: legendName,
          left: 0, top: 0, itemHeight: 9, itemWidth: 16, selectedMode: false, textStyle: text, data: legend },
        tooltip: { confine: true, backgroundColor: look.paper, borderColor: look.line, textStyle: text },
        grid: { left: 8, right: narrow ? 16 : 24, bottom: 32, top: height + 14, containLabel: true },
      },
    };
    return made;
  }

  // What legends and lines show for the name, as a shape of its own.
  function marker(name, x, y, style) {
    const polygon = (...points) => ({ type: "polygon", shape: { points: points.map(([dx, dy]) => [x + dx, y + dy]) }, style });
    switch (symbol(name)) {
      case "rect": return polygon([-3.5, -3.5], [3.5, -3.5], [3.5, 3.5], [-3.5, 3.5]);
      case "triangle": return polygon([0, -5], [4.5, 3.5], [-4.5, 3.5]);
      case "diamond": return polygon([0, -5], [5, 0], [0, 5], [-5, 0]);
      default: return { type: "circle", shape: { cx: x, cy: y, r: 4 }, style };
    }
  }

  // Rows of marks with their intervals; the values go to the right.
  function intervalPlot(chart, look, width) {
    const f = frame(look, width, chart.series.map((s) => s.name));
    const percent = chart.values.title.endsWith("%");
    const value = (v) => (percent && chart.zero && v > 0 ? "+" : "") + shown(v);
    f.option.legend.itemWidth = 10;
    f.option.legend.data = chart.series.map((s) => ({ name: s.name, icon: symbol(s.name).replace("emptyC", "c") }));
    f.option.yAxis = f.names(chart.rows);
    f.option.yAxis.splitLine = { show: true, lineStyle: { color: look.line } };
    f.option.xAxis = f.titled(chart.values.title, { type: chart.values.scale === "LOG" ? "log" : "value", scale: !chart.zero,
      axisLabel: { formatter: value } });
    f.option.tooltip.formatter = (p) => {
      const mark = chart.series[p.seriesIndex].marks[p.dataIndex];
      if (!mark) return "";
      return "<b>" + escape(p.seriesName) + "</b><br>" + escape(chart.rows[mark.row]) + ": " + value(mark.value) +
        (mark.lower === undefined ? "" : " [" + value(mark.lower) + ", " + value(mark.upper) + "]") +
        (mark.note ? "<br>" + escape(mark.note) : "");
    };
    const count = chart.series.length;
    f.option.series = chart.series.map((s, i) => ({
      name: s.name, type: "custom", itemStyle: { color: color(s.name, look) }, encode: { x: [1, 2, 3], y: 0 },
      data: s.marks.map((m) => [m.row, m.value, m.lower ?? m.value, m.upper ?? m.value]),
      renderItem: (params, api) => {
        const step = Math.min(14, (api.size([0, 1])[1] * 0.8) / count);
        const y = api.coord([0, api.value(0)])[1] + (i - (count - 1) / 2) * step;
        const at = (d) => api.coord([api.value(d), api.value(0)])[0];
        const style = { stroke: color(s.name, look), fill: color(s.name, look), lineWidth: 2 };
        const line = (x1, y1, x2, y2) => ({ type: "line", shape: { x1, y1, x2, y2 }, style });
        const whiskers = api.value(2) === api.value(3) ? [] :
          [line(at(2), y, at(3), y), line(at(2), y - 4, at(2), y + 4), line(at(3), y - 4, at(3), y + 4)];
        return { type: "group", children: [...whiskers, marker(s.name, at(1), y, { ...style, stroke: look.paper, lineWidth: 1 })] };
      },
    }));
    if (chart.zero && f.option.series.length) {
      f.option.series[0].markLine = { silent: true, symbol: "none", label: { show: false },
        lineStyle: { color: look.ink, type: "solid", width: 1 }, data: [{ xAxis: 0 }] };
    }
    return { option: f.option, height: f.height(Math.max(30, 14 * count + 10)) };
  }

  const above = (percentile) => Math.log10(100 / (100 - percentile));

  function linePlot(chart, look, width) {
    const names = [...new Set(chart.lines.map((l) => l.name))];
    const f = frame(look, width, names);
    const many = chart.lines.length > names.length;
    const percentiles = chart.x.scale === "PERCENTILE";
    const x = percentiles ? above : (v) => v;
    const steps = chart.x.scale === "STEPS" ? [...new Set(chart.lines.flatMap((l) => l.points.map((p) => p.x)))].sort((a, b) => a - b) : null;
    const place = (v) => (steps ? steps.indexOf(v) : x(v));
    const percentile = (v) => (v === 0 ? "0" : (100 - 100 / 10 ** v).toFixed(Math.max(0, Math.round(v) - 2)));
    f.option.xAxis = steps
      ? f.titled(chart.x.title, { type: "category", data: steps.map(String), boundaryGap: true })
      : f.titled(chart.x.title, { type: chart.x.scale === "LOG" ? "log" : "value", ...(percentiles ? { min: 0, interval: 1, max: Math.ceil(Math.max(...chart.lines.flatMap((l) => l.points.map((p) => above(p.x))))) } : { max: "dataMax" }),
          axisLabel: { formatter: percentiles ? percentile : shown } });
    f.option.yAxis = f.axis({ type: chart.y.scale === "LOG" ? "log" : "value", name: chart.y.title, nameLocation: "end", nameGap: 10,
      nameTextStyle: { ...f.text, color: look.faint, align: "left" }, axisLabel: { formatter: shown } });
    f.option.grid.top += 22;
    if (chart.y.scale === "LOG") {
      const values = chart.lines.flatMap((l) => l.points.map((p) => p.y));
      f.option.yAxis.min = 10 ** Math.floor(Math.log10(Math.min(...values)));
      f.option.yAxis.max = 10 ** Math.ceil(Math.log10(Math.max(...values)));
    }
    f.option.tooltip.formatter = (p) => {
      const point = chart.lines[p.seriesIndex] && chart.lines[p.seriesIndex].points[p.dataIndex];
      return point ? "<b>" + escape(p.seriesName) + "</b><br>" + escape(chart.x.title) + " " + shown3(point.x) + ": " + shown(point.y) +
        (point.lower === undefined ? "" : " [" + shown(point.lower) + ", " + shown(point.upper) + "]") : "";
    };
    const shown3 = (v) => (percentiles ? String(Number(v.toPrecision(5))) : shown(v));
    f.option.series = chart.lines.map((l) => ({
      name: l.name, type: "line", symbol: symbol(l.name), symbolSize: 8, showSymbol: !many && l.points.length <= 20,
      lineStyle: { width: many ? 1 : 2, opacity: many ? 0.55 : 1 }, itemStyle: { color: color(l.name, look) },
      data: l.points.map((p) => [place(p.x), p.y]),
    }));
    const whiskered = chart.lines.filter((line) => line.points.some((p) => p.lower !== undefined));
    for (const [i, l] of whiskered.entries()) {
      // Beside each other, or the last would hide the others.
      const aside = (i - (whiskered.length - 1) / 2) * 4;
      f.option.series.push({
        name: l.name, type: "custom", silent: true, itemStyle: { color: color(l.name, look) }, encode: { x: 0, y: [1, 2] },
        data: l.points.filter((p) => p.lower !== undefined).map((p) => [place(p.x), p.lower, p.upper]),
        renderItem: (params, api) => {
          const low = api.coord([api.value(0), api.value(1)]);
          const high = api.coord([api.value(0), api.value(2)]);
          return { type: "line", shape: { x1: low[0] + aside, y1: low[1], x2: high[0] + aside, y2: high[1] }, style: { stroke: color(l.name, look), lineWidth: 1.5, opacity: 0.7 } };
        },
      });
    }
    return { option: f.option, height: f.option.grid.top + (f.narrow ? 260 : 300) };
  }

  function quartiles(sorted) {
    const at = (q) => {
      const k = (sorted.length - 1) * q;
      const low = Math.floor(k);
      return sorted[low] + (k - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
    };
    return [sorted[0], at(0.25), at(0.5), at(0.75), sorted[sorted.length - 1]];
  }

  // Each sample as a point over the box of its kind.
  function boxPlot(chart, look, width) {
    const f = frame(look, width, []);
    f.option.yAxis = f.names(chart.boxes.map((b) => b.name));
    f.option.xAxis = f.titled(chart.values.title, { type: chart.values.scale === "LOG" ? "log" : "value", scale: true, axisLabel: { formatter: shown } });
    const samples = chart.boxes.flatMap((b, i) => b.samples.map((s) => [s.value, i, s.label]));
    f.option.tooltip.formatter = (p) =>
      p.seriesType === "boxplot" ? "<b>" + escape(chart.boxes[p.dataIndex].name) + "</b><br>median " + shown(p.data.value[2])
        : "<b>" + escape(chart.boxes[p.data[1]].name) + "</b><br>" + escape(p.data[2]) + ": " + shown(p.data[0]);
    f.option.series = [
      { type: "boxplot", boxWidth: [10, 22],
        data: chart.boxes.map((b) => ({ value: quartiles(b.samples.map((s) => s.value).sort((p, q) => p - q)),
          itemStyle: { color: color(b.name, look) + "33", borderColor: color(b.name, look), borderWidth: 1.5 } })) },
      { type: "scatter", symbolSize: 6, itemStyle: { opacity: 0.75, color: look.ink }, data: samples },
    ];
    return { option: f.option, height: f.height(48) };
  }

  function stackedBars(chart, look, width) {
    const f = frame(look, width, chart.parts);
    f.option.yAxis = f.names(chart.bars.map((b) => b.name));
    f.option.xAxis = f.titled(chart.values.title, { type: "value", axisLabel: { formatter: shown } });
    f.option.tooltip.formatter = (p) => "<b>" + escape(chart.bars[p.dataIndex].name) + "</b><br>" + escape(p.seriesName) + ": " + shown(p.value);
    const sums = chart.bars.map((b) => b.values.reduce((x, y) => x + y, 0));
    const most = Math.max(...sums);
    f.option.grid.right = 64;
    f.option.series = chart.parts.map((part, i) => ({
      name: part, type: "bar", stack: "all", barMaxWidth: 22, itemStyle: { color: look.parts[i % look.parts.length][0] },
      data: chart.bars.map((b) => b.values[i]),
      label: { show: true, color: look.parts[i % look.parts.length][1], fontSize: 12,
        formatter: (p) => (p.value > most * (f.narrow ? 0.2 : 0.07) ? shown(p.value) : "") },
    }));
    if (chart.parts.length > 1) {
      f.option.series.push({ name: "sum", type: "bar", stack: "all", silent: true, data: chart.bars.map(() => 0),
        label: { show: true, position: "right", color: look.ink, fontSize: 12, formatter: (p) => shown(sums[p.dataIndex]) } });
    }
    return { option: f.option, height: f.height(46) };
  }

  const makers = { IntervalPlot: intervalPlot, LinePlot: linePlot, BoxPlot: boxPlot, StackedBars: stackedBars };
  const made = (name, look, width) => makers[data.charts[name].kind](data.charts[name].chart, look, width);
  const figures = [...document.querySelectorAll("[data-chart]")];
  let printing = false;
  const look = () => (dark.matches && !printing ? themes.dark : themes.light);

  function draw(figure) {
    const plot = figure.querySelector(".plot");
    if (!plot.clientWidth) return;
    const chart = made(figure.dataset.chart, look(), plot.clientWidth);
    const old = echarts.getInstanceByDom(plot);
    if (old) old.dispose();
    plot.style.height = chart.height + "px";
    echarts.init(plot, null, { renderer: "svg" }).setOption(chart.option);
    figure.dataset.drawn = "yes";
  }

  // Only what comes into view is drawn: a sweep has hundreds of plots.
  const watcher = new IntersectionObserver((entries) => entries.filter((e) => e.isIntersecting).forEach((e) => {
    watcher.unobserve(e.target);
    draw(e.target);
  }), { rootMargin: "400px" });
  function prepare(figure) {
    const plot = figure.querySelector(".plot");
    if (!plot.clientWidth) return;
    plot.style.height = made(figure.dataset.chart, look(), plot.clientWidth).height + "px";
    delete figure.dataset.drawn;
    watcher.unobserve(figure);
    watcher.observe(figure);
  }
  const prepareAll = () => figures.forEach(prepare);

  for (const figure of figures) {
    figure.querySelector(".note").textContent = data.charts[figure.dataset.chart].chart.note || "";
  }
  for (const details of document.querySelectorAll("details")) {
    details.addEventListener("toggle", () => details.open && details.querySelectorAll("[data-chart]").forEach(prepare));
  }
  prepareAll();
  let width = document.body.clientWidth;
  let timer;
  window.addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!printing && document.body.clientWidth !== width) {
        width = document.body.clientWidth;
        prepareAll();
      }
    }, 150);
  });
  dark.addEventListener("change", prepareAll);

  // Paper shows all, dark on white, as wide as a page.
  let opened = [];
  window.addEventListener("beforeprint", () => {
    printing = true;
    opened = [...document.querySelectorAll("details:not([open])")];
    opened.forEach((d) => (d.open = true));
    document.body.classList.add("printing");
    figures.forEach(draw);
  });
  window.addEventListener("afterprint", () => {
    printing = false;
    opened.forEach((d) => (d.open = false));
    document.body.classList.remove("printing");
    prepareAll();
  });

  // A plot for a paper: light, with its title, as wide as two columns.
  function svg(name) {
    const size = 720;
    const chart = made(name, themes.light, size);
    const title = data.charts[name].chart.title;
    chart.option.backgroundColor = "#ffffff";
    chart.option.title = { text: title, left: 0, top: 0, textStyle: { color: themes.light.ink, fontSize: 14, fontFamily: fonts } };
    chart.option.legend.top += 26;
    chart.option.grid.top += 26;
    const instance = echarts.init(null, null, { renderer: "svg", ssr: true, width: size, height: chart.height + 26 });
    instance.setOption(chart.option);
    const text = instance.renderToSVGString();
    instance.dispose();
    return text;
  }
  for (const button of document.querySelectorAll("[data-svg]")) {
    button.addEventListener("click", () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([svg(button.dataset.svg)], { type: "image/svg+xml" }));
      link.download = button.dataset.svg + ".svg";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }
  document.body.dataset.drawn = "yes";
})();
