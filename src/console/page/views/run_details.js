// What can be done with a chosen run: read its report, write a note, replay it, ask what would have been.
import { card, el, setAttribute, setHidden, setText } from "../parts/dom.js";
import { moment, quantity } from "../parts/format.js";

export class RunDetails {
  constructor({ commands }) {
    this.commands = commands;
    this.run = null;
    this.asked = null; // "replay" or "what_if": which of them the desk's answer is of
    this.name = el("p.run-chosen");
    this.report = el("a.button", { target: "_blank", rel: "noopener", text: "Open the report" });
    this.replayed = el("p.answer", { role: "status", hidden: true });
    this.verify = el("button", { type: "button", "data-action": "replay", text: "Verify by replay", click: () => this.replay() });
    this.numbers = el("dl.facts");
    this.notes = el("ul.notes");
    this.noteText = el("input", { id: "note-text", type: "text", maxlength: "400", autocomplete: "off" });
    this.noteText.addEventListener("keydown", (event) => { if (event.key === "Enter") this.addNote(); });
    this.noteButton = el("button", { type: "button", "data-action": "note", text: "Add note", click: () => this.addNote() });
    this.settings = el("textarea", { id: "what-if-settings", rows: "2", spellcheck: "false", placeholder: "guidance.position_gain_per_s=4" });
    this.whatIfButton = el("button", { type: "button", "data-action": "what_if", text: "What if", click: () => this.whatIf() });
    this.whatIfAnswer = el("p.answer", { role: "status", hidden: true });
    this.whatIfNumbers = el("dl.facts.run-details-what-if");
    this.whatIfPage = el("a.button", { target: "_blank", rel: "noopener", text: "Open the comparison", hidden: true });
    this.reason = el("p.reasons");
    this.element = card("Chosen run", this.name, el("div.buttons", {}, this.report, this.verify), this.replayed, this.numbers,
      el("h3", { text: "Notes" }), this.notes,
      el("div.field.row", {}, el("label.visually-hidden", { for: "note-text", text: "Note to this run" }), this.noteText, this.noteButton),
      el("h3", { text: "What if" }),
      el("div.field", {}, el("label", { for: "what-if-settings", text: "The controller again on this run, with these settings changed, one a line" }), this.settings),
      el("div.buttons", {}, this.whatIfButton, this.whatIfPage), this.whatIfAnswer, this.whatIfNumbers, this.reason);
    setHidden(this.element, true);
  }

  show(run) {
    const other = run?.name !== this.run?.name;
    this.run = run;
    setHidden(this.element, run === null);
    if (!run) return;
    setText(this.name, run.name);
    setAttribute(this.report, "href", `/runs/${encodeURIComponent(run.name)}/report.html`);
    this.numbers.replaceChildren(...factRows(run.numbers));
    this.notes.replaceChildren(...(run.notes ?? []).map((note) => el("li", { text: typeof note === "string" ? note : `${note.text} (${[note.by, moment(note.at)].filter(Boolean).join(", ")})` })));
    if (other) {
      for (const part of [this.replayed, this.whatIfAnswer, this.whatIfNumbers, this.whatIfPage]) setHidden(part, true);
      this.asked = null;
      this.noteText.value = "";
    }
  }

  onDesk(desk) {
    const reason = this.commands.whyNot("note");
    for (const button of [this.verify, this.noteButton, this.whatIfButton]) setAttribute(button, "aria-disabled", reason ? "true" : "false");
    setText(this.reason, reason ? `Replay, notes, what if: ${reason}` : "");
    const work = desk.what_if;
    if (work?.run !== this.run?.name || !this.asked || work.status === "none") return;
    const verified = work.result?.verify === true;
    if (work.status === "done" && verified !== (this.asked === "replay")) return; // of what was asked before
    const [answer, numbers] = this.asked === "replay" ? [this.replayed, null] : [this.whatIfAnswer, this.whatIfNumbers];
    setHidden(answer, false);
    setText(answer, work.status === "working" ? "Working…" : work.text ?? "");
    setAttribute(answer, "data-result", work.status === "failed" ? "failed" : work.status === "done" ? "passed" : null);
    if (!numbers) return;
    setHidden(numbers, false);
    const { page, ...result } = work.result ?? {};
    numbers.replaceChildren(...factRows(result));
    setHidden(this.whatIfPage, !page);
    setAttribute(this.whatIfPage, "href", page ? `/runs/${encodeURIComponent(this.run.name)}/${page}` : null);
  }

  async replay() {
    if (!this.run || this.commands.whyNot("note")) return;
    const { name } = this.run;
    const answer = await this.commands.ask("replay", { run: name });
    if (answer.done) this.asked = "replay"; // how it comes out, the desk's state says
    if (this.run?.name !== name) return;
    setHidden(this.replayed, false);
    setText(this.replayed, answer.words);
    setAttribute(this.replayed, "data-result", answer.done ? null : "failed");
  }

  async addNote() {
    const text = this.noteText.value.trim();
    if (!this.run || text === "" || this.commands.whyNot("note")) return;
    const answer = await this.commands.ask("note", { run: this.run.name, text });
    if (answer.done) this.noteText.value = "";
  }

  async whatIf() {
    const settings = this.settings.value.split("\n").map((line) => line.trim()).filter(Boolean);
    if (!this.run || settings.length === 0 || this.commands.whyNot("note")) return;
    const answer = await this.commands.ask("what_if", { run: this.run.name, settings });
    if (answer.done) this.asked = "what_if";
  }
}

function factRows(numbers) {
  return Object.entries(numbers ?? {}).flatMap(([key, value]) => {
    if (value !== null && typeof value === "object") return [];
    const { name, text } = quantity(key, value);
    return [el("dt", { text: name }), el("dd.number", { text })];
  });
}
