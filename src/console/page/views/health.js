// What is wrong, what to do about it, and what has happened.
import { card, el, keepChildren, setHidden, setText, sign } from "../parts/dom.js";
import { words } from "../parts/format.js";
import { BringUpCard } from "./bring_up.js";
import { ChecklistCard } from "./checklist.js";
import { EventsCard } from "./events.js";
import { LinkCard } from "./link_card.js";
import { MarkerPathCard } from "./marker_path_card.js";

class FaultsCard {
  constructor() {
    this.list = el("ul.faults");
    this.none = el("p.all-well", {}, sign("good"), el("span", { text: "No fault." }));
    this.element = card("Faults", this.none, this.list);
  }

  onDesk(desk) {
    const faults = desk.faults ?? [];
    setHidden(this.none, faults.length > 0);
    setHidden(this.list, faults.length === 0);
    keepChildren(this.list, faults, (fault) => fault.name, makeFault, updateFault);
  }
}

function makeFault() {
  return el("li", {}, sign("bad"), el("div", {}, el("b.fault-name"), " ", el("span.tag"), el("span.fault-text"), el("span.remedy")));
}

function updateFault(row, fault) {
  setText(row.querySelector(".fault-name"), words(fault.name));
  const tag = row.querySelector(".tag");
  tag.dataset.result = fault.latched ? "failed" : "observed";
  setText(tag, fault.latched ? "latched until acknowledged" : "seen now");
  setText(row.querySelector(".fault-text"), fault.text ?? "");
  setText(row.querySelector(".remedy"), fault.remedy ? `To mend: ${fault.remedy}` : "");
}

export class HealthView {
  name = "health";
  title = "Health";

  constructor(context) {
    this.cards = [new FaultsCard(), new ChecklistCard(), new LinkCard(context),
      new MarkerPathCard("Markers from another computer", context.store.markerPath),
      new MarkerPathCard("Target's markers from another computer", context.store.targetPath), new BringUpCard(context), new EventsCard(context)];
    // The checklist stands in the view "Operate" as well.
    this.cards[1].element.querySelector("h2").id = "card-health-checklist";
    this.cards[1].element.setAttribute("aria-labelledby", "card-health-checklist");
    this.element = el("div.columns.health", {},
      el("div.side", {}, ...this.cards.slice(0, -1).map((part) => part.element)), this.cards.at(-1).element);
  }

  show() {
    for (const part of this.cards) part.show?.();
  }

  hide() {
    for (const part of this.cards) part.hide?.();
  }

  onDesk(desk) {
    for (const part of this.cards) part.onDesk?.(desk);
  }

  onSlow(now) {
    for (const part of this.cards) part.onSlow?.(now);
  }
}
