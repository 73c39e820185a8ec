(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const theme = ({ tones, series }) => ({ ...tones, series });
  const themes = { light: theme(data.palette.light), dark: theme(data.palette.dark) };
  const symbols = ["circle", "rect", "triangle", "diamond"];
  const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif";
  const escape = (s) => String(s).replace(/[&<>"']/g, (c) => "&#" + c.charCodeAt(0) + ";");
  const shown = (v) => (Math.abs(v) >= 100 ? Math.round(v).toLocaleString("en") : String(Number(v.toPrecision(3))));

  // A name has one colour and one symbol on the whole page.
  const slots = new Map(data.palette.names.map((name, i) => [name, i]));
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
      // The last number ends where the plot does, however wide it is.
      titled: (title, more) => axis(Object.assign({ name: title, nameGap: 28 }, more,
        { axisLabel: Object.assign(more.type === "category" ? {} : { alignMaxLabel: "right" }, more.axisLabel) })),
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

  const made = (name, look, width) => linePlot(data.charts[name], look, width);
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

  const prepareAll = () => figures.forEach(draw);

  for (const figure of figures) {
    figure.querySelector(".note").textContent = data.charts[figure.dataset.chart].note || "";
  }
  for (const details of document.querySelectorAll("details")) {
    details.addEventListener("toggle", () => details.open && details.querySelectorAll("[data-chart]").forEach(draw));
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
    const title = data.charts[name].title;
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
