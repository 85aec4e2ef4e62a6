// What the program answered, for some seconds in the line below the views; refusals longer than confirmations.
import { el } from "../parts/dom.js";
import { words } from "../parts/format.js";

const kDoneMs = 2500;
const kRefusedMs = 12000;
const kBecomesMs = 10000;
const kMost = 2;
const kNames = { lease_take: "control", lease_give: "control", lease_ask: "control", arm_confirm: "arm", jog_joint: "jog", jog_hand: "jog", jog_end: "jog", vision_write: "vision" };

export class Answers {
  constructor(host) {
    this.host = host;
    this.granted = null; // the newest command that was, and when
  }

  /** What was granted and then came to nothing is said where it was granted. */
  hear(note) {
    if (note.kind !== "alarm" || this.granted === null || performance.now() - this.granted.atMs > kBecomesMs) return;
    this.tell(this.granted.what, { done: false, words: note.text });
  }

  tell(what, answer) {
    this.granted = answer.done ? { what, atMs: performance.now() } : null;
    const text = answer.words || (answer.done ? "done" : "refused");
    const item = el("div.answer-item", { "data-result": answer.done ? "passed" : "failed" },
      el("b", { text: `${kNames[what] ?? words(what)}: ` }), text);
    const close = el("button.small", { type: "button", "aria-label": "Close this message", text: "×", click: () => item.remove() });
    item.append(close);
    const same = [...this.host.children].find((other) => other.textContent === item.textContent);
    same?.remove();
    this.host.append(item);
    while (this.host.children.length > kMost) this.host.firstElementChild.remove();
    setTimeout(() => item.remove(), answer.done ? kDoneMs : kRefusedMs);
  }
}
