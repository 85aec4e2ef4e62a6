// Opens logs with the official MCAP readers: all records in order with their checksums, then all messages through the
// indexes, and the counts of both agree.
//   node open_logs.mjs FOLDER    every log in it
//   node open_logs.mjs -         the logs whose paths come on standard input; each is removed when it has been opened, so
//                                that more can be made than the disk holds
import assert from "node:assert/strict";
import { readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
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

async function* findLogs() {
  if (folder !== "-") {
    for (const name of await readdir(folder)) if (name.endsWith(".mcap")) yield join(folder, name);
    return;
  }
  for await (const line of createInterface({ input: process.stdin })) yield line;
}

let logs = 0;
let messages = 0;
for await (const path of findLogs()) {
  ++logs;
  try {
    messages += await openLog(await readFile(path));
  } catch (error) {
    console.error(`${path}: ${error.message}`);
    process.exitCode = 1;
  }
  if (folder === "-") await unlink(path);
}
assert.ok(logs > 0, `no logs in ${folder}`);
console.log(`${logs} logs with ${messages} messages opened`);
