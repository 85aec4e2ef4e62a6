// The vision's findings of one picture, as the server tells them, in one shape.
import { el } from "../parts/dom.js";
import { fixed, withUnit, words } from "../parts/format.js";

/** @returns {{name: string, u: number, v: number, residual: number[]|number|null}[]} */
export function labelsOf(picture) {
  const labels = picture?.labels ?? [];
  const list = Array.isArray(labels) ? labels : Object.entries(labels).map(([name, label]) => ({ name, ...label }));
  return list.map((label) => ({ name: label.name ?? "", u: label.u_px, v: label.v_px, residual: label.residual_px ?? label.residual ?? null }));
}

/** @returns {number} Length of a residual that may be a vector or a length already, px */
export function residualLength(residual) {
  if (Array.isArray(residual)) return Math.hypot(...residual);
  return typeof residual === "number" ? Math.abs(residual) : NaN;
}

export function markerRows(picture) {
  return labelsOf(picture).map((label) => el("tr", {},
    el("th", { scope: "row", text: words(label.name) }),
    el("td.num", { text: fixed(label.u, 1) }), el("td.num", { text: fixed(label.v, 1) }),
    el("td.num", { text: withUnit(residualLength(label.residual), 2, "px") })));
}

/** @returns {number[][]} left, top, width, height of each window, px */
export function windowsOf(picture) {
  return (picture?.windows ?? []).map((window) => (Array.isArray(window) ? window : [window.x_px, window.y_px, window.width_px, window.height_px]));
}
