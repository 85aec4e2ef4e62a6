// The way from a tracker on another computer: whether pictures come, how late, and how well the clocks know
// each other. Hidden where markers come otherwise.
import { card, el, factList, setAttribute, setHidden, setText } from "../parts/dom.js";
import { fixed, withUnit } from "../parts/format.js";

const kMilli = 1e-6; // of nanoseconds

const kRows = [
  ["connection", (h) => (h.connected ? (h.texts > 0 ? "JSON, without a key" : h.keyed ? "secured by a key" : "without a key") : "no tracker yet")],
  ["newest picture", (h, at) => (h.pictures + h.texts > 0 ? withUnit((at - h.newest_picture_ns) * kMilli, 1, "ms ago") : "none")],
  ["pictures", (h) => fixed(h.pictures + h.texts, 0)],
  ["frames lost, last second", (h) => `${fixed(h.lost, 0)}, ${fixed(h.recent_loss * 100, 1)} %`],
  ["overtaken, came twice", (h) => `${fixed(h.late, 0)}, ${fixed(h.repeated, 0)}`],
  ["refused", (h) => fixed(h.forged + h.garbage, 0)],
  ["exposure to arrival", (h) => `${withUnit(h.latency_ns * kMilli, 1, "ms")}, 99 % within ${withUnit(h.latency_p99_ns * kMilli, 1, "ms")}`],
  ["jitter", (h) => withUnit(h.jitter_ns * kMilli, 1, "ms")],
  ["there and back", (h) => withUnit(h.round_trip_ns * kMilli, 1, "ms")],
  ["clock ahead of the tracker's", (h) => (h.exchanges > 0 ? `${fixed(h.offset_ns * 1e-9, 4)} s, within ${withUnit(h.offset_bound_ns * kMilli, 2, "ms")}` : "not known")],
];

export class MarkerPathCard {
  /** @param {object} path where the store keeps how the way is */
  constructor(title, path) {
    this.path = path;
    this.diagnosis = el("p.diagnosis", { role: "status" });
    this.facts = factList(kRows.map(([label]) => label));
    this.facts.element.classList.add("live-data");
    this.element = card(title, this.diagnosis, this.facts.element);
    setHidden(this.element, true);
  }

  onSlow() {
    const record = this.path.value;
    setHidden(this.element, record === null);
    if (!record) return;
    setAttribute(this.diagnosis, "data-result", record.diagnosis === "" ? "passed" : "failed");
    setText(this.diagnosis, record.diagnosis || "Pictures come as they should.");
    for (const [label, read] of kRows) this.facts.set(label, read(record.health, record.at_ns));
  }
}
