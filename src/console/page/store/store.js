// What the page knows: the newest of everything, and when it came. Nothing here draws.
import { Series } from "./series.js";
import { cycleSample, timingSample } from "./cycle_sample.js";
import { enumeratorNames, parseSchema } from "../link/schema.js";

const kStaleAfterMs = 750; // the page looks every 200 ms: grey within a second
const kPictures = 6;
const kMostNotes = 300;
const kCycles = 12000; // a minute at 200 Hz

/** Something that came, and when. */
export class Newest {
  value = null;
  arrivedMs = -Infinity; // of performance.now()
  arrivedAt = null; // Date

  /** @param {bigint} [timeNs] the run's, that the message holds for */
  set(value, timeNs) {
    this.value = value;
    this.timeNs = timeNs;
    this.arrivedMs = performance.now();
    this.arrivedAt = new Date();
  }

  fresh(nowMs = performance.now()) {
    return nowMs - this.arrivedMs < kStaleAfterMs;
  }
}

/** @param {object} places a TargetPlaces @returns {object[]} those that were seen */
export function targetsOf(places) {
  return places.targets.map((target, i) => ({ ...target, followed: i === places.followed })).filter((target) => target.known);
}

export class Store {
  constructor() {
    this.connected = false;
    this.desk = null;
    this.deskArrivedMs = -Infinity;
    this.cycle = new Newest();
    this.timing = new Newest();
    this.truth = new Newest();
    this.targets = new Newest(); // of a run with several
    this.link = new Newest();
    this.markerPath = new Newest();
    this.targetPath = new Newest(); // the same of the targets' own tracker
    this.image = new Newest();
    this.picture = new Newest();
    this.pictures = []; // the newest, with the times that they hold for
    this.history = new Series(kCycles);
    this.timings = new Series(kCycles);
    this.notes = [];
    this.stateNames = [];
    this.deskListeners = [];
    this.noteListeners = [];
  }

  /** Says what is to be kept; the camera's pictures are asked for only while somebody looks at them. */
  attach(connection) {
    connection.subscribe("/freefloat/desk", (desk) => this.takeDesk(desk));
    connection.subscribe("/freefloat/note", (note) => this.takeNote(note));
    connection.subscribe("/freefloat/cycle_output", (output) => {
      if (this.stateNames.length === 0) this.stateNames = stateNamesOf(connection.schemaOf("/freefloat/cycle_output"));
      this.cycle.set(output);
      this.history.push(cycleSample(output));
    });
    connection.subscribe("/freefloat/loop_timing", (timing) => {
      this.timing.set(timing);
      this.timings.push(timingSample(timing));
    });
    connection.subscribe("/freefloat/truth", (truth) => this.truth.set(truth));
    connection.subscribe("/freefloat/targets", (targets) => this.targets.set(targets));
    connection.subscribe("/freefloat/link_health", (record) => this.link.set(record));
    connection.subscribe("/freefloat/marker_path", (record) => (record.of_targets ? this.targetPath : this.markerPath).set(record));
  }

  watchCamera(connection, wanted) {
    if (wanted) {
      connection.subscribe("/camera/image/live", (image, timeNs) => this.image.set(image, timeNs));
      connection.subscribe("/freefloat/picture", (picture, timeNs) => {
        this.picture.set(picture, timeNs);
        this.pictures.push({ picture, timeNs });
        if (this.pictures.length > kPictures) this.pictures.shift();
      });
    } else {
      connection.unsubscribe("/camera/image/live");
      connection.unsubscribe("/freefloat/picture");
    }
  }

  /** @returns {object|null} what the vision found in the picture of that time, or nearest to it */
  findingsAt(timeNs) {
    const distance = (entry) => Math.abs(Number(entry.timeNs - timeNs));
    return this.pictures.reduce((best, entry) => (best === null || distance(entry) < distance(best) ? entry : best), null)?.picture ?? null;
  }

  takeDesk(desk) {
    this.desk = desk;
    this.deskArrivedMs = performance.now();
    for (const listener of this.deskListeners) listener(desk);
  }

  takeNote(note) {
    this.notes.push({ ...note, arrivedAt: new Date() });
    if (this.notes.length > kMostNotes) this.notes.shift();
    for (const listener of this.noteListeners) listener(note);
  }

  /** What is shown happened once: no robot moves now. */
  get isRecording() {
    return this.desk?.kind === "replay";
  }

  /** @returns {{name, position_m, attitude_rad, turned, followed}[]} the targets that were seen, where there are several */
  get severalTargets() {
    if (!(this.desk?.targets?.length > 1) || !this.targets.fresh()) return [];
    return targetsOf(this.targets.value);
  }

  /** The loop tells its state with every cycle; the desk tells it when there is no loop. */
  get supervisor() {
    const said = this.desk?.supervisor ?? null;
    if (!this.cycle.fresh() || this.stateNames.length === 0) return said;
    return this.stateNames[this.cycle.value.state] ?? said;
  }

  /** @returns {"live"|"stale"|"never"} of what is known of the robot */
  get freshness() {
    if (this.cycle.value === null) return "never";
    return this.connected && this.cycle.fresh() ? "live" : "stale";
  }

  /** A connection is new: what was known before it is old, and must not pass for what is. */
  forgetDesk() {
    this.desk = null;
  }
}

function stateNamesOf(schema) {
  return schema ? enumeratorNames(parseSchema(schema), "", "state") : [];
}
