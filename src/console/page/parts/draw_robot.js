// Robot, target, and what is known of their motion, on a drawing of the table.
import { colour, kFont } from "./colours.js";
import { armPoints, outlinePoints, targetPoints } from "./pose.js";

/** Uncertainties are fractions of a millimetre: they are drawn this many times larger, and the legend says so. */
export const kEllipseScale = 50;
/** Length of the momentum's arrow, m on the table for each N s. */
const kArrowPerNs = 2;
const kLongestHop = 0.1; // m between two points of a trail

function trace(context, map, points, close) {
  context.beginPath();
  points.forEach((point, i) => (i === 0 ? context.moveTo(...map.point(point)) : context.lineTo(...map.point(point))));
  if (close) context.closePath();
}

/** @param {{ink: string, ghost?: boolean}} look `ink` is a colour's name */
export function drawRobot(context, map, robot, pose, look) {
  context.save();
  context.lineJoin = "round";
  context.lineCap = "round";
  if (look.ghost) context.setLineDash([5, 5]);
  trace(context, map, outlinePoints(robot, pose), true);
  context.fillStyle = colour(look.ink);
  context.globalAlpha = look.ghost ? 0.04 : 0.1;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = colour(look.ink);
  context.lineWidth = 2;
  context.stroke();
  const arm = armPoints(robot, pose);
  trace(context, map, arm, false);
  context.lineWidth = Math.max(4, 0.014 * map.scale);
  context.stroke();
  context.setLineDash([]);
  for (const joint of arm.slice(0, -1)) drawDot(context, map.point(joint), Math.max(3.5, 0.012 * map.scale), "card", look.ink);
  const front = map.point(pose.position);
  drawDot(context, front, 2.5, look.ink, look.ink);
  context.restore();
}

export function drawDot(context, [x, y], radius, fill, stroke) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colour(fill);
  context.fill();
  context.strokeStyle = colour(stroke);
  context.lineWidth = 1.5;
  context.stroke();
}

export function drawHand(context, map, hand, closed) {
  const at = map.point(hand);
  drawDot(context, at, Math.max(4.5, 0.012 * map.scale), "c1", "card");
  if (!closed) return;
  context.beginPath();
  context.arc(...at, Math.max(9, 0.024 * map.scale), 0, 2 * Math.PI);
  context.strokeStyle = colour("c1");
  context.lineWidth = 2.5;
  context.stroke();
}

/** LEDs of a target that turns, joined. */
export function drawTargetBody(context, map, leds, pose) {
  const points = targetPoints(leds, pose);
  if (points.length === 0) return;
  context.save();
  trace(context, map, points, true);
  context.strokeStyle = colour("c2");
  context.lineWidth = 2;
  context.stroke();
  for (const point of points.slice(1)) drawDot(context, map.point(point), 3.5, "card", "c2");
  context.restore();
}

export function drawTarget(context, map, target) {
  drawDot(context, map.point(target), Math.max(7, 0.018 * map.scale), "c2", "card");
}

/** Several targets with their names: the followed one as a dot, the others as rings.
 * @param {{name, position_m, followed}[]} targets */
export function drawTargets(context, map, targets) {
  for (const target of targets) {
    const at = map.point(target.position_m);
    const radius = Math.max(7, 0.018 * map.scale);
    drawDot(context, at, radius, target.followed ? "c2" : "card", target.followed ? "card" : "c2");
    drawWords(context, map, [at[0] + radius + 4, at[1] - 6], target.name);
  }
}

/** The usual sign of a mass centre: a circle with two dark quarters. */
export function drawMassCentre(context, map, centre) {
  const [x, y] = map.point(centre);
  drawDot(context, [x, y], 6, "card", "c4");
  context.fillStyle = colour("c4");
  for (const begin of [0, Math.PI]) {
    context.beginPath();
    context.moveTo(x, y);
    context.arc(x, y, 6, begin, begin + Math.PI / 2);
    context.fill();
  }
}

/** @param {number[][]} columns x and y, m */
export function drawTrail(context, map, [xs, ys], ink) {
  context.save();
  context.strokeStyle = colour(ink);
  context.lineWidth = 1.8;
  context.lineJoin = "round";
  context.globalAlpha = 0.8;
  context.beginPath();
  let pen = false;
  for (let i = 0; i < xs.length; ++i) {
    if (!Number.isFinite(xs[i]) || !Number.isFinite(ys[i])) { pen = false; continue; }
    // Nobody moved it there but a technician, or the simulation.
    if (pen && Math.hypot(xs[i] - xs[i - 1], ys[i] - ys[i - 1]) > kLongestHop) pen = false;
    if (pen) context.lineTo(map.x(xs[i]), map.y(ys[i]));
    else context.moveTo(map.x(xs[i]), map.y(ys[i]));
    pen = true;
  }
  context.stroke();
  context.restore();
}

/** @param {[number, number]} momentum N s */
export function drawMomentum(context, map, centre, momentum) {
  const size = Math.hypot(...momentum);
  const length = Math.min(size * kArrowPerNs, 0.6) * map.scale;
  if (!(length > 3)) return;
  const [x, y] = map.point(centre);
  const angle = Math.atan2(-momentum[1], momentum[0]);
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.strokeStyle = context.fillStyle = colour("c4");
  context.lineWidth = 3;
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(Math.max(0, length - 9), 0);
  context.stroke();
  context.beginPath();
  context.moveTo(length, 0);
  context.lineTo(length - 12, -5.5);
  context.lineTo(length - 12, 5.5);
  context.fill();
  context.restore();
}

/** Three standard deviations. @param {number[]} covariance m^2, row by row */
export function drawEllipse(context, map, at, [xx, xy, , yy], ink) {
  const mean = (xx + yy) / 2;
  const half = Math.hypot((xx - yy) / 2, xy);
  if (!(mean + half > 0)) return;
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const radius = (variance) => 3 * kEllipseScale * Math.sqrt(Math.max(0, variance)) * map.scale;
  context.save();
  context.beginPath();
  context.ellipse(...map.point(at), radius(mean + half), radius(mean - half), -angle, 0, 2 * Math.PI);
  context.strokeStyle = colour(ink);
  context.lineWidth = 1.5;
  context.stroke();
  context.globalAlpha = 0.12;
  context.fillStyle = colour(ink);
  context.fill();
  context.restore();
}

/** @param {{ink: string, dash: number[]}} look */
export function drawPlan(context, map, path, meeting, look) {
  context.save();
  context.strokeStyle = colour(look.ink);
  context.lineWidth = 2.5;
  context.setLineDash(look.dash);
  if (path?.length > 1) {
    trace(context, map, path, false);
    context.stroke();
  }
  context.setLineDash([]);
  if (meeting) {
    const [x, y] = map.point(meeting);
    context.beginPath();
    context.moveTo(x - 10, y);
    context.lineTo(x, y - 10);
    context.lineTo(x + 10, y);
    context.lineTo(x, y + 10);
    context.closePath();
    context.lineWidth = 2;
    context.stroke();
  }
  context.restore();
}

export function drawWords(context, map, [x, y], text) {
  context.save();
  context.font = `600 ${map.text + 1}px ${kFont}`;
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeStyle = colour("table");
  context.fillStyle = colour("ink");
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
  context.restore();
}
