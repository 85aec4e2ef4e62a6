// Runs a console with nothing behind it, for as long as this script lives.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** @returns {{link: URL, end: () => Promise<string>}} The start-up link, and what ends it and gives its last line. */
export async function startConsole(path, options = []) {
  const program = spawn(path, options, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const link = new URL((await lines.next()).value);
  const giveUp = setTimeout(() => {
    console.error("no answer in time");
    program.kill();
    process.exit(1);
  }, 60_000);
  return {
    link,
    async end() {
      program.stdin.end();
      const last = (await lines.next()).value;
      clearTimeout(giveUp);
      return last;
    },
  };
}
