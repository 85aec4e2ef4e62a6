// A recorded run, read with the official readers: its schemas, its messages, and how to make bytes of messages again.
import { readFile } from "node:fs/promises";
import { parse } from "@foxglove/rosmsg";
import { MessageReader, MessageWriter } from "@foxglove/rosmsg2-serialization";
import { McapStreamReader } from "@mcap/core";
import { loadDecompressHandlers } from "@mcap/support";

/** @returns A topic that the recorded run has not, from the messages of tools/freefloat_msgs: `names[0]` and those within. */
export async function describeTopic(folder, names) {
  const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}.msg`, "utf8")));
  const line = "=".repeat(80);
  const schema = texts.map((text, i) => (i === 0 ? text : `${line}\nMSG: freefloat_msgs/${names[i]}\n${text}`)).join("");
  return { schemaName: `freefloat_msgs/msg/${names[0]}`, schema, writer: new MessageWriter(parse(schema, { ros2: true })), raw: [], messages: [] };
}

/** @returns {Promise<Map<string, {schemaName, schema, read, write, raw: Uint8Array[], messages: object[]}>>} by topic */
export async function readRecorded(path, keep = () => true) {
  const reader = new McapStreamReader({ decompressHandlers: await loadDecompressHandlers() });
  reader.append(await readFile(path));
  const schemas = new Map();
  const channels = new Map();
  const topics = new Map();
  for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
    if (record.type === "Schema") schemas.set(record.id, record);
    if (record.type === "Channel" && !channels.has(record.id)) {
      const schema = schemas.get(record.schemaId);
      const text = new TextDecoder().decode(schema.data);
      const definitions = parse(text, { ros2: true });
      const topic = { schemaName: schema.name, schema: text, reader: new MessageReader(definitions, { timeType: "sec,nanosec" }), writer: new MessageWriter(definitions), raw: [], messages: [] };
      channels.set(record.id, topic);
      topics.set(record.topic, topic);
    }
    if (record.type !== "Message") continue;
    const topic = channels.get(record.channelId);
    if (![...topics].some(([name, known]) => known === topic && keep(name))) continue;
    topic.raw.push(record.data);
    topic.messages.push(topic.reader.readMessage(record.data));
  }
  return topics;
}
