// The second step of arming: ARM is typed, within the time that the program gives.
import { el, setHidden, setText } from "../parts/dom.js";

export class ArmPanel {
  constructor(store, commands) {
    this.store = store;
    this.commands = commands;
    this.left = el("span.arm-left");
    this.text = el("input", { id: "arm-text", type: "text", autocomplete: "off", spellcheck: "false", maxlength: "8" });
    this.text.addEventListener("keydown", (event) => { if (event.key === "Enter") this.confirm(); });
    this.text.addEventListener("input", () => this.update());
    this.button = el("button.danger", { type: "button", "data-action": "arm_confirm", text: "Energise the drives", click: () => this.confirm() });
    this.element = el("div.arm-panel", { role: "group", "aria-label": "Confirm arming", hidden: true },
      el("label", { for: "arm-text" }, "Nobody’s hands at the robot? Type ", el("b", { text: "ARM" }), " to energise the drives. ", this.left),
      el("div.buttons", {}, this.text, this.button));
  }

  get ready() {
    return this.text.value === "ARM";
  }

  confirm() {
    if (!this.ready) {
      this.text.focus();
      return;
    }
    this.commands.ask("arm_confirm", { text: this.text.value });
    this.text.value = "";
  }

  onDesk(desk) {
    const asked = desk.arming?.seconds_left > 0 && this.commands.hasLease;
    const appears = asked && this.element.hidden;
    setHidden(this.element, !asked);
    if (!asked) this.text.value = "";
    if (appears) this.text.focus();
    setText(this.left, asked ? `${Math.ceil(desk.arming.seconds_left)} s left.` : "");
    this.update();
  }

  update() {
    this.button.setAttribute("aria-disabled", this.ready ? "false" : "true");
  }
}
