// Moving by hand: each joint, and the hand along the table's axes. Everything runs only while it is held.
import { card, el, keepChildren, setAttribute, setText, sign } from "../parts/dom.js";
import { Jog } from "../commands/jog.js";
import { withUnit } from "../parts/format.js";

const kArrows = [
  { way: [0, 1], label: "Hand away, +y", sign: "up", place: "n" },
  { way: [-1, 0], label: "Hand left, −x", sign: "left", place: "w" },
  { way: [1, 0], label: "Hand right, +x", sign: "right", place: "e" },
  { way: [0, -1], label: "Hand near, −y", sign: "down", place: "s" },
];

export class JogCard {
  constructor({ store, commands }) {
    this.store = store;
    this.commands = commands;
    this.jog = new Jog(commands);
    this.reason = el("p.reasons", { id: "jog-reason" });
    this.jointRate = makeSpeed("jog-rate", "Joints", 1, 30, 10, "°/s");
    this.handSpeed = makeSpeed("jog-speed", "Hand", 1, 100, 20, "mm/s");
    this.joints = el("div.jog-joints");
    this.pad = el("div.jog-pad", { role: "group", "aria-label": "Jog the hand" });
    for (const arrow of kArrows) this.pad.append(this.makeArrow(arrow));
    this.element = card("Jog", el("p.quiet", { text: "Runs while held: pointer, or Enter on the button." }),
      this.jointRate.element, this.handSpeed.element, el("div.jog-grid", {}, this.joints, this.pad), this.reason);
    this.element.classList.add("jog-card");
  }

  makeArrow({ way, label, sign: name, place }) {
    const button = el("button.hold", { type: "button", "aria-label": label, "data-place": place, "data-jog": `hand-${place}`, "aria-describedby": this.reason.id }, sign(name));
    this.jog.bind(button, "jog_hand", () => ({ vx_mm_s: way[0] * this.handSpeed.value, vy_mm_s: way[1] * this.handSpeed.value }));
    return button;
  }

  makeJoint(joint) {
    const row = el("div.jog-joint", { role: "group", "aria-label": `Joint ${joint}` });
    const button = (direction, name) => {
      const hold = el("button.hold", {
        type: "button", "aria-label": `Joint ${joint} ${direction > 0 ? "counter-clockwise, +" : "clockwise, −"}`,
        "data-jog": `joint-${joint}${direction > 0 ? "+" : "-"}`, "aria-describedby": this.reason.id,
      }, sign(name));
      this.jog.bind(hold, "jog_joint", () => ({ joint, rate_deg_s: direction * this.jointRate.value }));
      return hold;
    };
    row.append(button(-1, "clockwise"), el("span.jog-name", {}, `Joint ${joint}`, el("small.jog-angle.live-data")), button(1, "counter"));
    return row;
  }

  onDesk(desk) {
    const count = desk.robot?.joint_count ?? 0;
    keepChildren(this.joints, Array.from({ length: count }, (_, i) => i + 1), (joint) => joint, (joint) => this.makeJoint(joint), () => {});
    if (desk.robot?.max_joint_rate_deg_s > 0) this.jointRate.limit(desk.robot.max_joint_rate_deg_s);
    const reason = this.commands.whyNot("jog");
    setText(this.reason, reason ? `Jog: ${reason}` : "");
    for (const button of this.element.querySelectorAll(".hold")) setAttribute(button, "aria-disabled", reason ? "true" : "false");
    if (reason) this.jog.end();
  }

  /** The numbers, a few times a second. */
  onSlow() {
    const rows = this.joints.children;
    for (let i = 0; i < rows.length; ++i) {
      setText(rows[i].querySelector(".jog-angle"), withUnit(this.store.history.newest(`joint_${i + 1}`), 1, "°"));
    }
  }
}

function makeSpeed(id, label, low, high, value, unit) {
  const range = el("input", { id, type: "range", min: String(low), max: String(high), step: "1", value: String(value) });
  const said = el("output", { for: id, text: `${value} ${unit}` });
  range.addEventListener("input", () => setText(said, `${range.value} ${unit}`));
  return {
    element: el("div.speed", {}, el("label", { for: id, text: label }), range, said),
    get value() { return Number(range.value); },
    limit(most) {
      if (range.max === String(Math.floor(most))) return;
      range.max = String(Math.floor(most));
      setText(said, `${range.value} ${unit}`);
    },
  };
}
