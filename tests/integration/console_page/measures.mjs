// What the page takes of this machine: printed, never judged. tools/measure_console page runs it.
import assert from "node:assert/strict";
import { kViews, withConsole } from "./harness.mjs";

export async function first_paint() {
  await withConsole({}, async (desk, mock) => {
    for (const view of kViews) await desk.view(view);
    const bytes = [...mock.files.served.values()].reduce((sum, size) => sum + size, 0);
    const paints = [];
    for (let time = 0; time < 11; ++time) {
      await desk.page.reload();
      await desk.live();
      paints.push(await desk.page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
    }
    paints.sort((a, b) => a - b);
    console.log(`first paint, 11 times: median ${Math.round(paints[5])} ms, at most ${Math.round(paints[10])} ms; ${mock.files.served.size} files, ${Math.round(bytes / 1024)} KB`);
  });
}

export async function frames_per_second() {
  await withConsole({ width: 1440, height: 900 }, async (desk, mock) => {
    await desk.takeControl();
    await desk.arm();
    await desk.press("run");
    await desk.state("active");
    const { rate, worst } = await desk.page.evaluate(() => new Promise((resolve) => {
      const stamps = [];
      const tick = (stamp) => {
        stamps.push(stamp);
        if (stamps.length < 180) requestAnimationFrame(tick);
        else {
          const gaps = stamps.slice(1).map((time, i) => time - stamps[i]).sort((a, b) => a - b);
          resolve({ rate: 1000 * (stamps.length - 1) / (stamps.at(-1) - stamps[0]), worst: gaps[Math.floor(gaps.length * 0.95)] });
        }
      };
      requestAnimationFrame(tick);
    }));
    console.log(`top view at 1440 px while it moves: ${rate.toFixed(1)} frames a second, 95 of 100 within ${worst.toFixed(1)} ms`);
    assert.ok(mock.running);
  });
}
