// The top bar: the robot's state as a word, a colour and a shape; what it is doing; the time; whether all this is live.
import { setAttribute, setHidden, setSign, setText } from "../parts/dom.js";
import { clock, duration, words } from "../parts/format.js";

/** What each state of the supervisor means to whoever stands at the table. */
const kStates = {
  disarmed: { word: "DISARMED", sign: "ring", says: "drives off" },
  ready: { word: "READY", sign: "disc", says: "ready to be armed, drives off" },
  armed: { word: "ARMED", sign: "diamond", says: "drives on, not moving" },
  active: { word: "MOVING", sign: "play", says: "keep hands off" },
  hold: { word: "HOLD", sign: "pause", says: "drives on, held still" },
  fault: { word: "FAULT", sign: "bad", says: "drives off until acknowledged" },
  stopped: { word: "STOPPED", sign: "octagon", says: "until acknowledged" },
};

export class StateBar {
  constructor(store, connection) {
    this.store = store;
    this.connection = connection;
    const find = (id) => document.getElementById(id);
    [this.state, this.word, this.detail, this.shape] = [find("state"), find("state-word"), find("state-detail"), find("state-shape")];
    [this.doing, this.where, this.link, this.linkWords, this.time] = [find("doing"), find("where"), find("link"), find("link-words"), find("clock")];
    this.banner = find("stale");
  }

  onSlow(now) {
    const freshness = this.store.connected || this.store.cycle.value !== null ? this.store.freshness : "never";
    setAttribute(document.body, "data-fresh", freshness);
    const since = clock(this.store.cycle.arrivedAt);
    const state = this.store.connected ? kStates[this.store.supervisor] : null;
    if (freshness === "stale") this.showState("none", "NO DATA", `since ${since}${state ? `, was ${state.word}` : ""}`, "none");
    else if (!state) this.showState("none", this.store.connected ? "WAITING" : "NO LINK", this.store.connected ? "for the robot’s state" : "to the program", "none");
    else this.showState(this.store.supervisor, state.word, this.store.isRecording ? "as it was recorded" : state.says, state.sign);
    this.showDoing();
    this.showLink(freshness, since, now);
    setText(this.time, clock(new Date()));
  }

  showState(name, word, detail, shape) {
    setAttribute(this.state, "data-state", name);
    setText(this.word, word);
    setText(this.detail, detail);
    setSign(this.shape, shape);
  }

  showDoing() {
    const desk = this.store.desk;
    const phases = desk?.experiment?.phases ?? [];
    const running = phases.find((phase) => phase.status === "running");
    const mode = this.store.isRecording ? `recording, ${desk.mode === "running" ? "playing" : words(desk.mode ?? "")}` : words(desk?.mode ?? "");
    setText(this.doing, running ? `${words(running.name || running.kind)} (${running.number + 1} of ${phases.length})` : mode);
    const place = [desk?.experiment?.name, desk?.testbed && `${desk.testbed}${desk.simulated ? ", simulated" : ""}`];
    setText(this.where, [mode && running ? mode : "", ...place].filter(Boolean).map(words).join(" · "));
  }

  showLink(freshness, since) {
    const runTime = this.store.cycle.value ? duration(this.store.cycle.value.now_ns / 1e9) : "";
    const words = !this.store.connected ? "no connection" : freshness === "live" ? `${this.store.isRecording ? "recording" : "live"} · ${runTime}` : freshness === "stale" ? "connected, no data" : "connected";
    setText(this.linkWords, words);
    setAttribute(this.link, "data-link", !this.store.connected ? "lost" : freshness);
    const stale = freshness === "stale" || !this.store.connected;
    setHidden(this.banner, !stale);
    if (!stale) return;
    const what = this.store.connected ? "The program is connected, but the robot’s loop is silent." : "Connecting again by itself.";
    const reason = this.connection.closedBecause ? ` The program said: ${this.connection.closedBecause}.` : "";
    setText(this.banner, `${freshness === "stale" ? `No data since ${since}. ` : "No data yet. "}${what}${this.store.connected ? "" : reason}`);
  }
}
