// The table from above, drawn anew with every picture of the screen.
import { beginDrawing } from "../parts/canvas.js";
import { onColours } from "../parts/colours.js";
import { el, setAttribute, setHidden, setText, sign, setSign } from "../parts/dom.js";
import { clipToTable, drawTable, drawWorkspace } from "../parts/draw_ground.js";
import {
  drawEllipse, drawHand, drawMassCentre, drawMomentum, drawPlan, drawRobot, drawTarget, drawTargetBody, drawTargets, drawTrail, drawWords,
} from "../parts/draw_robot.js";
import { poseOf } from "../parts/pose.js";
import { TableMap } from "../parts/table_map.js";
import { TiltDisc } from "./tilt_disc.js";
import { TopViewDrag } from "./top_view_drag.js";
import { makeLegend } from "./top_view_legend.js";
import { TopViewWords } from "./top_view_words.js";

const kTrailS = 20;
const kTrailPoints = 600;

/** How a preview's verdict looks: differing in colour, in dashes and in words. */
export const kVerdicts = {
  working: { ink: "muted", dash: [2, 6], words: "Preview is being computed", sign: "wait" },
  good: { ink: "good", dash: [], words: "Preview: good", sign: "good" },
  near_edge: { ink: "warn", dash: [12, 5], words: "Preview: near an edge", sign: "warn" },
  refused: { ink: "bad", dash: [4, 5], words: "Preview: refused", sign: "bad" },
};

export class TopView {
  constructor({ store, commands }) {
    this.store = store;
    this.shown = { trail: true, momentum: true, uncertainty: true, workspace: true, plan: true };
    this.canvas = el("canvas.top-canvas", { role: "img", "aria-label": "The table from above", "aria-describedby": "top-view-words", tabindex: "0" });
    this.ground = document.createElement("canvas");
    this.groundKey = "";
    this.verdictSign = sign("good");
    this.verdictWords = el("span");
    this.verdict = el("div.verdict", { role: "status", hidden: true }, this.verdictSign, this.verdictWords);
    this.empty = el("p.top-empty", { text: "The robot has not been seen yet." });
    this.words = new TopViewWords(store);
    this.drag = new TopViewDrag(this.canvas, store, commands);
    this.tilt = new TiltDisc(store, commands);
    this.element = el("section.card.top-view", { "aria-label": "Top view" },
      this.verdict, el("div.top-frame.live-data", {}, this.canvas, this.empty),
      el("div.top-foot", {}, makeLegend(this.shown), this.tilt.element), this.words.element);
    onColours(() => { this.groundKey = ""; });
  }

  onDesk(desk) {
    this.showVerdict(desk);
    this.tilt.onDesk(desk);
    this.groundKey = "";
  }

  showVerdict(desk) {
    // One run has its prediction until its capture begins.
    const rests = desk.kind === "run" || !["running", "paused", "jog"].includes(desk.mode);
    const before = ["disarmed", "ready", "armed"].includes(desk.supervisor) && rests;
    const preview = desk.preview;
    const verdict = before ? kVerdicts[preview?.status] : undefined;
    setHidden(this.verdict, !verdict);
    if (!verdict) return;
    setAttribute(this.verdict, "data-verdict", preview.status);
    setSign(this.verdictSign, verdict.sign);
    const seconds = `${(preview.seconds ?? 0).toFixed(1)} s`;
    const time = preview.seconds > 0 && preview.status !== "refused" && !preview.text?.includes(seconds) ? `, ${seconds}` : "";
    setText(this.verdictWords, preview.text ? `${verdict.words}${time}: ${preview.text}` : verdict.words + time);
  }

  onFrame(now) {
    const { context, width, height } = beginDrawing(this.canvas);
    const desk = this.store.desk ?? this.lastDesk;
    this.lastDesk = desk;
    const map = new TableMap(desk?.table?.size_m, width, height);
    this.drag.map = map;
    this.drawGround(context, map, desk, width, height);
    const output = this.store.cycle.value;
    const pose = this.drag.moved(poseOf(output, this.store.truth.value));
    setHidden(this.empty, pose !== null);
    if (pose) {
      context.save();
      clipToTable(context, map);
      this.drawLive(context, map, desk, output, pose);
      context.restore();
    }
    this.words.onFrame(now, pose);
  }

  /** The table changes with the window only: it is drawn once, and then copied. */
  drawGround(context, map, desk, width, height) {
    const ratio = context.getTransform().a;
    const key = `${width} ${height} ${ratio} ${map.size} ${desk?.table?.margin_m}`;
    if (key !== this.groundKey) {
      this.groundKey = key;
      this.ground.width = Math.round(width * ratio);
      this.ground.height = Math.round(height * ratio);
      const ground = this.ground.getContext("2d");
      ground.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawTable(ground, map, desk?.table);
    }
    if (this.ground.width > 0 && this.ground.height > 0) context.drawImage(this.ground, 0, 0, width, height);
  }

  drawLive(context, map, desk, output, pose) {
    const estimate = output?.estimate?.valid ? output.estimate : null;
    if (this.shown.workspace) drawWorkspace(context, map, pose.massCentre, desk?.workspace);
    if (this.shown.trail) this.drawTrail(context, map);
    drawRobot(context, map, desk?.robot, pose, { ink: pose.estimated ? "ink" : "muted" });
    if (this.shown.plan) this.drawPlan(context, map, desk, output);
    this.drawTargets(context, map, desk, pose);
    drawHand(context, map, pose.hand, output?.command?.close_gripper);
    drawMassCentre(context, map, pose.massCentre);
    if (estimate && this.shown.momentum) drawMomentum(context, map, pose.massCentre, estimate.linear_momentum_ns);
    if (estimate && this.shown.uncertainty) this.drawUncertainty(context, map, estimate, pose);
  }

  drawTargets(context, map, desk, pose) {
    const several = this.drag.movedTargets(this.store.severalTargets);
    if (several.length === 0) {
      drawTargetBody(context, map, desk?.target?.leds_m, pose);
      if (pose.target) drawTarget(context, map, pose.target);
      return;
    }
    for (const target of several) {
      const leds = desk.targets.find((known) => known.name === target.name)?.leds_m;
      const turned = target.turned ? target.attitude_rad : null;
      drawTargetBody(context, map, leds, { target: target.position_m, targetAttitude: turned });
    }
    drawTargets(context, map, several);
  }

  drawTrail(context, map) {
    const history = this.store.history;
    const columns = history.since(history.newest("t") - kTrailS, ["hand_x", "hand_y"], kTrailPoints);
    drawTrail(context, map, columns, "c1");
  }

  drawUncertainty(context, map, estimate, pose) {
    const variance = estimate.sigma_hand_m ** 2;
    drawEllipse(context, map, pose.hand, [variance, 0, 0, variance], "c1");
    if (estimate.target.valid) drawEllipse(context, map, pose.target, estimate.target.covariance_m2, "c2");
  }

  /** The preview before a phase is started; while one runs, the meeting point that the controller has in mind. */
  drawPlan(context, map, desk, output) {
    const wanted = desk?.experiment?.path_m ?? (this.verdict.hidden ? null : desk?.preview?.wanted_m);
    drawPlan(context, map, wanted?.filter(isPoint), null, { ink: "c6", dash: [2, 5] });
    const look = kVerdicts[desk?.preview?.status];
    if (look && !this.verdict.hidden) {
      const meeting = isPoint(desk.preview.meeting_m) ? desk.preview.meeting_m : null;
      drawPlan(context, map, desk.preview.path_m?.filter(isPoint), meeting, look);
      if (meeting) drawWords(context, map, offset(map.point(meeting)), "meeting point");
    }
    const guidance = output?.guidance;
    if (guidance?.rendezvous_ns > output?.now_ns) {
      drawPlan(context, map, null, guidance.goal_m, { ink: "c5", dash: [] });
      const left = (guidance.rendezvous_ns - output.now_ns) / 1e9;
      drawWords(context, map, offset(map.point(guidance.goal_m)), `meets in ${left.toFixed(1)} s`);
    }
  }
}

const isPoint = (point) => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);
const offset = ([x, y]) => [x + 14, y - 8];
