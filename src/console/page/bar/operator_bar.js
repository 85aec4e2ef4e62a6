// Who has control, and how it changes hands.
import { el, setHidden, setText } from "../parts/dom.js";

const kNameKey = "freefloat.name";
const kAliveMs = 3000; // control is lost after 10 s of silence

function storedName() {
  try {
    return localStorage.getItem(kNameKey) ?? "";
  } catch {
    return "";
  }
}

export class OperatorBar {
  constructor(store, connection, commands) {
    this.store = store;
    this.commands = commands;
    this.who = document.getElementById("operator");
    this.name = el("input", { id: "operator-name", type: "text", maxlength: "40", autocomplete: "off", placeholder: "your name", "aria-label": "Your name", value: storedName() });
    this.name.addEventListener("keydown", (event) => { if (event.key === "Enter") this.press(); });
    this.button = el("button", { type: "button", id: "operator-button", click: () => this.press() });
    this.form = document.getElementById("operator-form");
    this.form.append(this.name, this.button);
    this.does = null;
    setInterval(() => {
      if (commands.hasLease) connection.send(JSON.stringify({ op: "getParameters", parameterNames: ["-"], id: "alive" }));
    }, kAliveMs);
  }

  press() {
    if (this.does === "lease_give") {
      this.commands.ask("lease_give");
      return;
    }
    const name = this.name.value.trim();
    if (name === "") {
      this.name.focus();
      return;
    }
    try {
      localStorage.setItem(kNameKey, name);
    } catch {
      // A browser that keeps nothing: the name is typed again next time.
    }
    this.commands.ask(this.does ?? "lease_take", { name });
  }

  onSlow() {
    const operator = this.store.desk?.operator;
    setHidden(this.form, !this.store.connected);
    const wanted = operator?.wanted_by;
    if (!this.store.connected || !this.store.desk) this.show("", "Take control", "lease_take", false);
    else if (operator?.you) this.show(wanted ? `${wanted} asks for control` : `${operator.name} (you) in control`, wanted ? `Give it to ${wanted}` : "Give up control", "lease_give", false);
    else if (operator?.name) this.show(`${operator.name} in control${operator.address ? `, ${operator.address}` : ""}`, wanted ? "Asked" : "Ask for control", "lease_ask", true);
    else this.show("Nobody in control", "Take control", "lease_take", true);
    this.who.dataset.alarm = wanted ? "yes" : "no";
  }

  show(who, label, does, needsName) {
    this.does = does;
    setText(this.who, who);
    setText(this.button, label);
    setHidden(this.name, !needsName);
  }
}
