// A row of buttons that ask for something. One that cannot be used says why, in the words under the row and to screen readers.
import { el, setAttribute, setText } from "../parts/dom.js";

let rows = 0;

export class ActionButtons {
  /** @param {{what: string, label: string, primary?: boolean, tip?: string, request?: () => object}[]} actions */
  constructor(commands, actions) {
    this.commands = commands;
    this.reasons = el("p.reasons", { id: `reasons-${++rows}` });
    this.buttons = actions.map((action) => {
      const button = el(action.primary ? "button.primary" : "button", {
        type: "button", "data-action": action.what, title: action.tip ?? null, text: action.label, "aria-describedby": this.reasons.id,
      });
      button.addEventListener("click", () => this.press(button, action));
      return { ...action, button };
    });
    this.element = el("div.actions", {}, el("div.buttons", {}, ...this.buttons.map((entry) => entry.button)), this.reasons);
    this.update();
  }

  label(what, text) {
    const entry = this.buttons.find((known) => known.what === what);
    entry.label = text;
    setText(entry.button, text);
  }

  async press(button, action) {
    if (this.commands.whyNot(action.what) !== "") return;
    button.dataset.busy = "yes";
    await this.commands.ask(action.what, action.request?.() ?? {});
    delete button.dataset.busy;
  }

  /** Buttons stay reachable by keyboard when they cannot be used, so that the reason can be read. */
  update() {
    const byReason = new Map();
    for (const { what, label, button } of this.buttons) {
      const reason = this.commands.whyNot(what);
      setAttribute(button, "aria-disabled", reason ? "true" : "false");
      setAttribute(button, "data-reason", reason || null);
      if (reason) byReason.set(reason, [...(byReason.get(reason) ?? []), label.replace("…", "")]);
    }
    setText(this.reasons, [...byReason].map(([reason, labels]) => `${labels.join(", ")}: ${reason}`).join(" · "));
  }
}
