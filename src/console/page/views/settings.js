// Settings of this run beside those of the file: what differs stands first and is marked.
import { breakable, card, el, keepChildren, setAttribute, setHidden, setText } from "../parts/dom.js";

const kFew = 30; // so many are shown without being looked for

export class SettingsCard {
  constructor({ commands }) {
    this.commands = commands;
    this.settings = [];
    this.find = el("input", { id: "settings-find", type: "search", placeholder: "gain, limit… or key=value", autocomplete: "off", spellcheck: "false", input: () => this.show() });
    this.find.addEventListener("keydown", (event) => { if (event.key === "Enter") this.setTyped(); });
    this.sum = el("span.sum");
    this.body = el("tbody");
    this.none = el("p.quiet", { text: "As in the files. Type to find a setting." });
    this.reason = el("p.reasons");
    this.element = card("Settings of this run",
      el("div.field", {}, el("label", { for: "settings-find", text: "Find" }), this.find),
      el("div.settings-scroll", { tabindex: "0", role: "region", "aria-label": "Settings" }, el("table.settings", {},
        el("thead", {}, el("tr", {}, ...["Setting", "This run", "File"].map((text) => el("th", { scope: "col", text })))), this.body)),
      this.none, this.reason);
    this.element.querySelector("h2").append(this.sum);
  }

  onDesk(desk) {
    this.settings = desk.settings ?? [];
    const changed = this.settings.filter((setting) => setting.changed).length;
    setText(this.sum, changed ? `${changed} changed` : "");
    setAttribute(this.sum, "data-result", changed ? "changed" : null);
    this.show();
  }

  /** Settings that the list does not have are set by their key. */
  async setTyped() {
    const [key, ...value] = this.find.value.split("=").map((part) => part.trim());
    if (value.length === 0 || this.commands.whyNot("set") !== "") return;
    const answer = await this.commands.ask("set", { key, value: value.join("=") });
    if (answer.done) this.find.value = "";
  }

  show() {
    const find = this.find.value.trim().toLowerCase();
    const few = this.settings.length <= kFew;
    const shown = this.settings.filter((setting) => setting.changed || (find === "" ? few : setting.key.toLowerCase().includes(find.split("=")[0].trim())));
    shown.sort((a, b) => Number(b.changed) - Number(a.changed));
    const reason = this.commands.whyNot("set");
    setText(this.reason, reason ? `Settings: ${reason}` : "");
    setHidden(this.none, shown.length > 0);
    setHidden(this.body.parentElement, shown.length === 0);
    setText(this.none, find ? "No setting in the list has these letters; key=value and Enter sets any." : "As in the files. Type to find a setting.");
    keepChildren(this.body, shown.slice(0, 60), (setting) => setting.key, (setting) => this.makeRow(setting), (row, setting) => updateRow(row, setting, reason));
  }

  makeRow(setting) {
    const input = el("input", { type: "text", "aria-label": setting.key, autocomplete: "off", spellcheck: "false" });
    const send = () => {
      const value = input.value.trim();
      if (value === "" || value === input.dataset.value) return;
      this.commands.ask("set", { key: setting.key, value }).then((answer) => { if (!answer.done) input.value = input.dataset.value; });
    };
    input.addEventListener("change", send);
    const undo = el("button.small", { type: "button", "aria-label": `as in file: ${setting.key}`, text: "as in file" });
    undo.addEventListener("click", () => this.commands.ask("unset", { key: setting.key }));
    return el("tr", {}, el("th", { scope: "row" }, ...breakable(setting.key)), el("td", {}, input), el("td", {}, el("span.file-value"), undo));
  }
}

function updateRow(row, setting, reason) {
  setAttribute(row, "data-changed", setting.changed ? "yes" : "no");
  const input = row.querySelector("input");
  if (document.activeElement !== input) input.value = setting.value;
  input.dataset.value = setting.value;
  input.disabled = reason !== "";
  setText(row.querySelector(".file-value"), setting.file_value ?? "");
  const undo = row.querySelector("button");
  setHidden(undo, !setting.changed || reason !== "");
}
