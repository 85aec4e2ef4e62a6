// A console server that is played, so that the page can be tried without the program: files over HTTP, the Foxglove protocol
// over WebSocket, the recorded run as the robot.
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { answer, answerLease, kOpenServices } from "./answers.mjs";
import { MockDesk } from "./desk.mjs";
import { Files } from "./files.mjs";
import { drawSpots, pngOf } from "./picture.mjs";
import { describeTopic, readRecorded } from "./recorded.mjs";
import { MockRobot } from "./robot.mjs";
import { WebSocketPeer } from "./web_socket.mjs";

const kRoot = fileURLToPath(new URL("../../../../", import.meta.url));
export const kPageFolder = `${kRoot}src/console/page`;
const kTopics = ["/freefloat/cycle_output", "/freefloat/loop_timing", "/freefloat/truth", "/freefloat/link_health", "/freefloat/marker_path"];
const kServices = ["stop", "lease_take", "lease_give", "lease_ask", "runs", "run_track", "acknowledge", "disarm", "open", "seed", "set", "unset",
  "prepare", "preview", "arm", "arm_confirm", "run", "pause", "resume", "skip", "abort", "record", "record_end", "jog_joint", "jog_hand", "jog_end", "note", "what_if",
  "replay", "drag", "vision", "vision_write", "bring_up"];
const kStates = ["disarmed", "ready", "armed", "active", "hold", "fault", "stopped"];
const kRecorded = [...kTopics, "/freefloat/phase", "/freefloat/cycle_input"];
const kPeriodMs = 25;
const [kWidth, kHeight] = [1280, 1024];

/** What every played server of a process says; read once: that takes half a second. */
let read = null;

async function readRun() {
  const recorded = await readRecorded(`${kRoot}tests/data/moving.mcap`, (topic) => kRecorded.includes(topic));
  recorded.set("/freefloat/marker_path", await describeTopic(`${kRoot}tools/freefloat_msgs/msg`, ["MarkerPathRecord", "MarkerPathHealth"]));
  return recorded;
}

export class MockServer {
  static async start(options = {}) {
    read ??= readRun();
    const mock = new MockServer(await read, options);
    await new Promise((resolve) => { mock.http.listen(options.port ?? 0, "127.0.0.1", resolve); });
    mock.timers = [setInterval(() => mock.cycle(), kPeriodMs), setInterval(() => mock.everyTenth(), 100)];
    return mock;
  }

  constructor(recorded, options) {
    this.recorded = recorded;
    this.version = "mock";
    this.token = "0123456789abcdef0123456789abcdef";
    this.files = new Files(options.folder ?? kPageFolder, this.token);
    this.desk = new MockDesk();
    this.robot = new MockRobot(recorded.get("/freefloat/cycle_output").messages, kStates);
    this.clients = new Set();
    this.calls = []; // {what, request, atMs}
    this.began = Date.now();
    this.speed = 1; // cycles of the recorded run a tick
    this.waitsAt = Infinity; // at this cycle of it the run goes on no further
    this.silent = false; // sends nothing at all
    this.loopSilent = false; // sends no cycles
    this.refusing = false; // refuses connections
    this.refused = 0; // how many it has
    this.sentChanges = -1;
    this.pictures = 0;
    this.linkHealth = { ...recorded.get("/freefloat/link_health").messages.at(-1) };
    this.markerPath = null; // how the way from a tracker on another computer is; null: there is none
    this.image = null; // {format, data}: what is sent instead of the drawn picture
    this.resetPhases();
    this.http = createServer((request, response) => this.files.answer(request, response));
    this.http.on("upgrade", (request, socket) => this.accept(request, socket));
  }

  get port() { return this.http.address().port; }
  get url() { return `http://127.0.0.1:${this.port}/`; }
  get link() { return `${this.url}?token=${this.token}`; }
  get now() { return (Date.now() - this.began) / 1000; }

  async close() {
    this.timers.forEach(clearInterval);
    for (const client of this.clients) client.peer.cut();
    this.http.closeAllConnections?.();
    await new Promise((resolve) => { this.http.close(resolve); });
  }

  accept(request, socket) {
    if (this.refusing || request.url !== "/ws") {
      this.refused += 1;
      socket.destroy();
      return;
    }
    const peer = new WebSocketPeer(request, socket, "foxglove.sdk.v1");
    const mayCommand = (request.headers.cookie ?? "").includes(`freefloat_token=${this.token}`);
    const client = { peer, subscriptions: new Map(), mayCommand };
    this.clients.add(client);
    peer.onMessage = (data) => this.receive(client, data);
    peer.onClose = () => {
      this.clients.delete(client);
      if (this.desk.operator?.client === client) {
        this.desk.operator = null;
        ++this.desk.changes;
      }
    };
    peer.send(JSON.stringify({ op: "serverInfo", name: "Freefloat", capabilities: ["time", "services"], supportedEncodings: ["json"], metadata: { version: this.version }, sessionId: "1" }));
    peer.send(JSON.stringify({ op: "advertise", channels: this.channels() }));
    peer.send(JSON.stringify({ op: "advertiseServices", services: kServices.map((name, i) => ({ id: i + 1, name: `/freefloat/${name}`, type: `freefloat/${name}` })) }));
  }

  channels() {
    const list = kTopics.map((topic) => ({ topic, encoding: "cdr", schemaEncoding: "ros2msg", ...this.schemaOf(topic) }));
    list.push({ topic: "/camera/image/live", encoding: "cdr", schemaEncoding: "ros2msg", ...this.schemaOf("/camera/image/compressed") });
    for (const topic of ["/freefloat/desk", "/freefloat/picture", "/freefloat/note"]) list.push({ topic, encoding: "json", schemaEncoding: "jsonschema", schemaName: topic.slice(1), schema: "{}" });
    return list.map((channel, i) => ({ id: i + 1, ...channel }));
  }

  schemaOf(topic) {
    const { schemaName, schema } = this.recorded.get(topic);
    return { schemaName, schema };
  }

  receive(client, data) {
    if (typeof data !== "string") {
      this.serve(client, data);
      return;
    }
    const message = JSON.parse(data);
    if (message.op === "subscribe") {
      const topics = this.channels();
      for (const { id, channelId } of message.subscriptions) {
        const { topic } = topics[channelId - 1];
        client.subscriptions.set(topic, id);
        if (topic === "/freefloat/desk") this.sendTo(client, topic, this.deskBytes(client));
      }
    }
    if (message.op === "unsubscribe") {
      for (const [topic, id] of client.subscriptions) if (message.subscriptionIds.includes(id)) client.subscriptions.delete(topic);
    }
  }

  serve(client, data) {
    const [service, call] = [data.readUInt32LE(1), data.readUInt32LE(5)];
    const request = JSON.parse(data.subarray(13 + data.readUInt32LE(9)).toString());
    const what = kServices[service - 1];
    this.calls.push({ what, request, atMs: Date.now() });
    const reply = this.reply(client, what, request);
    ++this.desk.changes;
    const encoding = Buffer.from("json");
    const body = Buffer.from(JSON.stringify(reply));
    const head = Buffer.alloc(13);
    head[0] = 3;
    head.writeUInt32LE(service, 1);
    head.writeUInt32LE(call, 5);
    head.writeUInt32LE(encoding.length, 9);
    if (!this.silent) client.peer.send(Buffer.concat([head, encoding, body]));
  }

  reply(client, what, request) {
    if (what === "stop") {
      this.running = false;
      return this.desk.stop();
    }
    if (kOpenServices.includes(what)) return answer(this.desk, what, request, this.now, this);
    if (!client.mayCommand) return { done: false, words: "open the link that the program printed at its start" };
    if (what === "bring_up") return answer(this.desk, what, request, this.now, this);
    const lease = answerLease(this.desk, what, request, client);
    if (lease) return lease;
    if (this.desk.operator?.client !== client) return { done: false, words: "take control first" };
    return answer(this.desk, what, request, this.now, this);
  }

  called(what) {
    return this.calls.filter((call) => call.what === what);
  }

  // What the services do to the robot.
  resetPose() { this.robot.reset(); this.resetPhases(); }
  drag(request) { this.robot.drag(request); }
  track(i) { return this.robot.track(0.12 * i); }

  startRun() {
    this.robot.reset();
    this.resetPhases();
    this.running = true;
    this.phaseEvents = this.recorded.get("/freefloat/phase").messages.map((event) => ({ ...event, at: Number(event.at_ns) }));
  }

  skipPhase() {
    const phase = this.desk.phases.find((known) => known.status === "running");
    if (phase) phase.status = "skipped";
  }

  resetPhases() {
    const events = this.recorded.get("/freefloat/phase").messages;
    this.desk.phases = events.filter((event) => event.moment === 0).map((event) => ({ number: event.phase_number, name: event.name, kind: event.kind, status: "waiting", time_s: null, reason: "", numbers: {} }));
    this.desk.phase = -1;
  }

  /** Phases begin and end where they did in the recorded run. */
  followPhases(atNs) {
    while (this.phaseEvents.length > 0 && this.phaseEvents[0].at <= atNs) {
      const event = this.phaseEvents.shift();
      const phase = this.desk.phases.find((known) => known.number === event.phase_number);
      if (event.moment === 0) {
        phase.status = "running";
        phase.begin = event.at;
        this.desk.phase = event.phase_number;
      } else if (phase.status === "running") {
        phase.status = event.passed ? "passed" : "failed";
        phase.time_s = (event.at - phase.begin) / 1e9;
        phase.reason = event.reason;
        phase.numbers = Object.fromEntries(event.numbers.map(({ name, value }) => [name, value]));
      }
      ++this.desk.changes;
    }
  }

  cycle() {
    const desk = this.desk;
    if (this.running && desk.mode === "running") {
      let more = true;
      for (let i = 0; i < this.speed && more && this.robot.at < this.waitsAt; ++i) more = this.robot.playOn();
      const recorded = this.robot.outputs[this.robot.at];
      if (!desk.stopAsked) desk.supervisor = kStates[recorded.state] === "disarmed" && more ? "armed" : kStates[recorded.state];
      this.followPhases(Number(recorded.now_ns) + (more ? 0 : 1e10));
      if (!more) {
        this.running = false;
        desk.supervisor = "disarmed";
        desk.endRun(true, "captured after 8.4 s");
      }
    }
    desk.stopAsked = false;
    if (desk.jog && this.now < desk.jog.until) this.robot.jog(desk.jog, kPeriodMs / 1000);
    else if (desk.mode === "jog" && desk.supervisor !== "stopped") {
      [desk.jog, desk.mode, desk.supervisor, this.robot.rates] = [null, "idle", "armed", [0, 0]];
      ++desk.changes;
    }
    if (this.silent || this.loopSilent) return;
    const nowNs = Math.round(this.now * 1e9);
    this.sendCdr("/freefloat/cycle_output", this.robot.output(desk.supervisor, nowNs, this.running));
    const late = 20_000 + 60_000 * Math.random() ** 4;
    this.sendCdr("/freefloat/loop_timing", { deadline_ns: BigInt(nowNs), period_ns: 25_000_000n, wake_late_ns: BigInt(Math.round(late)), compute_ns: BigInt(Math.round(90_000 + 40_000 * Math.random())), slack_ns: 24_000_000n, overrun_count: BigInt(desk.overruns), ring_drops: 0n });
    if (desk.changes !== this.sentChanges) this.sendDesk();
  }

  sendDesk() {
    this.sentChanges = this.desk.changes;
    for (const client of this.clients) this.sendTo(client, "/freefloat/desk", this.deskBytes(client));
    for (const note of this.desk.notes.splice(0)) this.send("/freefloat/note", Buffer.from(JSON.stringify({ time_s: this.now, ...note })));
  }

  deskBytes(client) {
    return Buffer.from(JSON.stringify(this.desk.state(client, this.now)));
  }

  everyTenth() {
    if (this.silent) return;
    const time = Buffer.alloc(9);
    time[0] = 2;
    time.writeBigUInt64LE(BigInt(Math.round(this.now * 1e9)), 1);
    for (const client of this.clients) client.peer.send(time);
    if (this.desk.arming) ++this.desk.changes;
    if (this.loopSilent) {
      if (this.desk.changes !== this.sentChanges) this.sendDesk();
      return;
    }
    this.sendCdr("/freefloat/link_health", this.linkHealth);
    if (this.markerPath) this.sendCdr("/freefloat/marker_path", this.markerPath);
    if ([...this.clients].some((client) => client.subscriptions.has("/camera/image/live")) && ++this.pictures % 2 === 0) this.sendPicture();
  }

  sendPicture() {
    const inputs = this.recorded.get("/freefloat/cycle_input").messages;
    const input = inputs.slice(0, this.robot.at + 1).reverse().find((message) => message.has_markers) ?? inputs.find((message) => message.has_markers);
    const markers = input.markers[0].markers;
    const names = ["tail", "joint_1", "joint_2", "tip", "target"];
    const spots = markers.map((marker, i) => ({ name: names[i], u: marker.centroid_px[0], v: marker.centroid_px[1], peak: 180 }));
    const { pixels, histogram } = drawSpots(spots, kWidth, kHeight);
    const image = this.image ?? { format: "png", data: pngOf(pixels, kWidth, kHeight) };
    this.sendCdr("/camera/image/live", { header: { stamp: { sec: 0, nanosec: 0 }, frame_id: "camera" }, ...image });
    this.send("/freefloat/picture", Buffer.from(JSON.stringify({
      ...this.desk.vision, width_px: kWidth, height_px: kHeight, histogram, blobs: spots.map(({ u, v }) => [u, v, 24]),
      labels: spots.map(({ name, u, v }, i) => ({ name, u_px: u, v_px: v, seen: true, residual_mm: 0.05 + 0.06 * i })),
      windows: spots.map(({ u, v }) => [u - 16, v - 16, u + 16, v + 16].map(Math.round)),
    })));
  }

  sendCdr(topic, message) {
    if (![...this.clients].some((client) => client.subscriptions.has(topic))) return;
    const source = topic === "/camera/image/live" ? "/camera/image/compressed" : topic;
    this.send(topic, Buffer.from(this.recorded.get(source).writer.writeMessage(message)));
  }

  send(topic, payload) {
    for (const client of this.clients) this.sendTo(client, topic, payload);
  }

  sendTo(client, topic, payload) {
    if (!client.subscriptions.has(topic) || this.silent) return;
    const head = Buffer.alloc(13);
    head[0] = 1;
    head.writeUInt32LE(client.subscriptions.get(topic), 1);
    head.writeBigUInt64LE(BigInt(Math.round(this.now * 1e9)), 5);
    client.peer.send(Buffer.concat([head, payload]));
  }
}

// Started by hand: node mock/server.mjs [PORT]
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const mock = await MockServer.start({ port: Number(process.argv[2] ?? 8765) });
  console.log(mock.link);
}
