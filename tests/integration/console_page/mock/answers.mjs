// What each service answers, and what it does to the played program.
import { kExperiments } from "./desk.mjs";

const done = (words, result) => ({ done: true, words, result: result ?? {} });
const no = (words) => ({ done: false, words });

export const kOpenServices = ["stop", "runs", "run_track"];

function preview(desk) {
  desk.preview = { status: "working", text: "" };
  setTimeout(() => {
    const path = Array.from({ length: 30 }, (_, i) => [-0.25 - 0.006 * i, -0.35 + 0.016 * i]);
    const common = { seconds: 8.1, smallest_sigma_m: 0.051, rate_margin: 0.4, path_m: path, meeting_m: path.at(-1) };
    if (desk.file === "out_of_reach.yaml") desk.preview = { status: "refused", text: "the target stays outside the singularity-free annulus", seconds: null, path_m: path.slice(0, 12), meeting_m: null };
    else if (desk.file === "near_edge.yaml") desk.preview = { ...common, status: "near_edge", text: "a joint comes within 4° of its limit" };
    else desk.preview = { ...common, status: "good", text: "captured after 8.1 s, near the edge of the workspace; smallest singular value 0.051 m, 40 % of the joint rates to spare, 7 mm beyond the workspace's edge; they meet at [-0.456, 0.091] m" };
    ++desk.changes;
  }, 60);
}

/** A run's log is read from the moment on in which it is asked for: for the first time, or as often as the desk says. */
function track(desk, request, mock) {
  const place = desk.runs.findIndex((run) => run.name === request.name);
  if (place < 0) return no("there is no run of that name");
  const run = desk.runs[place];
  if (run.asked === undefined) Object.defineProperty(run, "asked", { value: 0, writable: true });
  if (run.asked++ < desk.readings) return { ...no("the run's log is being read: ask again in a moment"), result: { status: "reading" } };
  return done("", mock.track(place));
}

/** @param {object} desk the MockDesk @param {number} now s */
export function answer(desk, what, request, now, mock) {
  const why = desk.can()[what];
  if (why) return no(why);
  switch (what) {
    case "acknowledge": desk.supervisor = "disarmed"; desk.mode = "idle"; desk.faults = []; return done("acknowledged: disarmed");
    case "disarm": desk.supervisor = "disarmed"; desk.mode = "idle"; return done("disarmed");
    case "open":
      if (!kExperiments.some((entry) => entry.file === request.file)) return no(`there is no experiment '${request.file}'`);
      desk.file = request.file; desk.preview = { status: "none" }; desk.prepared = false; return done(`${request.file} is open`);
    case "seed": desk.seed = request.seed; return done(`seed ${request.seed}`);
    case "set":
      if (request.value === "nonsense") return no(`${request.key}: 'nonsense' is no number`);
      desk.changed.set(request.key, request.value); return done(`${request.key} is ${request.value} for this run`);
    case "unset": desk.changed.delete(request.key); return done(`${request.key} is as in the file`);
    case "prepare": desk.prepared = true; mock.resetPose(); return done("robot and target are where the experiment starts them");
    case "preview": preview(desk); return done("computing the preview");
    case "arm": desk.arming = { name: desk.operator.name }; return done("type ARM within 10 s");
    case "arm_confirm":
      if (!desk.arming || desk.confirmedLate) return no("arm first");
      if (request.text !== "ARM") return no("type ARM in capitals");
      desk.arming = null; desk.supervisor = "armed"; return done("armed");
    case "run": desk.beginRun(); mock.startRun(); return done("running");
    case "record": desk.recording = "2026-11-22_151200-between_runs-seed1-1"; return done("a log of what goes on begins");
    case "record_end": desk.recording = ""; desk.told("recorded 2.5 s: runs/2026-11-22_151200-between_runs-seed1-1/run.mcap"); return done("asked");
    case "pause": desk.mode = "paused"; desk.supervisor = "hold"; return done("paused");
    case "resume": desk.mode = "running"; return done("goes on");
    case "skip": mock.skipPhase(); return done("skipped");
    case "abort": desk.endRun(false, "aborted by the operator"); desk.supervisor = "disarmed"; return done("aborted");
    case "jog_joint": desk.jog = { joint: request.joint, rate: request.rate_deg_s, until: now + 0.3 }; desk.mode = "jog"; desk.supervisor = "active"; return done("");
    case "jog_hand": desk.jog = { hand: [request.vx_mm_s, request.vy_mm_s], until: now + 0.3 }; desk.mode = "jog"; desk.supervisor = "active"; return done("");
    case "jog_end": desk.jog = null; return done("");
    case "note": desk.runs.find((run) => run.name === request.run)?.notes.push({ at: "2026-11-22T15:04:05Z", by: desk.operator.name, text: request.text }); ++desk.runsVersion; return done("noted");
    case "what_if":
      desk.whatIf = { status: "working", run: request.run };
      setTimeout(() => { desk.whatIf = { status: "done", run: request.run, text: `with ${request.settings.join(", ")}: captured 0.8 s earlier`, result: { capture_time_s: 7.6, hand_error_mm: 0.82 } }; ++desk.changes; }, 80);
      return done("computing");
    case "replay": return done("replayed bit for bit: 436 cycles agree");
    case "drag": if (desk.supervisor !== "disarmed") return no("only while disarmed"); mock.drag(request); return done("");
    case "vision": Object.assign(desk.vision, request); return done("set");
    case "vision_write": return request.confirm ? done("written") : done("", { difference: "-threshold: 60\n+threshold: " + desk.vision.threshold });
    case "runs": return done("", { runs: desk.runs });
    case "run_track": return track(desk, request, mock);
    case "bring_up": return done("", desk.lab);
    default: return no(`'${what}' is not known`);
  }
}

/** The lease is the server's own business. */
export function answerLease(desk, what, request, client) {
  const mine = desk.operator?.client === client;
  switch (what) {
    case "lease_take":
      if (desk.operator && !mine) return no(`${desk.operator.name} has control; ask for it`);
      desk.operator = { name: request.name, client }; return done("you have control");
    case "lease_give":
      if (!mine) return no("you have no control to give");
      desk.operator = null; desk.wantedBy = ""; return done("control is free");
    case "lease_ask":
      if (!desk.operator) { desk.operator = { name: request.name, client }; return done("you have control"); }
      desk.wantedBy = request.name; return done(`${desk.operator.name} has been asked`);
    default: return null;
  }
}
