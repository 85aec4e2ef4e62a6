// The program behind the page, played: its state, and what becomes of what is asked. A run is the recorded one again.

const kDisarmed = ["disarmed", "ready"];
const kLimits = [-350, 350];

export const kExperiments = [
  { file: "moving_target.yaml", name: "moving_target", description: "Capture of a target that floats past near the boundary of the workspace." },
  { file: "standing_target.yaml", name: "standing_target", description: "Capture of a standing target." },
  { file: "out_of_reach.yaml", name: "out_of_reach", description: "A target that cannot be reached: its preview is refused." },
  { file: "near_edge.yaml", name: "near_edge", description: "A target close to the edge of the workspace." },
];

/** As `freefloat bring-up lab --json` says it, in the middle of the way. */
export const kLab = {
  folder: "lab", done: false, next: "pose", command: "freefloat calibrate table lab/camera.yaml --boards lab/pictures/table --charuco 7x5 --square-mm 80 --write lab/camera.yaml --report lab/pose.html",
  steps: [
    { step: "files", title: "files of your own", state: "done", found: "lab/testbed.yaml" },
    { step: "pc", title: "PC, link and servo board", state: "done", found: "no problem\n2 hints: freefloat doctor lab/testbed.yaml shows them" },
    { step: "lens", title: "the camera's lens", state: "done", found: "projection known to 0.667 px" },
    { step: "pose", title: "where the camera hangs over the table", state: "open", found: "as the file has it", needs: "put pictures of a board that lies flat, first on the table's origin, into lab/pictures/table" },
    { step: "first-jog", title: "a run that moves the joints", state: "open" },
    { step: "lengths", title: "LEDs, joint axes and lengths", state: "skipped", found: "left out by --skip lengths" },
    { step: "capture", title: "the first capture", state: "open" },
  ],
};

const kSettings = [
  ["guidance.position_gain_per_s", "4"], ["guidance.max_hand_speed_mm_s", "80"], ["guidance.tangent_correction", "true"],
  ["control.damping_m", "0.02"], ["control.max_joint_rate_deg_s", "30"], ["estimation.gate_sigma", "4"],
  ["safety.frame_timeout_ms", "200"], ["safety.max_hand_sigma_mm", "5"], ["vision.threshold", "60"], ["vision.window_px", "32"],
  ["loop.period_ms", "25"], ["operate.console_lost", "continue"],
];

export class MockDesk {
  constructor() {
    this.supervisor = "disarmed";
    this.mode = "idle";
    this.kind = "operate";
    this.file = kExperiments[0].file;
    this.seed = 1;
    this.prepared = false;
    this.preview = { status: "none", text: "" };
    this.arming = null; // its time does not pass: the machine may be slow
    this.confirmedLate = false; // ARM arrives when its time is over
    this.faults = [];
    this.changed = new Map();
    this.operator = null; // {name, client}
    this.wantedBy = "";
    this.lastRun = null;
    this.runs = [];
    this.readings = 1; // times that a log is still being read when its run is asked for
    this.runsVersion = 1;
    this.whatIf = { status: "none" };
    this.phase = -1;
    this.phases = [];
    this.cameraOk = true;
    this.simulated = true;
    this.lab = kLab;
    this.vision = { threshold: 60, exposure_us: 800 };
    this.jog = null; // {joint, rate, until}
    this.stops = 0;
    this.overruns = 0;
    this.stopHeld = false; // STOP has no effect until the test lets it
    this.changes = 0;
    this.notes = [];
  }

  can() {
    const disarmed = kDisarmed.includes(this.supervisor);
    const running = this.mode === "running" || this.mode === "paused";
    const latched = ["fault", "stopped"].includes(this.supervisor);
    const notReady = !this.cameraOk ? "the camera gives no pictures" : "";
    const prepare = disarmed ? "" : latched ? "acknowledge first" : "only while disarmed";
    const alone = this.supervisor === "disarmed" ? "" : "only while disarmed";
    return {
      prepare, open: prepare, seed: prepare, set: prepare, unset: prepare, preview: prepare,
      drag: this.simulated ? alone : "only in simulation", vision: alone, vision_write: alone,
      arm: latched ? "acknowledge first" : notReady || (disarmed ? "" : "armed already"),
      run: latched ? "acknowledge first" : this.mode === "running" ? "it runs already" : this.supervisor === "armed" ? "" : "arm first",
      pause: this.mode === "running" ? "" : "nothing runs",
      resume: this.mode === "paused" ? "" : "nothing is paused",
      skip: this.mode === "running" ? "" : "nothing runs",
      abort: running ? "" : "nothing runs",
      acknowledge: latched ? "" : "nothing is latched",
      jog: this.supervisor === "armed" || this.mode === "jog" ? "" : latched ? "acknowledge first" : "arm first",
      disarm: disarmed || latched ? "the drives are off" : "",
      record: running ? "a run is under way" : this.recording ? "a recording goes on: end it first" : "",
      record_end: this.recording ? "" : "nothing is being recorded",
    };
  }

  state(client, now) {
    const experiment = kExperiments.find((entry) => entry.file === this.file) ?? kExperiments[0];
    return {
      version: 1, program: "0.1.0 (mock)", kind: this.kind, testbed: "modern", simulated: this.simulated, now_s: now,
      supervisor: this.supervisor, mode: this.mode, faults: this.faults,
      checklist: [
        { name: "camera", ok: this.cameraOk, text: this.cameraOk ? "pictures at 100 Hz" : "no picture for 3.2 s", remedy: this.cameraOk ? "" : "check the camera's cable and its exposure" },
        { name: "link", ok: true, text: "status of the servo board every 25 ms", remedy: "" },
        { name: "markers", ok: this.cameraOk, text: this.cameraOk ? "all LEDs in view" : "no LED found", remedy: this.cameraOk ? "" : "check that all LEDs are lit and in view, and that the robot file lists their places" },
        { name: "table_edge", ok: true, text: "0.61 m to the margin", remedy: "" },
        { name: "disk", ok: true, text: "211 GB free", remedy: "" },
      ],
      can: this.can(),
      operator: { name: this.operator?.name ?? "", address: this.operator ? "127.0.0.1" : "", you: this.operator?.client === client && client !== null, wanted_by: this.wantedBy },
      robot: { link_lengths_m: [0.35, 0.35], link_mass_kg: [0.747, 0.62], satellite_radius_m: 0.213, satellite_outline_m: [[-0.15, -0.15], [0.15, -0.15], [0.15, 0.15], [-0.15, 0.15]], joint_limits_deg: [kLimits, kLimits], max_joint_rate_deg_s: 30, joint_count: 2 },
      target: { leds_m: [[0, 0]] },
      table: { size_m: [1.8, 1.8], margin_m: 0.1 },
      workspace: { inner_m: 0.097, outer_m: 0.6, guaranteed_m: 0.52 },
      experiment: { ...experiment, seed: this.seed, phases: this.phases, phase: this.phase },
      experiments: kExperiments,
      settings: kSettings.map(([key, file_value]) => ({ key, value: this.changed.get(key) ?? file_value, file_value, changed: this.changed.has(key) })),
      preview: this.preview,
      ...(this.arming ? { arming: { asked_by: this.arming.name, seconds_left: 10 } } : {}),
      ...(this.recording ? { recording: this.recording } : {}),
      ...(this.lastRun ? { last_run: this.lastRun } : {}),
      runs_version: this.runsVersion, what_if: this.whatIf, loop: { period_s: 0.025, overruns: this.overruns, cycles: Math.round(now * 40) },
      ...(this.simulated ? {} : { prepare_by_hand: "push the satellite to the middle of the table, tail to the left, and let it come to rest" }),
    };
  }

  become(supervisor) {
    this.supervisor = supervisor;
    ++this.changes;
  }

  told(text, kind = "fact") {
    this.notes.push({ kind, text });
    ++this.changes;
  }

  stop() {
    ++this.stops;
    this.arming = null;
    this.jog = null;
    this.stopAsked = true;
    this.told("STOP was asked from the console", "warning");
    if (!this.stopHeld) setTimeout(() => this.stopTakesEffect(), 30);
    return { done: true, words: "stopping" };
  }

  stopTakesEffect() {
    this.supervisor = "stopped";
    if (this.mode !== "idle") this.endRun(false, "stopped by the operator");
    this.mode = "idle";
    ++this.changes;
  }

  beginRun() {
    this.mode = "running";
    this.runBegan = true;
    this.told("a run begins");
  }

  endRun(passed, text) {
    const name = `2026-11-22_15-0${this.runs.length}_${this.file.replace(".yaml", "")}`;
    this.lastRun = { name, passed, text };
    this.runs.unshift({ name, started: "2026-11-22 15:04:05", experiment: this.file.replace(".yaml", ""), seed: this.seed, passed, text, seconds: 10.9, numbers: { capture_distance_mm: 1.234, capture_speed_mm_s: 3.21, smallest_sigma_m: 0.0512 }, notes: [] });
    ++this.runsVersion;
    this.mode = "finished";
    for (const phase of this.phases) if (phase.status === "running") phase.status = passed ? "passed" : "interrupted";
    this.told(`the run ${passed ? "passed" : "ended"}: ${text}`, passed ? "fact" : "warning");
  }
}
