// The top view in words, for those who do not see it: said anew at most every two seconds, and only when it has changed by
// more than the noise.
import { el, setText } from "../parts/dom.js";
import { fixed, words } from "../parts/format.js";

const kPauseMs = 2000;
const kDegrees = 180 / Math.PI;

const tens = (value, decimals) => fixed(value, decimals);

export class TopViewWords {
  constructor(store) {
    this.store = store;
    this.said = -Infinity;
    this.element = el("p.visually-hidden", { id: "top-view-words", "aria-live": "polite", text: "The robot has not been seen yet." });
  }

  onFrame(now, pose) {
    if (now - this.said < kPauseMs) return;
    this.said = now;
    setText(this.element, this.describe(pose));
  }

  describe(pose) {
    if (this.store.freshness === "never" || !pose) return "The robot has not been seen yet.";
    if (this.store.freshness === "stale") return "There is no data: the picture is old.";
    const parts = [`${words(this.store.supervisor)}.`];
    parts.push(`Robot at x ${tens(pose.position[0], 2)} m, y ${tens(pose.position[1], 2)} m, `
      + `turned ${fixed(Math.round((pose.attitude * kDegrees) / 5) * 5, 0)} degrees.`);
    if (pose.target) {
      const distance = Math.hypot(pose.target[0] - pose.hand[0], pose.target[1] - pose.hand[1]);
      const followed = this.store.severalTargets.find((target) => target.followed);
      parts.push(`Hand ${fixed(distance, 2)} m from ${followed ? `target ${followed.name}` : "the target"}.`);
    }
    const desk = this.store.desk;
    const phase = desk?.experiment?.phases?.find((known) => known.status === "running");
    if (phase) parts.push(`Phase ${words(phase.name)}.`);
    if (desk?.preview?.status === "refused") parts.push(`The preview is refused: ${desk.preview.text}`);
    return parts.join(" ");
  }
}
