// How often which value: bars on a canvas.
import { beginDrawing } from "./canvas.js";
import { colour, kFont } from "./colours.js";
import { roundStep } from "./axis.js";
import { figures } from "./format.js";

/** @returns {{counts: number[], low: number, high: number}} Of the finite values, in equal bins from zero. */
export function countInBins(values, bins) {
  const finite = values.filter(Number.isFinite);
  const largest = finite.reduce((most, value) => Math.max(most, value), 0);
  const high = roundStep(Math.max(largest, 1e-6));
  const counts = new Array(bins).fill(0);
  for (const value of finite) ++counts[Math.min(bins - 1, Math.max(0, Math.floor((value / high) * bins)))];
  return { counts, low: 0, high };
}

/** @returns {number} The value that a share of them does not exceed; NaN when there is none. */
export function quantile(values, share) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted.length === 0 ? NaN : sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/**
 * @param {{counts: number[], low: number, high: number, unit: string, mark?: number}} data `mark` is drawn as an upright line
 *   The height of a bar is the logarithm of its count: one late cycle in a million is seen.
 */
export function drawHistogram(canvas, { counts, low, high, unit, mark }) {
  const { context, width, height } = beginDrawing(canvas);
  const bottom = height - 20;
  const tall = (count) => (count > 0 ? Math.log10(count) + 0.35 : 0);
  const highest = Math.max(...counts.map(tall), 1);
  const bar = width / counts.length;
  context.fillStyle = colour("c1");
  counts.forEach((count, i) => {
    const up = (tall(count) / highest) * (bottom - 6);
    context.fillRect(i * bar + 0.5, bottom - up, Math.max(1, bar - 1), up);
  });
  context.fillStyle = colour("line");
  context.fillRect(0, bottom, width, 1);
  context.fillStyle = colour("muted");
  context.font = `11px ${kFont}`;
  context.textBaseline = "top";
  for (const [share, align] of [[0, "left"], [0.5, "center"], [1, "right"]]) {
    context.textAlign = align;
    context.fillText(`${figures(low + share * (high - low))} ${unit}`, share * width, bottom + 5);
  }
  if (Number.isFinite(mark)) {
    context.fillStyle = colour("bad");
    context.fillRect(((mark - low) / (high - low)) * width - 1, 0, 2, bottom);
  }
}
