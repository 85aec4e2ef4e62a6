// What the top view's signs mean; each can be switched off.
import { el, legendSwitch } from "../parts/dom.js";
import { kEllipseScale } from "../parts/draw_robot.js";

const kEntries = [
  { key: "trail", label: "hand’s path", look: "line-c1" },
  { key: "plan", label: "plan", look: "diamond" },
  { key: "workspace", label: "workspace; guaranteed: dashed", look: "area-c3" },
  { key: "momentum", label: "momentum", look: "line-c4" },
  { key: "uncertainty", label: `uncertainty, 3σ × ${kEllipseScale}`, look: "ring" },
];

/** @param {object} shown by key, whether it is drawn; changed by the buttons */
export function makeLegend(shown) {
  const legend = el("div.legend", { role: "group", "aria-label": "Shown in the top view" });
  legend.append(
    el("span.legend-entry", {}, el("span.swatch", { "data-look": "dot-c1" }), "hand"),
    el("span.legend-entry", {}, el("span.swatch", { "data-look": "dot-c2" }), "target"),
  );
  for (const { key, label, look } of kEntries) legend.append(legendSwitch(shown, key, look, label));
  return legend;
}
