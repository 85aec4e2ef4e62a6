// The vision's findings of one picture, as the server tells them.
import { el } from "../parts/dom.js";
import { fixed, withUnit, words } from "../parts/format.js";

/** @returns {{name: string, u: number, v: number, residual: number}[]} px, px, mm; those that were not seen have none */
export function labelsOf(picture) {
  return (picture?.labels ?? []).map((label) => ({ name: label.name ?? "", u: label.u_px, v: label.v_px, residual: label.residual_mm ?? NaN }));
}

export function markerRows(picture) {
  return labelsOf(picture).map((label) => el("tr", {},
    el("th", { scope: "row", text: words(label.name) }),
    el("td.num", { text: Number.isFinite(label.u) ? fixed(label.u, 1) : "not seen" }), el("td.num", { text: fixed(label.v, 1) }),
    el("td.num", { text: withUnit(label.residual, 2, "mm") })));
}
