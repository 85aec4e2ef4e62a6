// Runs that were made: result, key numbers, notes; one or two of them played again.
import { breakable, card, el, keepChildren, setAttribute, setHidden, setText } from "../parts/dom.js";
import { duration, moment, outcome, quantities } from "../parts/format.js";
import { RunPlayer } from "./run_player.js";
import { RunDetails } from "./run_details.js";

export class RunsView {
  name = "runs";
  title = "Runs";

  constructor(context) {
    this.context = context;
    this.runs = [];
    this.version = null;
    this.chosen = []; // names: one, or two over each other
    this.body = el("tbody");
    this.none = el("p.quiet", { text: "No run has been made yet." });
    this.table = el("table.runs", {},
      el("thead", {}, el("tr", {}, ...["Run", "Result", "Time", "Compare"].map((text, i) => el("th", { scope: "col", class: i === 2 ? "num" : null, text })))), this.body);
    this.player = new RunPlayer(context);
    this.details = new RunDetails(context);
    const list = card("Runs", this.none, el("div.runs-scroll", { tabindex: "0", role: "region", "aria-label": "List of runs" }, this.table));
    this.element = el("div.columns.runs-view", {}, el("div.side", {}, list, this.details.element), this.player.element);
  }

  show() {
    this.version = null;
    if (this.context.store.desk) this.onDesk(this.context.store.desk);
  }

  onDesk(desk) {
    this.details.onDesk(desk);
    if (desk.runs_version === this.version && this.version !== null) return;
    this.version = desk.runs_version ?? 0;
    this.load();
  }

  async load() {
    const answer = await this.context.connection.call("runs", {});
    if (!answer.done) {
      this.version = null;
      return;
    }
    this.runs = answer.result?.runs ?? [];
    if (this.chosen.length === 0 && this.runs.length > 0) this.choose([this.runs[0].name]);
    this.draw();
  }

  draw() {
    setHidden(this.none, this.runs.length > 0);
    setHidden(this.table, this.runs.length === 0);
    keepChildren(this.body, this.runs, (run) => run.name, (run) => this.makeRow(run), (row, run) => this.updateRow(row, run));
    this.details.show(this.runs.find((run) => run.name === this.chosen[0]) ?? null);
  }

  onFrame(now) {
    this.player.onFrame(now);
  }

  choose(names) {
    this.chosen = names;
    this.player.show(names);
    this.draw();
  }

  makeRow(run) {
    const open = el("button.link", { type: "button", click: () => this.choose([run.name]) }, el("span.run-name", {}, ...breakable(run.name)));
    const compare = el("button.small", { type: "button", "data-compare": run.name, click: () => this.compare(run.name) });
    return el("tr", {}, el("td", {}, open, el("small.run-detail"), el("small.run-numbers")), el("td", {}, el("span.tag"), el("small.run-text")), el("td.num.run-time"), el("td", {}, compare));
  }

  compare(name) {
    const [first, second] = this.chosen;
    if (name === second) this.choose([first]);
    else if (name !== first) this.choose([first, name]);
  }

  updateRow(row, run) {
    const place = this.chosen.indexOf(run.name);
    setAttribute(row, "data-chosen", place === 0 ? "first" : place === 1 ? "second" : null);
    setText(row.querySelector(".run-detail"), [run.experiment, run.seed !== undefined ? `seed ${run.seed}` : "", moment(run.started)].filter(Boolean).join(" · "));
    const tag = row.querySelector(".tag");
    const { word, result } = outcome(run);
    setAttribute(tag, "data-result", result);
    setText(tag, word);
    setText(row.querySelector(".run-text"), run.text ?? "");
    setText(row.querySelector(".run-time"), duration(run.seconds));
    setText(row.querySelector(".run-numbers"), quantities(run.numbers).slice(0, 4).join(", "));
    const compare = row.querySelector("[data-compare]");
    setHidden(compare, place === 0);
    setText(compare, place === 1 ? "apart" : "over it");
    setAttribute(compare, "aria-label", place === 1 ? `apart: ${run.name}` : `over it, the chosen run: ${run.name}`);
  }
}
