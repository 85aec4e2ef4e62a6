// Opens every log of a folder with the official MCAP readers: all records in order with their checksums, then all
// messages through the indexes, and the counts of both agree.
//   node open_logs.mjs FOLDER
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { McapIndexedReader, McapStreamReader } from "@mcap/core";
import { loadDecompressHandlers } from "@mcap/support";

const folder = process.argv[2];
const decompressHandlers = await loadDecompressHandlers();

async function openLog(bytes) {
  let streamed = 0;
  const stream = new McapStreamReader({ decompressHandlers, validateCrcs: true });
  stream.append(bytes);
  for (let record = stream.nextRecord(); record != undefined; record = stream.nextRecord()) {
    if (record.type === "Message") ++streamed;
  }
  assert.ok(stream.done(), "the stream reader found no proper end");

  const readable = {
    size: async () => BigInt(bytes.length),
    read: async (offset, length) => bytes.subarray(Number(offset), Number(offset) + Number(length)),
  };
  const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers });
  let indexed = 0;
  for await (const message of reader.readMessages()) {
    assert.ok(reader.channelsById.has(message.channelId));
    ++indexed;
  }
  assert.equal(indexed, streamed, "messages in order and through the indexes");
  assert.equal(BigInt(indexed), reader.statistics.messageCount, "messages and statistics");
  for await (const attachment of reader.readAttachments({ validateCrcs: true })) assert.ok(attachment.name);
  return indexed;
}

const names = (await readdir(folder)).filter((name) => name.endsWith(".mcap"));
assert.ok(names.length > 0, `no logs in ${folder}`);
let messages = 0;
for (const name of names) {
  try {
    messages += await openLog(await readFile(join(folder, name)));
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    process.exitCode = 1;
  }
}
console.log(`${names.length} logs with ${messages} messages opened`);
