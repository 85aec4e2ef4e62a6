// Runs the example in Python against a console until it has printed some places of the hand.
//   node run_example.mjs CONSOLE_DEMO PYTHON LIVE_STREAM.PY
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { startConsole } from "./start_console.mjs";

const [path, python, script] = process.argv.slice(2);
const { link, end } = await startConsole(path);
const example = spawn(python, [script, link.host], { stdio: ["ignore", "pipe", "inherit"] });
let count = 0;
for await (const line of createInterface({ input: example.stdout })) {
  assert.match(line, /^-?\d\.\d{4} -?\d\.\d{4}$/);
  if (++count === 10) break;
}
example.kill();
assert.equal(count, 10);
await end();
console.log("the example in Python prints where the hand is");
