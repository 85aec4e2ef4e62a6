// STOP: from everywhere, at any time, without token or lease. It is asked again and again until the robot's state says
// that it is stopped, also over a connection that comes back.
import { setAttribute, setText } from "../parts/dom.js";

const kAgainMs = 300;
const kGiveUpMs = 8000;
const kRecording = "A recording: STOP pauses it, there is no robot to stop.";
const kSafety = "Not a substitute for the hardwired emergency stop.";

export class Stop {
  /** @param {HTMLButtonElement} button @param {HTMLElement} note the words under it */
  constructor(connection, store, button, note, tell) {
    this.connection = connection;
    this.store = store;
    this.button = button;
    this.word = button.querySelector(".stop-word");
    this.note = note;
    this.tell = tell;
    this.since = null; // performance.now() when it was pressed, null: not under way
    this.sent = -Infinity;
    this.onPress = () => {};
    button.addEventListener("click", () => this.press());
    setInterval(() => this.goOn(), 50);
  }

  get underWay() {
    return this.since !== null;
  }

  press() {
    this.since = performance.now();
    this.onPress();
    this.send();
    this.show();
  }

  async send() {
    this.sent = performance.now();
    const pressed = this.since;
    const answer = await this.connection.call("stop", {});
    if (pressed !== this.since || answer.done) return;
    this.tell("stop", answer);
  }

  goOn() {
    if (this.underWay) {
      const now = performance.now();
      if (this.confirmed) this.since = null;
      else if (now - this.since > kGiveUpMs && this.store.freshness === "live") this.giveUp();
      else if (now - this.sent > kAgainMs) this.send();
    }
    this.show();
  }

  /** What the robot said before STOP was pressed is no answer to it. */
  get confirmed() {
    const said = Math.max(this.store.cycle.arrivedMs, this.store.deskArrivedMs);
    return said > this.since && this.store.connected && (this.store.supervisor === "stopped" || this.nothingMoves);
  }

  /** A recording that rests, or one run that is over. */
  get nothingMoves() {
    const desk = this.store.desk;
    return (desk?.kind === "replay" && desk.mode !== "running") || (desk?.kind === "run" && desk.mode === "finished");
  }

  giveUp() {
    this.since = null;
    this.tell("stop", { done: false, words: "STOP was not confirmed. Use the hardwired emergency stop." });
  }

  show() {
    const stopped = this.store.connected && !this.store.isRecording && this.store.supervisor === "stopped";
    setText(this.word, this.underWay ? "stopping…" : "STOP");
    setAttribute(this.button, "data-state", this.underWay ? "stopping" : stopped ? "stopped" : "ready");
    if (!this.store.connected) setText(this.note, "NO CONNECTION: use the hardwired emergency stop.");
    else setText(this.note, this.store.isRecording ? kRecording : kSafety);
    setAttribute(this.note, "data-alarm", this.store.connected ? null : "yes");
  }
}
