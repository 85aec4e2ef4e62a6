// In the simulation, while it is disarmed: robot and target are put elsewhere with the pointer. Near the satellite's edge, or
// with the shift key, the robot is turned.
import { outlinePoints, poseOf } from "../parts/pose.js";
import { rotated } from "../parts/table_map.js";

const kEveryMs = 60;
const kTargetReachPx = 22;

function inside(polygon, [x, y]) {
  let within = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [polygon[i], polygon[j]];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) within = !within;
  }
  return within;
}

export class TopViewDrag {
  constructor(canvas, store, commands) {
    this.canvas = canvas;
    this.store = store;
    this.commands = commands;
    this.map = null; // set by the top view at each drawing
    this.held = null; // {what, name, position, from, pose, at}
    this.sentMs = 0;
    canvas.addEventListener("pointerdown", (event) => this.begin(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => this.end(event));
  }

  get pose() {
    return poseOf(this.store.cycle.value, this.store.truth.value);
  }

  place(event) {
    const frame = this.canvas.getBoundingClientRect();
    return this.map.metres(event.clientX - frame.left, event.clientY - frame.top);
  }

  /** @returns {{what: "target"|"robot", name?: string, position?: number[]}|null} what is under the pointer; of several targets its name */
  under(at) {
    const pose = this.pose;
    if (!pose || !this.map) return null;
    const reach = kTargetReachPx / this.map.scale;
    const near = (point) => Math.hypot(point[0] - at[0], point[1] - at[1]) < reach;
    const several = this.store.severalTargets;
    const target = several.find(({ position_m }) => near(position_m));
    if (target) return { what: "target", name: target.name, position: target.position_m };
    if (several.length === 0 && pose.target && near(pose.target)) return { what: "target", position: pose.target };
    return inside(outlinePoints(this.store.desk?.robot, pose), at) ? { what: "robot" } : null;
  }

  begin(event) {
    if (event.button !== 0 || this.commands.whyNot("drag") !== "") return;
    const at = this.place(event);
    const under = this.under(at);
    if (!under) return;
    event.preventDefault();
    this.canvas.setPointerCapture(event.pointerId);
    this.held = { ...under, from: at, at, pose: this.pose, turning: event.shiftKey && under.what === "robot" };
  }

  move(event) {
    if (!this.map) return;
    if (!this.held) {
      const can = this.commands.whyNot("drag") === "" && this.under(this.place(event)) !== null;
      this.canvas.classList.toggle("can-drag", can);
      return;
    }
    this.held.at = this.place(event);
    const now = performance.now();
    if (now - this.sentMs < kEveryMs) return;
    this.sentMs = now;
    this.send();
  }

  end(event) {
    if (!this.held) return;
    this.held.at = event.type === "pointerup" ? this.place(event) : this.held.at;
    this.send();
    this.held = null;
  }

  send() {
    this.commands.askQuietly("drag", this.request());
  }

  /** @returns {object} what the service is asked for */
  request() {
    const { what, name, position: start, from, at, pose, turning } = this.held;
    const moved = [at[0] - from[0], at[1] - from[1]];
    if (what === "target") return { what, ...(name && { name }), position_m: [start[0] + moved[0], start[1] + moved[1]] };
    const attitude = pose.attitude + (turning ? angleOf(at, pose.position) - angleOf(from, pose.position) : 0);
    const position = turning ? pose.position : [pose.position[0] + moved[0], pose.position[1] + moved[1]];
    return { what, position_m: [...position], attitude_deg: (attitude * 180) / Math.PI };
  }

  /** @returns {object[]} Several targets, with the held one under the pointer. */
  movedTargets(targets) {
    if (!this.held?.name) return targets;
    const position = this.request().position_m;
    return targets.map((target) => (target.name === this.held.name ? { ...target, position_m: position } : target));
  }

  /** @returns {object|null} The pose, with what is held under the pointer at once, before the simulation has answered. */
  moved(pose) {
    if (!pose || !this.held) return pose;
    const request = this.request();
    if (this.held.what === "target") return this.held.name ? pose : { ...pose, target: request.position_m };
    const before = this.held.pose;
    const turn = (request.attitude_deg * Math.PI) / 180 - before.attitude;
    const carry = (point) => {
      const [x, y] = rotated([point[0] - before.position[0], point[1] - before.position[1]], turn);
      return [request.position_m[0] + x, request.position_m[1] + y];
    };
    return { ...pose, position: request.position_m, attitude: before.attitude + turn, hand: carry(before.hand), massCentre: carry(before.massCentre) };
  }
}

const angleOf = (point, about) => Math.atan2(point[1] - about[1], point[0] - about[0]);
