// What is done next: choose an experiment, prepare, preview, arm, run; and what can be done while it runs.
import { card, el, keepChildren, setHidden, setText } from "../parts/dom.js";
import { outcome, words } from "../parts/format.js";
import { ActionButtons } from "./action_buttons.js";
import { ArmPanel } from "./arm_panel.js";

export class ExperimentCard {
  constructor({ store, commands }) {
    this.store = store;
    this.commands = commands;
    this.file = el("select", { id: "experiment-file", change: () => commands.ask("open", { file: this.file.value }) });
    this.seed = el("input.short", { id: "experiment-seed", type: "number", min: "0", step: "1", inputmode: "numeric", change: () => this.setSeed() });
    this.description = el("p.quiet");
    this.byHand = el("p.hint", { hidden: true });
    this.lastRun = el("p.last-run", { hidden: true });
    this.arm = new ArmPanel(store, commands);
    this.flow = new ActionButtons(commands, [
      { what: "prepare", label: "Prepare", tip: "puts robot and target where the experiment starts them" },
      { what: "preview", label: "Preview", tip: "predicts the run, as the controller will" },
      { what: "arm", label: "Arm…", tip: "first of two steps" },
      { what: "run", label: "Run", primary: true, tip: "starts the phases" },
    ]);
    this.during = new ActionButtons(commands, [
      { what: "pause", label: "Pause", tip: "holds the arm" },
      { what: "resume", label: "Resume", tip: "goes on where it was" },
      { what: "skip", label: "Skip", tip: "ends this phase, the next begins" },
      { what: "abort", label: "Abort", tip: "ends the run, the arm is held" },
    ]);
    this.after = new ActionButtons(commands, [
      { what: "acknowledge", label: "Acknowledge", tip: "once the cause is gone" },
      { what: "disarm", label: "Disarm", tip: "switches the drives off" },
    ]);
    this.record = new ActionButtons(commands, [{ what: "record", label: "Record", tip: "a log of what goes on between runs" }]);
    this.recordEnd = new ActionButtons(commands, [{ what: "record_end", label: "End recording", tip: "the events say where the log is" }]);
    this.recorded = el("p.hint", { hidden: true });
    this.element = card("Experiment",
      el("div.fields", {},
        el("div.field.wide", {}, el("label", { for: "experiment-file", text: "File" }), this.file),
        el("div.field", {}, el("label", { for: "experiment-seed", text: "Seed" }), this.seed)),
      this.description, this.byHand,
      this.flow.element, this.arm.element, this.during.element, this.after.element, this.recorded, this.record.element, this.recordEnd.element, this.lastRun);
    this.element.classList.add("experiment-card");
  }

  setSeed() {
    const seed = Number(this.seed.value);
    if (Number.isInteger(seed) && seed >= 0) this.commands.ask("seed", { seed });
  }

  onDesk(desk) {
    const experiment = desk.experiment ?? {};
    this.showFiles(desk.experiments ?? [], experiment.file);
    if (document.activeElement !== this.seed && experiment.seed !== undefined) this.seed.value = experiment.seed ?? "";
    this.file.disabled = this.commands.whyNot("open") !== "";
    this.seed.disabled = this.commands.whyNot("seed") !== "";
    setText(this.description, experiment.description ?? "");
    setHidden(this.byHand, !desk.prepare_by_hand);
    setText(this.byHand, desk.prepare_by_hand ? `By hand: ${desk.prepare_by_hand}` : "");
    for (const group of [this.flow, this.during, this.after, this.record, this.recordEnd]) group.update();
    setHidden(this.record.element, desk.kind !== "operate" || Boolean(desk.recording));
    setHidden(this.recordEnd.element, !desk.recording);
    setHidden(this.recorded, !desk.recording);
    setText(this.recorded, desk.recording ? `Recording ${desk.recording}` : "");
    const recording = desk.kind === "replay";
    this.during.label("resume", recording ? "Play on" : "Resume");
    this.flow.label("run", recording ? "Play from the beginning" : "Run");
    this.arm.onDesk(desk);
    this.showLastRun(desk.last_run);
  }

  showFiles(files, chosen) {
    const known = files.some((entry) => entry.file === chosen) || !chosen ? files : [{ file: chosen, name: chosen }, ...files];
    keepChildren(this.file, known, (entry) => entry.file, (entry) => el("option", { value: entry.file }),
      (option, entry) => {
        const alone = known.filter((other) => other.name === entry.name).length === 1;
        setText(option, entry.name && alone ? words(entry.name) : entry.file);
      });
    if (document.activeElement !== this.file && chosen) this.file.value = chosen;
  }

  showLastRun(last) {
    setHidden(this.lastRun, !last?.name);
    if (!last?.name) return;
    const { word, result } = outcome(last);
    this.lastRun.replaceChildren(
      el("span.tag", { "data-result": result, text: word }),
      ` Last run: ${last.text ?? ""} `,
      el("a", { href: "#runs", text: "look at it" }));
  }
}
