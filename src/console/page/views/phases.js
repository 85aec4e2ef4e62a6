// The experiment's phases, with result and time.
import { card, el, keepChildren, setAttribute, setHidden, setText } from "../parts/dom.js";
import { quantities, words, withUnit } from "../parts/format.js";

export class PhasesCard {
  constructor() {
    this.body = el("tbody");
    this.table = el("table.phases", {},
      el("thead", {}, el("tr", {}, ...["", "Phase", "Result", "Time"].map((text, i) => el("th", { scope: "col", class: i === 3 ? "num" : null }, i === 0 ? el("span.visually-hidden", { text: "Number" }) : text)))),
      this.body);
    this.element = card("Phases", this.table);
    this.element.classList.add("phases-card");
  }

  onDesk(desk) {
    const phases = desk.experiment?.phases ?? [];
    setHidden(this.element, phases.length === 0);
    keepChildren(this.body, phases, (phase) => phase.number, makeRow, updateRow);
    for (const row of this.body.children) {
      setAttribute(row, "aria-current", row.dataset.status === "running" ? "step" : null);
    }
  }
}

function makeRow(phase) {
  return el("tr", {}, el("td.num", { text: String(phase.number + 1) }),
    el("td", {}, el("span.phase-name"), el("small.phase-detail")), el("td", {}, el("span.tag")), el("td.num.phase-time"));
}

function updateRow(row, phase) {
  setAttribute(row, "data-status", phase.status);
  setText(row.querySelector(".phase-name"), words(phase.name || phase.kind));
  const tag = row.querySelector(".tag");
  setAttribute(tag, "data-result", phase.status);
  setText(tag, words(phase.status));
  setText(row.querySelector(".phase-time"), withUnit(phase.time_s, 1, "s"));
  const detail = row.querySelector(".phase-detail");
  const text = [phase.reason, ...quantities(phase.numbers)].filter(Boolean).join(" · ");
  setText(detail, text);
  setHidden(detail, text === "");
}
