// Curves over the last half minute: joints, momentum, manipulability, the loop's timing.
import { card, el, factList, setHidden, setText } from "../parts/dom.js";
import { countInBins, drawHistogram, quantile } from "../parts/histogram.js";
import { fixed, withUnit } from "../parts/format.js";
import { makePlot } from "../parts/plot.js";

const kSpanS = 30;
const kColours = ["c1", "c2", "c3", "c4", "c5", "c6"];

/** One card with curves; the newest values stand in its legend, for everybody to read. */
class PlotCard {
  /** @param {{key: string, label: string, colour: string, dash?: boolean, unit: string, decimals: number}[]} series */
  constructor(store, title, series, include) {
    this.store = store;
    this.series = series;
    const legend = el("div.legend");
    this.values = series.map((entry) => {
      const value = el("span.number");
      legend.append(el("span.legend-entry", {}, el("span.swatch", { "data-look": `${entry.dash ? "dash" : "line"}-${entry.colour}` }), `${entry.label} `, value));
      return value;
    });
    const host = el("div.plot");
    this.element = card(title, legend, el("div.live-data", {}, host));
    this.plot = makePlot(host, { label: `${title} over the last ${kSpanS} seconds`, series, include });
  }

  draw() {
    const history = this.store.history;
    // The first half minute grows to the right, then the window goes along.
    const end = history.length > 0 ? history.newest("t") : 0;
    const begin = history.length > 0 ? Math.max(end - kSpanS, history.at("t", 0)) : 0;
    const names = this.series.map((entry) => entry.key);
    this.plot.draw(history.since(begin, ["t", ...names], 600), [begin, begin + kSpanS]);
    this.series.forEach((entry, i) => setText(this.values[i], withUnit(history.newest(entry.key), entry.decimals, entry.unit)));
  }
}

class TimingCard {
  constructor(store) {
    this.store = store;
    this.canvas = el("canvas.histogram", { role: "img", "aria-label": "Histogram of how long after its time a cycle began" });
    this.facts = factList(["late, half of all", "late, 99 of 100", "latest", "computing, 99 of 100", "overruns", "period"]);
    this.lockstep = el("p.quiet", { text: "Simulated in lockstep: cycles begin when they are due, there is no timing to show.", hidden: true });
    this.measured = el("div", {}, el("p.quiet", { text: "How late cycles began, last minute. Height: logarithm of the count." }), el("div.live-data", {}, this.canvas), this.facts.element);
    this.element = card("Loop timing", this.lockstep, this.measured);
  }

  draw() {
    const timings = this.store.timings;
    const newest = timings.newest("t");
    const [late, compute] = timings.since(newest - 60, ["wake_late", "compute"], Infinity);
    const lockstep = quantile(late, 1) === 0 && quantile(compute, 1) === 0;
    setHidden(this.lockstep, !lockstep);
    setHidden(this.measured, lockstep);
    if (lockstep) return;
    drawHistogram(this.canvas, { ...countInBins(late, 48), unit: "µs" });
    const { set } = this.facts;
    set("late, half of all", withUnit(quantile(late, 0.5), 0, "µs"));
    set("late, 99 of 100", withUnit(quantile(late, 0.99), 0, "µs"));
    set("latest", withUnit(quantile(late, 1), 0, "µs"));
    set("computing, 99 of 100", withUnit(quantile(compute, 0.99), 0, "µs"));
    const timing = this.store.timing.value;
    set("overruns", fixed(timing?.overrun_count ?? this.store.desk?.loop?.overruns, 0));
    set("period", withUnit(timing ? timing.period_ns / 1e6 : NaN, 1, "ms"));
  }
}

export class SignalsView {
  name = "signals";
  title = "Signals";

  constructor({ store }) {
    this.store = store;
    this.cards = [];
    this.jointCount = 0;
    this.element = el("div.grid.signals");
  }

  onDesk(desk) {
    const count = desk.robot?.joint_count ?? 0;
    if (count === this.jointCount) return;
    this.jointCount = count;
    const joints = Array.from({ length: count }, (_, i) => i);
    const each = (key, label, unit, decimals, dash) => joints.map((i) => ({
      key: `${key}_${i + 1}`, label: `${label} ${i + 1}`, colour: kColours[i], unit, decimals, dash,
    }));
    const limit = desk.robot?.max_joint_rate_deg_s ?? 0;
    this.cards = [
      new PlotCard(this.store, "Joint angles, °", each("joint", "joint", "°", 1)),
      new PlotCard(this.store, "Joint rates, °/s", [...each("rate", "measured", "°/s", 1), ...each("commanded", "commanded", "°/s", 1, true)], limit ? [-limit / 4, limit / 4] : []),
      new PlotCard(this.store, "Linear momentum, N s", [
        { key: "momentum_x", label: "x", colour: "c1", unit: "N s", decimals: 3 },
        { key: "momentum_y", label: "y", colour: "c2", unit: "N s", decimals: 3 }], [-0.02, 0.02]),
      new PlotCard(this.store, "Angular momentum, N m s", [{ key: "angular_momentum", label: "about the mass centre", colour: "c4", unit: "N m s", decimals: 4 }], [-0.002, 0.002]),
      new PlotCard(this.store, "Manipulability, m", [{ key: "sigma_min", label: "smallest singular value", colour: "c3", unit: "m", decimals: 3 }], [0, 0.1]),
      new PlotCard(this.store, "Hand to target, mm", [{ key: "distance", label: "distance", colour: "c5", unit: "mm", decimals: 1 }], [0, 10]),
      new TimingCard(this.store),
    ];
    this.element.replaceChildren(...this.cards.map((part) => part.element));
  }

  onSlow() {
    for (const part of this.cards) part.draw();
  }
}
