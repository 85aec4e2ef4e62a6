// What has happened and what was asked, newest first.
import { card, el } from "../parts/dom.js";
import { clock, fixed } from "../parts/format.js";

const kKinds = { fact: "", warning: "warning", alarm: "alarm" };

export class EventsCard {
  constructor({ store }) {
    this.store = store;
    this.list = el("ol.events", { tabindex: "0", "aria-label": "Events, newest first" });
    this.none = el("p.quiet", { text: "Nothing has happened yet." });
    this.element = card("Events", this.none, this.list);
    this.element.classList.add("events-card");
    for (const note of store.notes) this.add(note);
    store.noteListeners.push((note) => this.add(note));
  }

  add(note) {
    this.none.hidden = true;
    const kind = kKinds[note.kind] ?? "";
    const text = note.text ?? "";
    // The same again, as while something is dragged, does not push others out of sight.
    const again = this.newest?.kind === note.kind && this.newest.text === text;
    const times = again ? this.newest.times + 1 : 1;
    const row = el("li", { "data-kind": note.kind },
      el("span.event-time", { text: `${clock(note.arrivedAt ?? new Date())}  ${fixed(note.time_s, 1)} s` }),
      el("span.event-text", {}, kind ? el("b", { text: `${kind}: ` }) : "", text, times > 1 ? el("small", { text: ` (${times} times)` }) : ""));
    if (again) this.list.firstElementChild.remove();
    this.list.prepend(row);
    this.newest = { kind: note.kind, text, times };
    while (this.list.children.length > 300) this.list.lastElementChild.remove();
  }
}
