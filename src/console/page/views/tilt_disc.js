// In the simulation: which way the table is tilted, as on a spirit level. Dragged with the pointer, moved with the arrow keys.
import { el, setHidden, setText } from "../parts/dom.js";
import { fixed } from "../parts/format.js";

const kRadiusPx = 24;
const kFullG = 1e-3; // at the disc's edge
const kStepG = 5e-5;

export class TiltDisc {
  constructor(store, commands) {
    this.store = store;
    this.commands = commands;
    this.tilt = [0, 0]; // g along x and y
    this.dot = el("span.tilt-dot");
    this.words = el("span.tilt-words");
    this.disc = el("div.tilt-disc", { role: "slider", tabindex: "0", "aria-label": "Tilt of the table, arrow keys", "aria-valuemin": "0", "aria-valuemax": "1000" }, this.dot);
    this.element = el("div.tilt", { hidden: true }, this.words, this.disc);
    this.disc.addEventListener("pointerdown", (event) => this.begin(event));
    this.disc.addEventListener("pointermove", (event) => { if (this.held) this.follow(event); });
    for (const name of ["pointerup", "pointercancel"]) this.disc.addEventListener(name, () => { this.held = false; });
    this.disc.addEventListener("keydown", (event) => this.step(event));
    this.show();
  }

  onDesk(desk) {
    setHidden(this.element, desk.simulated !== true || desk.kind !== "operate" || this.commands.whyNot("drag") !== "");
  }

  begin(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.disc.focus();
    this.disc.setPointerCapture(event.pointerId);
    this.held = true;
    this.follow(event);
  }

  follow(event) {
    const frame = this.disc.getBoundingClientRect();
    const x = (event.clientX - frame.left - frame.width / 2) / kRadiusPx;
    const y = (frame.top + frame.height / 2 - event.clientY) / kRadiusPx;
    const size = Math.hypot(x, y);
    const keep = size > 1 ? 1 / size : size < 0.12 ? 0 : 1; // the middle is level
    this.set([x * keep * kFullG, y * keep * kFullG]);
  }

  step(event) {
    const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1], Home: null };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const way = steps[event.key];
    this.set(way ? [0, 1].map((k) => Math.max(-kFullG, Math.min(kFullG, this.tilt[k] + way[k] * kStepG))) : [0, 0]);
  }

  set(tilt) {
    this.tilt = tilt;
    this.show();
    const size = Math.hypot(...tilt);
    const direction = size > 0 ? (Math.atan2(tilt[1], tilt[0]) * 180) / Math.PI : 0;
    this.commands.askQuietly("drag", { what: "tilt", tilt_g: size, direction_deg: direction });
  }

  show() {
    const size = Math.hypot(...this.tilt);
    this.dot.style.transform = `translate(${(this.tilt[0] / kFullG) * kRadiusPx}px, ${(-this.tilt[1] / kFullG) * kRadiusPx}px)`;
    const text = size > 0 ? `tilt ${fixed(size * 1e6, 0)} µg` : "tilt: level";
    setText(this.words, text);
    this.disc.setAttribute("aria-valuenow", String(Math.round(size * 1e6)));
    this.disc.setAttribute("aria-valuetext", text);
  }
}
