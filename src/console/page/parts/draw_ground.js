// The table as seen from above, and the workspace on it; the same looks as in a run's report.
import { colour, kFont } from "./colours.js";
import { ticks } from "./axis.js";
import { fixed } from "./format.js";

/** @param {{size_m: number[], margin_m: number}} table */
export function drawTable(context, map, table) {
  const [left, top] = map.point([-map.size[0] / 2, map.size[1] / 2]);
  const [width, height] = [map.size[0] * map.scale, map.size[1] * map.scale];
  context.fillStyle = colour("table");
  context.fillRect(left, top, width, height);
  context.font = `${map.text}px ${kFont}`;
  context.lineWidth = 1;
  drawGrid(context, map, left, top, width, height);
  context.strokeStyle = colour("line");
  context.lineWidth = 1.5;
  context.strokeRect(left, top, width, height);
  const margin = (table?.margin_m ?? 0) * map.scale;
  if (margin > 0) {
    context.setLineDash([2, 5]);
    context.strokeStyle = colour("muted");
    context.lineWidth = 1.2;
    context.strokeRect(left + margin, top + margin, width - 2 * margin, height - 2 * margin);
    context.setLineDash([]);
  }
}

function drawGrid(context, map, left, top, width, height) {
  context.strokeStyle = colour("grid");
  context.fillStyle = colour("muted");
  context.beginPath();
  const across = ticks(-map.size[0] / 2, map.size[0] / 2, 9);
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const value of across.values) {
    const x = Math.round(map.x(value)) + 0.5;
    context.moveTo(x, top);
    context.lineTo(x, top + height);
    context.fillText(fixed(value, across.decimals), x, top + height + 5);
  }
  const away = ticks(-map.size[1] / 2, map.size[1] / 2, 9);
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const value of away.values) {
    const y = Math.round(map.y(value)) + 0.5;
    context.moveTo(left, y);
    context.lineTo(left + width, y);
    context.fillText(fixed(value, away.decimals), left - 6, y);
  }
  context.stroke();
  context.textAlign = "right";
  context.textBaseline = "top";
  context.fillText("x, m", left + width, top + height + 1.8 * map.text);
  context.textBaseline = "bottom";
  context.fillText("y, m", left - 6, top - 2);
}

function circle(context, [x, y], radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

/** Annulus without singularities and guaranteed workspace, about the mass centre. */
export function drawWorkspace(context, map, centre, workspace) {
  if (!workspace || !(workspace.outer_m > 0)) return;
  const at = map.point(centre);
  const inner = Math.max(0, workspace.inner_m ?? 0) * map.scale;
  const outer = workspace.outer_m * map.scale;
  context.save();
  context.fillStyle = colour("c3");
  context.globalAlpha = 0.1;
  context.beginPath();
  context.arc(...at, outer, 0, 2 * Math.PI);
  context.arc(...at, inner, 0, 2 * Math.PI, true);
  context.fill("evenodd");
  context.globalAlpha = 0.6;
  context.strokeStyle = colour("c3");
  context.lineWidth = 1;
  for (const radius of [inner, outer]) {
    circle(context, at, radius);
    context.stroke();
  }
  if (workspace.guaranteed_m > 0) {
    context.globalAlpha = 1;
    context.lineWidth = 1.3;
    context.setLineDash([7, 4]);
    circle(context, at, workspace.guaranteed_m * map.scale);
    context.stroke();
  }
  context.restore();
}

/** Draws only within the table. */
export function clipToTable(context, map) {
  const [left, top] = map.point([-map.size[0] / 2, map.size[1] / 2]);
  context.beginPath();
  context.rect(left, top, map.size[0] * map.scale, map.size[1] * map.scale);
  context.clip();
}
