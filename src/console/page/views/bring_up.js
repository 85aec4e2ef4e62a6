// From nothing to the first capture on one's own table: what is done, what was found, the command for what is next.
import { card, el, keepChildren, setAttribute, setHidden, setText } from "../parts/dom.js";

const kLookEveryMs = 3000; // files change by commands that are typed elsewhere
const kAgainMs = 300; // while it is read for the first time
const kResults = { done: "passed", failed: "failed", next: "running" };

export class BringUpCard {
  constructor(context) {
    this.connection = context.connection;
    this.shown = false;
    this.asked = -Infinity;
    this.offered = false; // a single run and a recording have no lab
    this.sum = el("span.sum");
    this.folder = el("p.quiet");
    this.list = el("ul.checks.steps");
    this.element = card("Bring-up", this.folder, this.list);
    this.element.querySelector("h2").append(this.sum);
    setHidden(this.element, true);
  }

  show() {
    this.shown = true;
    this.asked = -Infinity;
  }

  hide() { this.shown = false; }

  onDesk(desk) { this.offered = desk.kind === "operate"; }

  onSlow(now) {
    if (!this.shown || !this.offered || now - this.asked < kLookEveryMs) return;
    this.asked = now;
    this.look(now);
  }

  async look(now) {
    const answer = await this.connection.call("bring_up", {});
    if (answer.done) this.draw(answer.result);
    else if (this.element.hidden && /ask again/.test(answer.words)) this.asked = now - kLookEveryMs + kAgainMs;
  }

  draw(lab) {
    setHidden(this.element, false);
    const steps = lab.steps ?? [];
    const open = steps.filter((step) => step.state === "open" || step.state === "failed").length;
    setText(this.folder, lab.problem ?? `${lab.folder}: ${lab.done ? "all is done, and it has captured" : "the way to the first capture on your own table; the list is read from its files"}`);
    setText(this.sum, lab.problem ? "not readable" : open === 0 ? "done" : `${open} to do`);
    setAttribute(this.sum, "data-result", lab.problem ? "failed" : open === 0 ? "passed" : "changed");
    keepChildren(this.list, steps, (step) => step.step, makeRow, (row, step) => updateRow(row, step, lab));
  }
}

function makeRow() {
  return el("li", {}, el("span.tag"), el("div", {}, el("span.step-title"), el("span.step-found"), el("span.remedy"), el("pre.command")));
}

function updateRow(row, step, lab) {
  const isNext = step.step === lab.next;
  const word = isNext && step.state === "open" ? "next" : step.state;
  setAttribute(row, "data-state", word);
  const tag = row.querySelector(".tag");
  setText(tag, word);
  setAttribute(tag, "data-result", kResults[word] ?? null);
  setText(row.querySelector(".step-title"), step.title);
  setText(row.querySelector(".step-found"), step.found ?? "");
  const needs = row.querySelector(".remedy");
  setHidden(needs, !step.needs);
  setText(needs, step.needs ? `First: ${step.needs}` : "");
  const command = row.querySelector(".command");
  setHidden(command, !isNext || !lab.command);
  setText(command, isNext ? lab.command ?? "" : "");
}
