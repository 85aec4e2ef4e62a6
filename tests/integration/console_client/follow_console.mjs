// Follows a live console with Foxglove's own client: decodes every channel by its schema, reads parameters and time,
// and stops the robot by a service call.
//   node follow_console.mjs CONSOLE_DEMO VIEWERS_FOLDER
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import protocol from "@foxglove/ws-protocol";
import { WebSocket } from "ws";
import { startConsole } from "./start_console.mjs";

const { FoxgloveClient } = protocol;
const viewers = process.argv[3];
const { link, end } = await startConsole(process.argv[2]);

/** The next event of a kind that the condition holds for. */
function event(client, kind, condition = () => true) {
  return new Promise((resolve) => {
    const listen = (value) => {
      if (!condition(value)) return;
      client.off(kind, listen);
      resolve(value);
    };
    client.on(kind, listen);
  });
}

function connect(subprotocol) {
  const client = new FoxgloveClient({ ws: new WebSocket(`ws://${link.host}/`, [subprotocol]) });
  const greeted = Promise.all(
    ["serverInfo", "advertise", "advertiseServices"].map((kind) => event(client, kind)));
  return { client, greeted };
}

/** How a channel's messages are read. */
function reader(channel) {
  if (channel.encoding === "json") {
    assert.equal(channel.schemaEncoding, "jsonschema", channel.topic);
    JSON.parse(channel.schema);
    return (data) => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(data));
  }
  assert.equal(channel.encoding, "cdr", channel.topic);
  assert.equal(channel.schemaEncoding, "ros2msg", channel.topic);
  const messages = new MessageReader(parse(channel.schema, { ros2: true }));
  return (data) => messages.readMessage(data);
}

const { client, greeted } = connect("foxglove.websocket.v1");
const [info, channels, services] = await greeted;
assert.equal(info.name, "Freefloat");
assert.deepEqual(info.supportedEncodings, ["json"]);

// Every channel gives a message that its schema describes, but those of runs with several targets or with bodies that touch.
const silent = new Set(["/freefloat/targets", "/freefloat/contact"]);
const expected = channels.filter(({ topic }) => !silent.has(topic)).length;
assert.equal(expected, channels.length - silent.size);
const decoded = new Map();
const topics = new Map();
for (const channel of channels) {
  topics.set(client.subscribe(channel.id), { topic: channel.topic, read: reader(channel) });
}
await new Promise((resolve) => {
  client.on("message", ({ subscriptionId, timestamp, data }) => {
    const { topic, read } = topics.get(subscriptionId);
    assert.ok(timestamp > 1_700_000_000_000_000_000n, `${topic}: time ${timestamp}`);
    decoded.set(topic, read(data));
    if (decoded.size === expected) resolve();
  });
});
assert.equal(decoded.get("/tf").transforms[0].header.frame_id, "table");
assert.equal(decoded.get("/tf").transforms.at(-1).child_frame_id, "target");
assert.equal(decoded.get("/hand/pose").header.frame_id, "table");
assert.deepEqual(decoded.get("/joint_states").name, ["shoulder", "elbow"]);
assert.equal(decoded.get("/freefloat/cycle_output").state, 0);
const entities = decoded.get("/scene").entities.map((entity) => entity.id);
assert.deepEqual(entities, ["table", "satellite", "link_1", "link_2", "target", "workspace"]);
const picture = decoded.get("/camera/image/live");
assert.equal(picture.format, "jpeg");
assert.deepEqual([...picture.data.subarray(0, 3)], [0xff, 0xd8, 0xff]);
assert.equal(decoded.get("/freefloat/desk").operator.you, false);

/** The value at a path of a viewer; undefined when there is none. */
function valueAt(path, separator) {
  const topic = [...decoded.keys()].filter((name) => path.startsWith(name + separator)).pop();
  const steps = path.slice((topic ?? "").length + 1).replaceAll("[", `${separator}`).replaceAll("]", "").split(separator);
  return steps.reduce((value, step) => value?.[step], decoded.get(topic));
}

// The layouts show what there is.
const layout = JSON.parse(await readFile(`${viewers}/foxglove_layout.json`, "utf8"));
const paths = Object.values(layout.configById).flatMap((config) => (config.paths ?? []).map(({ value }) => value));
assert.ok(paths.length > 10);
for (const path of paths) assert.notEqual(valueAt(path, "."), undefined, path);
const panels = Object.values(layout.configById);
const shownTopics = panels.flatMap((panel) => [
  panel.topicPath, panel.imageMode?.imageTopic, ...Object.keys(panel.topics ?? {})].filter(Boolean));
assert.ok(shownTopics.length >= 3);
for (const topic of shownTopics) assert.ok(decoded.has(topic), topic);
const asked = panels.map(({ serviceName }) => serviceName).filter(Boolean);
assert.deepEqual(asked, ["/freefloat/stop"]);
for (const name of asked) assert.ok(services.some((service) => service.name === name), name);
const shown = JSON.stringify(layout.layout);
for (const panel of Object.keys(layout.configById)) assert.ok(shown.includes(panel), panel);
const curves = [...(await readFile(`${viewers}/plotjuggler_layout.xml`, "utf8")).matchAll(/<curve .*name="([^"]+)"/g)];
assert.ok(curves.length > 10);
for (const [, path] of curves) assert.notEqual(valueAt(path, "/"), undefined, path);

// Parameters and time.
const values = event(client, "parameterValues", ({ id }) => id === "all");
client.getParameters([], "all");
assert.equal((await values).parameters[0].name, "guidance.position_gain_per_s");
const time = event(client, "time");
assert.ok((await time).timestamp > 1_700_000_000_000_000_000n);

/** Calls a service and waits for its answer. */
let calls = 0;
async function call(name, request) {
  const service = services.find((one) => one.name === `/freefloat/${name}`);
  const callId = ++calls;
  const answer = event(client, "serviceCallResponse", (response) => response.callId === callId);
  const data = new TextEncoder().encode(JSON.stringify(request));
  client.sendServiceCallRequest({ serviceId: service.id, callId, encoding: "json", data });
  return JSON.parse(new TextDecoder().decode((await answer).data));
}
// Without the token nobody commands, and everybody stops.
assert.equal((await call("run", {})).done, false);
const stopped = event(client, "message", ({ subscriptionId, data }) => {
  const { topic, read } = topics.get(subscriptionId);
  return topic === "/freefloat/desk" && read(data).supervisor === "stopped";
});
assert.deepEqual(await call("stop", {}), { done: true, words: "STOP", result: {} });
await stopped;
const failure = event(client, "serviceCallFailure");
client.sendServiceCallRequest({ serviceId: 4711, callId: 1, encoding: "json", data: new Uint8Array() });
assert.match((await failure).message, /no service/);
client.close();

// The newer name of the protocol.
const newer = connect("foxglove.sdk.v1");
await newer.greeted;
newer.client.close();

assert.equal(await end(), "1 stops");
console.log(`${decoded.size} channels decoded, ${services.length} services, stopped`);
