// One run again, or two over each other: play, scrub, speed.
import { beginDrawing } from "../parts/canvas.js";
import { card, el, setHidden, setText, sign, setSign } from "../parts/dom.js";
import { drawTable, clipToTable } from "../parts/draw_ground.js";
import { drawHand, drawRobot, drawTarget, drawTargets, drawTrail } from "../parts/draw_robot.js";
import { fixed } from "../parts/format.js";
import { TableMap } from "../parts/table_map.js";
import { interpolate } from "./run_track.js";

const kLooks = [{ ink: "c1" }, { ink: "c5", ghost: true }];
const kAskAgainMs = 500;
const kSpeeds = [0.25, 0.5, 1, 2, 4, 8];

export class RunPlayer {
  constructor({ store, connection }) {
    this.store = store;
    this.connection = connection;
    this.tracks = []; // {name, track}
    this.now = 0;
    this.end = 0;
    this.playing = false;
    this.stamp = 0;
    this.canvas = el("canvas.top-canvas", { role: "img", "aria-label": "Chosen runs from above" });
    this.buttonSign = sign("play");
    this.buttonText = el("span", { text: "Play" });
    this.button = el("button.primary.play", { type: "button", click: () => this.toggle() }, this.buttonSign, this.buttonText);
    this.slider = el("input", { id: "run-time", type: "range", min: "0", max: "1", step: "any", value: "0", "aria-label": "Time of the run", input: () => { this.pause(); this.now = Number(this.slider.value); } });
    this.time = el("output", { for: "run-time" });
    this.speed = el("select", { "aria-label": "Speed" }, ...kSpeeds.map((speed) => el("option", { value: String(speed), text: `${speed}×`, selected: speed === 1 })));
    this.legend = el("div.legend");
    this.words = el("p.quiet", { role: "status", text: "Choose a run." });
    this.bar = el("div.player", { hidden: true }, this.button, this.slider, this.time, this.speed);
    this.element = card("From above", el("div.top-frame", {}, this.canvas), this.bar, this.legend, this.words);
    this.element.classList.add("player-card");
  }

  async show(names) {
    this.pause();
    this.wanted = names;
    // Laid over another run, or alone again, a run goes on where it is; of another run nothing is shown under this one's name.
    const stays = this.tracks[0]?.name === names[0];
    if (!stays) this.forget();
    setText(this.words, "Loading…");
    const answers = await Promise.all(names.map((name) => this.load(name, names)));
    if (this.wanted !== names) return;
    this.tracks = [];
    const wrong = [];
    answers.forEach((answer, i) => {
      const track = answer.result;
      if (answer.done && track?.time_s?.length > 1) this.tracks.push({ name: names[i], track, look: kLooks[i] });
      else wrong.push(`${names[i]}: ${answer.words || "has no track"}`);
    });
    setText(this.words, wrong.join(" "));
    this.end = Math.max(0, ...this.tracks.map(({ track }) => track.time_s.at(-1) - track.time_s[0]));
    this.now = stays ? Math.min(this.now, this.end) : this.end;
    this.slider.max = String(this.end || 1);
    setHidden(this.bar, this.tracks.length === 0);
    this.legend.replaceChildren(...this.tracks.map(({ name, look }) => el("span.legend-entry", {}, el("span.swatch", { "data-look": `${look.ghost ? "dash" : "line"}-${look.ink}` }), name)));
  }

  forget() {
    this.tracks = [];
    setText(this.time, "");
    setHidden(this.bar, true);
    this.legend.replaceChildren();
  }

  /** A track that is still being read from the run's log, which may be long, is asked for again. */
  async load(name, names) {
    for (;;) {
      const answer = await this.connection.call("run_track", { name });
      const comes = answer.late || answer.result?.status === "reading";
      if (answer.done || !comes || this.wanted !== names) return answer;
      setText(this.words, `${name}: ${answer.words}`);
      await new Promise((resolve) => { setTimeout(resolve, kAskAgainMs); });
    }
  }

  toggle() {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.now >= this.end) this.now = 0;
    this.playing = true;
    this.stamp = performance.now();
    setText(this.buttonText, "Pause");
    setSign(this.buttonSign, "pause");
  }

  pause() {
    this.playing = false;
    setText(this.buttonText, "Play");
    setSign(this.buttonSign, "play");
  }

  onFrame(stamp) {
    if (this.playing) {
      this.now = Math.min(this.end, this.now + (Math.min(stamp - this.stamp, 200) / 1000) * Number(this.speed.value));
      this.stamp = stamp;
      if (this.now >= this.end) this.pause();
    }
    if (document.activeElement !== this.slider || this.playing) this.slider.value = String(this.now);
    setText(this.time, this.tracks.length > 0 ? `${fixed(this.now, 1)} of ${fixed(this.end, 1)} s` : "");
    this.draw();
  }

  draw() {
    const { context, width, height } = beginDrawing(this.canvas);
    const desk = this.store.desk;
    const map = new TableMap(desk?.table?.size_m, width, height);
    drawTable(context, map, desk?.table);
    context.save();
    clipToTable(context, map);
    for (const { track, look } of this.tracks) {
      const pose = interpolate(track, track.time_s[0] + this.now);
      const end = pose.index + 1;
      drawTrail(context, map, [0, 1].map((k) => track.hand_m.slice(0, end).map((point) => point?.[k] ?? NaN)), look.ink);
      if (pose.known) drawRobot(context, map, desk?.robot, pose, look);
      const several = track.targets?.[pose.index]?.filter((target) => target.position_m !== null) ?? [];
      if (several.length > 0) drawTargets(context, map, several);
      else if (pose.target) drawTarget(context, map, pose.target);
      if (pose.known) drawHand(context, map, pose.hand, false);
    }
    context.restore();
  }
}
