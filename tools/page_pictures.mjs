// Takes the README's pictures of the console's page: a capture in the simulated testbed, light and dark, as a browser shows
// it. Called by tools/make_pictures.
//   FREEFLOAT=build/release/bin/freefloat node tools/page_pictures.mjs FOLDER
// FOLDER gets page_light.png and page_dark.png, and frames/NUMBER.png with frames/durations: ms each.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { built, kLongMs, press, until, withProgram } from "../tests/integration/console_page/harness.mjs";

const kWidth = 1180; // of the animation, px
const kHeight = 738;
const kLeastMs = 90; // between two of its frames
const kLastMs = 2500; // how long its end is shown

const stateIs = (desk, name) => until(name, async () => (await desk.page.getAttribute("#state", "data-state")) === name, kLongMs);

async function armed(desk) {
  await desk.takeControl("Ada");
  await press(desk, "prepare");
  await until("a preview", async () => (await desk.page.locator('.verdict[data-verdict="good"], .verdict[data-verdict="near_edge"]').count()) > 0, kLongMs);
  await press(desk, "arm");
  await desk.page.fill("#arm-text", "ARM");
  await desk.page.press("#arm-text", "Enter");
  await stateIs(desk, "armed");
}

/** What the browser draws while `work` goes on. @returns {Promise<{png: Buffer, at: number}[]>} times in ms */
async function film(desk, work) {
  const frames = [];
  const devtools = await desk.context.newCDPSession(desk.page);
  devtools.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    const at = metadata.timestamp * 1000;
    if (frames.length === 0 || at - frames.at(-1).at >= kLeastMs) frames.push({ png: Buffer.from(data, "base64"), at });
    devtools.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
  });
  await devtools.send("Page.startScreencast", { format: "png", maxWidth: kWidth, maxHeight: kHeight });
  await work();
  await devtools.send("Page.stopScreencast");
  return frames;
}

async function keep(frames, folder) {
  await mkdir(folder, { recursive: true });
  const durations = frames.map((frame, i) => Math.round(i + 1 < frames.length ? frames[i + 1].at - frame.at : kLastMs));
  await Promise.all(frames.map((frame, i) => writeFile(join(folder, `${String(i).padStart(4, "0")}.png`), frame.png)));
  await writeFile(join(folder, "durations"), durations.join("\n") + "\n");
  console.log(`${frames.length} frames, ${(durations.reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(1)} s`);
}

async function onProgram(test) {
  const runs = await mkdtemp(join(tmpdir(), "freefloat-pictures-"));
  try {
    const options = ["operate", "--open", "moving_target.yaml", "--port", "0", "--no-browser", "--log-dir", runs];
    await withProgram(built("FREEFLOAT"), options, test);
  } finally {
    await rm(runs, { recursive: true, force: true });
  }
}

const captured = (desk) => until("captured", async () => /passed/.test(await desk.page.locator(".last-run .tag").innerText({ timeout: 500 }).catch(() => "")), kLongMs);
const [folder] = process.argv.slice(2);
await mkdir(folder, { recursive: true });

await onProgram(async (desk) => {
  await desk.page.setViewportSize({ width: kWidth, height: kHeight });
  await armed(desk);
  const frames = await film(desk, async () => {
    await press(desk, "run");
    await captured(desk);
  });
  await keep(frames, join(folder, "frames"));
});

for (const scheme of ["light", "dark"]) {
  await onProgram(async (desk) => {
    await desk.page.emulateMedia({ colorScheme: scheme });
    await desk.page.setViewportSize({ width: 1440, height: 900 });
    await armed(desk);
    await press(desk, "run");
    await stateIs(desk, "active");
    await desk.later(4);
    await desk.page.screenshot({ path: join(folder, `page_${scheme}.png`) });
    await captured(desk);
  });
}
process.exit();
