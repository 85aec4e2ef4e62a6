// The vision's settings, changed while the robot is disarmed; written to the file after the difference has been seen.
import { card, el, setHidden, setText } from "../parts/dom.js";

const kFields = [
  { key: "threshold", label: "Threshold, grey levels", min: 0, max: 255, step: 1 },
  { key: "exposure_us", label: "Exposure, µs", min: 1, max: 1000000, step: 1, setting: "camera.exposure_ms", scale: 1000 },
  { key: "min_area", label: "Smallest spot, pixels", min: 1, max: 1000000, step: 1, setting: "vision.min_area" },
  { key: "max_area", label: "Largest spot, pixels", min: 1, max: 1000000, step: 1, setting: "vision.max_area" },
  { key: "gate_sigmas", label: "Gate, standard deviations", min: 1, max: 100, step: 0.1, setting: "vision.gate_sigmas" },
  { key: "gate_floor_mm", label: "Smallest gate, mm", min: 0.01, max: 1000, step: 0.01, setting: "vision.gate_floor_mm" },
  { key: "length_tolerance_mm", label: "Tolerance of lengths, mm", min: 0.01, max: 1000, step: 0.01, setting: "vision.length_tolerance_mm" },
];

export class VisionSettings {
  constructor({ commands }) {
    this.commands = commands;
    this.inputs = new Map();
    const fields = el("div.fields.vision-fields");
    for (const field of kFields) {
      const id = `vision-${field.key}`;
      const input = el("input.short", { id, type: "number", min: String(field.min), max: String(field.max), step: String(field.step) });
      input.addEventListener("change", () => this.send(field, input));
      this.inputs.set(field.key, input);
      fields.append(el("div.field", {}, el("label", { for: id, text: field.label }), input));
    }
    this.reason = el("p.reasons", { id: "vision-reason" });
    this.look = el("button", { type: "button", "data-action": "vision_write", "aria-describedby": this.reason.id, text: "Write to file…", click: () => this.lookAtDifference() });
    this.write = el("button.primary", { type: "button", "data-action": "vision_confirm", text: "Write it", click: () => this.confirm() });
    this.leave = el("button", { type: "button", text: "Leave it", click: () => setHidden(this.difference, true) });
    this.text = el("pre.difference", { tabindex: "0", "aria-label": "Difference to the file" });
    this.difference = el("div", { hidden: true }, el("h3", { text: "This would change in the file" }), this.text, el("div.buttons", {}, this.write, this.leave));
    this.element = card("Vision settings", fields, el("div.buttons", {}, this.look), this.reason, this.difference);
  }

  async send(field, input) {
    const value = Number(input.value);
    if (input.value === "" || !(value >= field.min && value <= field.max)) return;
    await this.commands.ask("vision", { [field.key]: value });
  }

  async lookAtDifference() {
    if (this.commands.whyNot("vision_write") !== "") return;
    const answer = await this.commands.ask("vision_write", { confirm: false });
    if (!answer.done) return;
    const difference = answer.result?.difference ?? answer.result?.diff ?? "";
    setText(this.text, difference || "No difference: the file says the same.");
    setHidden(this.write, difference === "");
    setHidden(this.difference, false);
  }

  async confirm() {
    const answer = await this.commands.ask("vision_write", { confirm: true });
    if (answer.done) setHidden(this.difference, true);
  }

  onDesk(desk) {
    for (const { key, setting, scale } of kFields) {
      const input = this.inputs.get(key);
      const known = setting && desk.settings?.find((entry) => entry.key === setting);
      if (known && document.activeElement !== input) input.value = String(Number(known.value) * (scale ?? 1));
    }
    const reason = this.commands.whyNot("vision");
    setText(this.reason, reason ? `Vision settings: ${reason}` : "");
    for (const input of this.inputs.values()) input.disabled = reason !== "";
    this.look.setAttribute("aria-disabled", reason ? "true" : "false");
  }

  /** What is set now, as the newest picture says it. */
  onPicture(picture) {
    for (const [key, input] of this.inputs) {
      const known = Number.isFinite(picture[key]);
      if (known && document.activeElement !== input) input.value = String(picture[key]);
    }
  }
}
