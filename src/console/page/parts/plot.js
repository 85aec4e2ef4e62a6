// Curves over time, by uPlot when tools/setup has put it into vendor/, by the page's own small plot when not.
import { CanvasPlot } from "./canvas_plot.js";
import { colour, kFont, onColours } from "./colours.js";
import { rangeOf } from "./axis.js";
import { el } from "./dom.js";
import { fixed, kMinus } from "./format.js";

let loading = null;

/** Its small form is a script, not a module. @returns {Promise<Function|null>} uPlot, or null where it is not there */
function loadUPlot() {
  loading ??= new Promise((resolve) => {
    const script = el("script", { src: "vendor/uPlot.iife.min.js" });
    script.onload = () => resolve(globalThis.uPlot ?? null);
    script.onerror = () => resolve(null);
    document.head.append(el("link", { rel: "stylesheet", href: "vendor/uPlot.min.css" }), script);
  });
  return loading;
}

class UPlotPlot {
  constructor(Make, host, options) {
    this.Make = Make;
    this.host = host;
    this.options = options;
    this.span = [0, 1];
    this.make();
    new ResizeObserver(() => this.fit()).observe(host);
    onColours(() => this.make());
  }

  make() {
    this.plot?.destroy();
    const axis = { stroke: colour("muted"), grid: { stroke: colour("grid"), width: 1 }, ticks: { stroke: colour("grid"), width: 1, size: 4 }, font: `11px ${kFont}` };
    this.plot = new this.Make({
      width: Math.max(80, this.host.clientWidth),
      height: Math.max(60, this.host.clientHeight),
      legend: { show: false },
      cursor: { drag: { setScale: false }, points: { size: 6 } },
      padding: [8, 10, 0, 0],
      scales: {
        x: { time: false, range: () => this.span },
        y: { range: (plot) => rangeOf(plot.data.slice(1), this.options.include) },
      },
      axes: [
        { ...axis, size: 26, space: 70, values: (_, marks) => marks.map((mark) => `${fixed(mark, mark % 1 ? 1 : 0)} s`) },
        { ...axis, size: (_, labels) => 16 + 6.6 * Math.max(4, ...(labels ?? []).map((label) => label.length)), space: 28, values: (_, marks) => marks.map((mark) => String(mark).replace("-", kMinus)) },
      ],
      series: [{}, ...this.options.series.map((series) => ({
        label: series.label, stroke: colour(series.colour), width: 1.6, dash: series.dash ? [5, 4] : undefined,
        spanGaps: false, points: { show: false },
      }))],
    }, this.plot?.data ?? [[], ...this.options.series.map(() => [])], this.host);
    const canvas = this.host.querySelector("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", this.options.label);
  }

  fit() {
    const [width, height] = [this.host.clientWidth, this.host.clientHeight];
    if (width > 80 && height > 60) this.plot.setSize({ width, height });
  }

  draw(columns, span) {
    this.span = span;
    this.plot.setData(columns.map((column, k) => (k === 0 ? column : column.map((v) => (Number.isFinite(v) ? v : null)))));
  }
}

/**
 * @param {HTMLElement} host with a size of its own
 * @param {{label: string, series: {label: string, colour: string, dash?: boolean}[], include?: number[]}} options
 * @returns {{draw: (columns: number[][], span: [number, number]) => void}}
 */
export function makePlot(host, options) {
  const plot = { draw() {} };
  loadUPlot().then((Make) => {
    const drawn = Make ? new UPlotPlot(Make, host, options) : new CanvasPlot(host, options);
    plot.draw = (columns, span) => drawn.draw(columns, span);
  });
  return plot;
}
