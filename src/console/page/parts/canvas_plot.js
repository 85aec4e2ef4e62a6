// Curves over time with nothing but a canvas: used while uPlot has not been put into vendor/.
import { beginDrawing } from "./canvas.js";
import { colour, kFont } from "./colours.js";
import { rangeOf, ticks } from "./axis.js";
import { fixed } from "./format.js";
import { el } from "./dom.js";

const kLeft = 46;
const kRight = 8;
const kTop = 8;
const kBottom = 22;

export class CanvasPlot {
  /** @param {{label: string, series: {colour: string, dash?: boolean}[], include?: number[]}} options */
  constructor(host, options) {
    this.options = options;
    this.canvas = el("canvas.plot-canvas", { role: "img", "aria-label": options.label });
    host.append(this.canvas);
  }

  /** @param {number[][]} columns times, then one column a series @param {[number, number]} span of time */
  draw(columns, span) {
    const { context, width, height } = beginDrawing(this.canvas);
    if (width < kLeft + 20 || height < kTop + kBottom + 10) return;
    const [low, high] = rangeOf(columns.slice(1), this.options.include);
    const x = (t) => kLeft + ((t - span[0]) / (span[1] - span[0])) * (width - kLeft - kRight);
    const y = (v) => height - kBottom - ((v - low) / (high - low)) * (height - kTop - kBottom);
    this.drawGrid(context, { x, y, low, high, span, width, height });
    context.lineJoin = "round";
    this.options.series.forEach((series, k) => this.drawCurve(context, x, y, columns[0], columns[k + 1] ?? [], series));
  }

  drawGrid(context, { x, y, low, high, span, width, height }) {
    context.font = `11px ${kFont}`;
    context.lineWidth = 1;
    const across = ticks(low, high, 4);
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const value of across.values) {
      context.strokeStyle = colour(Math.abs(value) < 1e-12 ? "line" : "grid");
      const at = Math.round(y(value)) + 0.5;
      context.beginPath();
      context.moveTo(kLeft, at);
      context.lineTo(width - kRight, at);
      context.stroke();
      context.fillStyle = colour("muted");
      context.fillText(fixed(value, across.decimals), kLeft - 6, at);
    }
    const along = ticks(span[0], span[1], Math.max(2, width / 90));
    context.textAlign = "center";
    context.textBaseline = "top";
    for (const value of along.values) {
      context.strokeStyle = colour("grid");
      const at = Math.round(x(value)) + 0.5;
      context.beginPath();
      context.moveTo(at, kTop);
      context.lineTo(at, height - kBottom);
      context.stroke();
      context.fillText(`${fixed(value, along.decimals)} s`, at, height - kBottom + 5);
    }
  }

  drawCurve(context, x, y, times, values, series) {
    context.strokeStyle = colour(series.colour);
    context.lineWidth = 1.6;
    context.setLineDash(series.dash ? [5, 4] : []);
    context.beginPath();
    let pen = false;
    for (let i = 0; i < times.length; ++i) {
      if (!Number.isFinite(values[i])) { pen = false; continue; }
      if (pen) context.lineTo(x(times[i]), y(values[i]));
      else context.moveTo(x(times[i]), y(values[i]));
      pen = true;
    }
    context.stroke();
    context.setLineDash([]);
  }
}
