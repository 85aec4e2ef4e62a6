// Before a run: what is in order, and what is not, with how it is mended.
import { card, el, keepChildren, setAttribute, setHidden, setSign, setText, sign } from "../parts/dom.js";
import { words } from "../parts/format.js";

export class ChecklistCard {
  constructor() {
    this.list = el("ul.checks");
    this.sum = el("span.sum");
    this.element = card("Checklist", this.list);
    this.element.querySelector("h2").append(this.sum);
  }

  onDesk(desk) {
    const checks = desk.checklist ?? [];
    const open = checks.filter((check) => !check.ok).length;
    setText(this.sum, checks.length === 0 ? "" : open === 0 ? "all in order" : `${open} to mend`);
    setAttribute(this.sum, "data-result", open === 0 ? "passed" : "failed");
    keepChildren(this.list, checks, (check) => check.name, makeRow, updateRow);
  }
}

function makeRow() {
  return el("li", {}, sign("good"), el("div", {}, el("b.check-name"), " ", el("span.check-text"), el("span.remedy")));
}

function updateRow(row, check) {
  setAttribute(row, "data-ok", check.ok ? "yes" : "no");
  setSign(row.querySelector(".sign"), check.ok ? "good" : "bad");
  setText(row.querySelector(".check-name"), words(check.name));
  setText(row.querySelector(".check-text"), `${check.ok ? "" : "not in order: "}${check.text ?? ""}`);
  const remedy = row.querySelector(".remedy");
  setHidden(remedy, check.ok || !check.remedy);
  setText(remedy, check.remedy ? `To mend: ${check.remedy}` : "");
}
