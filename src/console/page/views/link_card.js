// The link to the servo boards: whether it works, and where its losses come from.
import { card, el, factList, setAttribute, setHidden, setText } from "../parts/dom.js";
import { fixed, withUnit, words } from "../parts/format.js";

const kRows = [
  ["connection", (h) => (h.connected ? "connected" : "not connected")],
  ["board", (h) => (h.identified ? `protocol ${h.board_protocol_version}, ${h.board_joint_count} joints` : "not yet identified")],
  ["security", (h) => (h.secured ? "secured by a key" : h.has_key ? "key not yet in use" : "no key")],
  ["round trip", (h) => withUnit(h.round_trip_ns / 1e6, 1, "ms")],
  ["shortest, mean", (h) => `${fixed(h.shortest_round_trip_ns / 1e6, 1)}, ${withUnit(h.mean_round_trip_ns / 1e6, 1, "ms")}`],
  ["sent, received", (h) => `${fixed(h.sent, 0)}, ${fixed(h.received, 0)}`],
  ["lost, last minute", (h) => `${fixed(h.lost, 0)}, ${fixed(h.recent_loss * 100, 1)} %`],
  ["rejected by this side", (h) => rejects(h.rejects)],
  ["rejected by the board", (h) => rejects(h.board_rejects)],
  ["reconnected, restarted", (h) => `${fixed(h.reconnects, 0)}, ${fixed(h.board_restarts, 0)}`],
];

function rejects(counts) {
  const named = Object.entries(counts ?? {}).filter(([, count]) => count > 0);
  return named.length === 0 ? "none" : named.map(([name, count]) => `${words(name)} ${fixed(count, 0)}`).join(", ");
}

export class LinkCard {
  constructor({ store }) {
    this.store = store;
    this.diagnosis = el("p.diagnosis", { role: "status" });
    this.none = el("p.quiet", { text: "The link has not told anything yet." });
    this.facts = factList(kRows.map(([label]) => label));
    this.facts.element.classList.add("live-data");
    this.element = card("Link to the servo boards", this.diagnosis, this.none, this.facts.element);
  }

  onSlow() {
    const record = this.store.link.value;
    setHidden(this.none, record !== null);
    setHidden(this.facts.element, record === null);
    setHidden(this.diagnosis, record === null);
    if (!record) return;
    const bad = record.diagnosis !== "" || !record.health.connected;
    setAttribute(this.diagnosis, "data-result", bad ? "failed" : "passed");
    setText(this.diagnosis, record.diagnosis || (record.health.connected ? "The link is in order." : "The link is down: check cable, port and the board's supply."));
    for (const [label, read] of kRows) this.facts.set(label, read(record.health));
  }
}
