// Opens a run log with the official MCAP reader, decodes every message by its schema and compares with the messages
// that the log must hold.
//   node read_log.mjs LOG.mcap MESSAGES.jsonl
import assert from "node:assert/strict";
import { open, readFile } from "node:fs/promises";
import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import { McapIndexedReader, McapStreamReader } from "@mcap/core";
import { loadDecompressHandlers } from "@mcap/support";

const [logPath, messagesPath] = process.argv.slice(2);

class FileReadable {
  constructor(file) {
    this.file = file;
  }
  async size() {
    return BigInt((await this.file.stat()).size);
  }
  async read(offset, length) {
    const bytes = new Uint8Array(Number(length));
    const { bytesRead } = await this.file.read(bytes, 0, bytes.length, Number(offset));
    assert.equal(bytesRead, bytes.length, "read beyond the end of the file");
    return bytes;
  }
}

/** Compares a decoded value with its JSON form; 64-bit integers are texts there. */
function compare(actual, expected, where) {
  if (typeof actual === "bigint") {
    assert.equal(actual.toString(), expected, where);
  } else if (Array.isArray(actual) || ArrayBuffer.isView(actual)) {
    assert.equal(actual.length, expected.length, `${where}: length`);
    for (let i = 0; i < actual.length; ++i) compare(actual[i], expected[i], `${where}[${i}]`);
  } else if (actual !== null && typeof actual === "object") {
    assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort(), `${where}: fields`);
    for (const key of Object.keys(actual)) compare(actual[key], expected[key], `${where}.${key}`);
  } else {
    assert.strictEqual(actual, expected, where);
  }
}

/** Every record in the order of the file; throws on a wrong checksum. */
async function streamRecords(path, decompressHandlers) {
  const counts = {};
  const reader = new McapStreamReader({ decompressHandlers, validateCrcs: true });
  reader.append(await readFile(path));
  for (let record = reader.nextRecord(); record != undefined; record = reader.nextRecord()) {
    counts[record.type] = (counts[record.type] ?? 0) + 1;
  }
  assert.ok(reader.done(), "the stream reader found no proper end");
  return counts;
}

const decompressHandlers = await loadDecompressHandlers();
const counts = await streamRecords(logPath, decompressHandlers);

const expected = new Map();
for (const line of (await readFile(messagesPath, "utf8")).trimEnd().split("\n")) {
  const { topic, sequence, message } = JSON.parse(line);
  expected.set(`${topic} ${sequence}`, message);
}

const file = await open(logPath, "r");
const reader = await McapIndexedReader.Initialize({ readable: new FileReadable(file), decompressHandlers });
assert.equal(reader.header.profile, "ros2");

// The indexes agree with what is in the file.
const statistics = reader.statistics;
assert.equal(statistics.messageCount, BigInt(expected.size));
assert.equal(counts.Message, expected.size);
assert.equal(statistics.chunkCount, reader.chunkIndexes.length);
assert.ok(reader.chunkIndexes.length >= 10, "a log of 2.5 s has chunks of at most 200 ms");
for (const chunk of reader.chunkIndexes) {
  assert.ok(chunk.uncompressedSize <= 65536n, "a chunk is larger than 64 KiB");
  assert.ok(chunk.messageEndTime - chunk.messageStartTime < 200_000_000n, "a chunk is longer than 200 ms");
  assert.equal(chunk.compression, "zstd");
  assert.ok(chunk.messageIndexOffsets.size > 0);
}
assert.deepEqual(
  reader.attachmentIndexes.map((index) => index.name).sort(), ["camera.yaml", "robot.yaml"]);
const attachments = {};
for await (const attachment of reader.readAttachments({ validateCrcs: true })) {
  attachments[attachment.name] = new TextDecoder().decode(attachment.data);
}
assert.equal(attachments["robot.yaml"], "satellite_mass_kg: 6.256\n");
const metadata = {};
for await (const entry of reader.readMetadata()) metadata[entry.name] = Object.fromEntries(entry.metadata);
assert.deepEqual(metadata["freefloat.run"], {
  run_id: "sample", git_id: "0123456789abcdef", build_hash: "feedbeef", seed: "7", experiment: "random" });
assert.equal(metadata["freefloat.recorder"].cycles, "250");

// Every channel has a schema that parses, and what ROS 2 players ask for.
const decoders = new Map();
for (const channel of reader.channelsById.values()) {
  const schema = reader.schemasById.get(channel.schemaId);
  assert.ok(schema, `${channel.topic} has no schema`);
  assert.equal(schema.encoding, "ros2msg");
  assert.equal(channel.messageEncoding, "cdr");
  assert.ok(channel.metadata.has("offered_qos_profiles"), `${channel.topic} has no offered_qos_profiles`);
  const definitions = parse(new TextDecoder().decode(schema.data), { ros2: true });
  decoders.set(channel.id, new MessageReader(definitions, { timeType: "sec,nanosec" }));
}
assert.equal(decoders.size, 26);

const seen = new Map();
let cycleOutput;
for await (const message of reader.readMessages()) {
  const { topic } = reader.channelsById.get(message.channelId);
  const key = `${topic} ${message.sequence}`;
  assert.ok(expected.has(key), `unexpected message ${key}`);
  const decoded = decoders.get(message.channelId).readMessage(message.data);
  compare(decoded, expected.get(key), key);
  expected.delete(key);
  seen.set(topic, (seen.get(topic) ?? 0) + 1);
  if (topic === "/hand/pose") {
    const { position } = decoded.pose;
    const output = expected.get(`/freefloat/cycle_output ${message.sequence}`) ?? cycleOutput;
    assert.deepEqual([position.x, position.y], output.estimate.hand_position_m, key);
  }
  if (topic === "/freefloat/cycle_output") cycleOutput = decoded;
}
assert.equal(expected.size, 0, `missing: ${[...expected.keys()].slice(0, 5)}`);
for (const channel of reader.channelsById.values()) {
  assert.ok(seen.get(channel.topic) > 0, `no message on ${channel.topic}`);
  assert.equal(statistics.channelMessageCounts.get(channel.id), BigInt(seen.get(channel.topic)));
}
await file.close();
console.log(`${statistics.messageCount} messages on ${seen.size} topics in ${statistics.chunkCount} chunks agree`);
