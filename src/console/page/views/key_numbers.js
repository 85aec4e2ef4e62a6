// The few numbers that one looks at during a run; large on the big screen.
import { el, setText } from "../parts/dom.js";
import { fixed, kUnknown, stopwatch } from "../parts/format.js";

export class KeyNumbers {
  constructor({ store }) {
    this.store = store;
    this.values = new Map();
    this.element = el("dl.tiles.live-data", { "aria-label": "Key numbers" });
    for (const [key, label, unit] of [
      ["time", "time", ""], ["distance", "hand to target", "mm"], ["sigma", "smallest singular value", "m"],
      ["scale", "rates scaled to", "%"], ["momentum", "momentum", "N s"], ["spin", "angular momentum", "N m s"],
    ]) {
      const value = el("span.number", { text: kUnknown });
      this.values.set(key, value);
      this.element.append(el("div", { "data-number": key }, el("dt", { text: label }), el("dd", {}, value, unit ? el("small", { text: unit }) : "")));
    }
  }

  onSlow() {
    const history = this.store.history;
    const set = (key, text) => setText(this.values.get(key), text);
    set("time", stopwatch(history.newest("t")));
    set("distance", fixed(history.newest("distance"), 1));
    set("sigma", fixed(history.newest("sigma_min"), 3));
    set("scale", fixed(history.newest("scale") * 100, 0));
    set("momentum", fixed(Math.hypot(history.newest("momentum_x"), history.newest("momentum_y")), 3));
    set("spin", fixed(history.newest("angular_momentum"), 4));
  }
}
