// Runs tests, or prints the names of all.
//   node run.mjs --list
//   node run.mjs NAME...
//   node run.mjs --all     but for those that want a built program
import * as commands from "./cases/commands.mjs";
import * as day from "./cases/day.mjs";
import * as link from "./cases/link.mjs";
import * as looks from "./cases/looks.mjs";
import * as measures from "./measures.mjs";
import * as operate from "./cases/operate.mjs";
import * as program from "./cases/program.mjs";
import * as server from "./cases/real_server.mjs";
import * as stop from "./cases/stop.mjs";
import * as views from "./cases/views.mjs";

const cases = { ...stop, ...link, ...operate, ...views, ...commands, ...looks };
const withPrograms = { ...server, ...program, ...day };
const found = (name) => cases[name] ?? withPrograms[name] ?? measures[name];
const wanted = process.argv.slice(2);
if (wanted[0] === "--list") {
  console.log(Object.keys({ ...cases, ...withPrograms }).join("\n"));
  process.exit(0);
}
const names = wanted[0] === "--all" ? Object.keys(cases) : wanted;
const unknown = names.find((name) => !found(name));
if (unknown) {
  console.error(`there is no test '${unknown}'; node run.mjs --list names them`);
  process.exit(2);
}

async function runCase(name) {
  const begin = performance.now();
  try {
    await found(name)();
    console.log(`${name}: passed, ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(`${name}: failed\n${error.stack}`);
    process.exitCode = 1;
  }
}

// A page waits for its server most of its time; each case has both for its own, so that others go on meanwhile. A measurement
// has the machine alone.
const beside = names.some((name) => measures[name]) ? 1 : 2;
const waiting = [...names];
await Promise.all(Array.from({ length: beside }, async () => {
  while (waiting.length > 0) await runCase(waiting.shift());
}));
process.exit();
