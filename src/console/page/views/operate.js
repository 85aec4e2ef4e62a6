// The view that is in front while the robot is operated: the table, and beside it all that is done with it.
import { el, setAttribute } from "../parts/dom.js";
import { ChecklistCard } from "./checklist.js";
import { ExperimentCard } from "./experiment.js";
import { JogCard } from "./jog_card.js";
import { KeyNumbers } from "./key_numbers.js";
import { PhasesCard } from "./phases.js";
import { SettingsCard } from "./settings.js";
import { TopView } from "./top_view.js";

export class OperateView {
  name = "operate";
  title = "Operate";

  constructor(context) {
    this.top = new TopView(context);
    this.numbers = new KeyNumbers(context);
    this.jog = new JogCard(context);
    this.cards = [new ExperimentCard(context), new ChecklistCard(), new PhasesCard(), this.jog, new SettingsCard(context)];
    this.side = el("div.operate-side", {}, ...this.cards.map((part) => part.element));
    this.element = el("div.operate", {}, el("div.operate-left", {}, this.top.element, this.numbers.element), this.side);
  }

  onDesk(desk) {
    setAttribute(this.side, "data-mode", desk.mode ?? null); // in a run its phases come before the checklist
    for (const part of [this.top, ...this.cards]) part.onDesk(desk);
  }

  endJog() {
    this.jog.jog.end();
  }

  onFrame(now) {
    this.top.onFrame(now);
  }

  onSlow() {
    this.numbers.onSlow();
    for (const part of this.cards) part.onSlow?.();
  }
}
