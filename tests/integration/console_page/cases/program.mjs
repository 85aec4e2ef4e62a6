// The page with the program itself: settings of the vision into the files; one run, and the recording of one.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { arm, built, kRoot, press, stateIs, until, withProgram } from "../harness.mjs";

const kConfigs = `${kRoot}configs`;
const kStanding = join(kConfigs, "experiments/standing_target.yaml");
const kNoPictures = ["--set", "simulation.imaging.render=false"];

async function inFolder(test) {
  const folder = await mkdtemp(join(tmpdir(), "freefloat-page-"));
  try {
    await test(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const vision_is_written_to_the_file = () => inFolder(async (folder) => {
  await cp(kConfigs, join(folder, "configs"), { recursive: true });
  const testbed = join(folder, "configs/testbeds/modern.yaml");
  const before = await readFile(testbed, "utf8");
  const options = [testbed, "--experiments", join(folder, "configs/experiments"), "--log-dir", join(folder, "runs"), "--port", "0", "--no-browser"];
  await withProgram(built("FREEFLOAT"), ["operate", ...options], async (desk) => {
    const { page } = desk;
    await desk.takeControl("Ada");
    await desk.view("camera");
    const settable = (field) => until(`${field} can be set`, () => page.isEnabled(field));
    await settable("#vision-threshold");
    await page.fill("#vision-threshold", "55");
    await page.press("#vision-threshold", "Enter");
    await until("the vision goes on with it", async () => /threshold 55/.test(await desk.text(".picture-card")));
    await settable("#vision-gate_floor_mm");
    await page.fill("#vision-gate_floor_mm", "5");
    await page.press("#vision-gate_floor_mm", "Enter");
    await until("the gate as well", async () => (await page.isEnabled("#vision-gate_floor_mm")) && (await page.inputValue("#vision-gate_floor_mm")) === "5");
    await until("the difference is shown", async () => {
      await press(desk, "vision_write");
      return /\+ {2}threshold: 55/.test(await desk.text(".difference"));
    });
    for (const line of ["-  gate_floor_mm: 4", "+  gate_floor_mm: 5"]) assert.ok((await desk.text(".difference")).includes(line), line);
    assert.equal(await readFile(testbed, "utf8"), before, "nothing is written before it is confirmed");
    await page.click('[data-action="vision_confirm"]');
    const wanted = before.replace("vision:\n", "vision:\n  threshold: 55\n").replace("gate_floor_mm: 4", "gate_floor_mm: 5");
    await until("it is written, comments and all", async () => (await readFile(testbed, "utf8")) === wanted);
    const kept = (await readdir(join(folder, "configs/testbeds"))).find((name) => name.startsWith("modern.yaml.before-"));
    assert.equal(await readFile(join(folder, "configs/testbeds", kept), "utf8"), before);
    await desk.view("health");
    await until("it shows the way to a lab's own files", async () => /Files/i.test(await desk.text(".steps")));
    await until("the event names the old file", async () => (await desk.text(".events")).includes(kept));
  });
});

export const run_has_the_page_too = () => inFolder(async (folder) => {
  await withProgram(built("FREEFLOAT"), ["run", kStanding, "--console", "--port", "0", "--log-dir", folder, ...kNoPictures], async (desk, program) => {
    const { page } = desk;
    await desk.takeControl("Ada");
    await until("it moves", async () => (await page.getAttribute("#state", "data-state")) === "active");
    await desk.reads(".doing", /capture standing \(\d of 7\)/i);
    for (const what of ["arm", "prepare", "acknowledge"]) {
      const button = page.locator(`[data-action="${what}"]:visible`);
      assert.match(await button.getAttribute("data-reason"), /a run is under way/, what);
    }
    await press(desk, "pause");
    await until("it is held", async () => (await page.getAttribute("#state", "data-state")) === "hold");
    await page.keyboard.press("Escape");
    await until("the run is over and failed", async () => /failed/.test(await page.locator(".last-run .tag").innerText({ timeout: 1000 }).catch(() => "")));
    assert.match(await desk.text(".phases"), /interrupted/);
    assert.match(await page.getAttribute('[data-action="arm"]', "data-reason"), /the run is over/);
    await desk.view("runs");
    await until("its track can be played", async () => /of \d/.test(await desk.text(".player output")));
    assert.match(program.said(), /the page stays until it is closed/);
  });
  const [run] = await readdir(folder);
  assert.match(await readFile(join(folder, run, "summary.json"), "utf8"), /"passed": false/);
});

/** Nothing can be written from some moment of the run on: said in words, the robot safe, the day goes on. */
export const disk_fills_in_a_run = () => inFolder(async (folder) => {
  const disk = [`LD_PRELOAD=${built("FAILING_DISK")}`, "FF_FAILING_DISK=seed=1 kind=enospc first=c31 count=0"];
  const options = ["operate", "--log-dir", folder, "--port", "0", "--no-browser", ...kNoPictures];
  await withProgram("/usr/bin/env", [...disk, built("FREEFLOAT"), ...options], async (desk) => {
    const { page } = desk;
    await desk.takeControl("Ada");
    await page.selectOption("#experiment-file", { label: "standing target" });
    await until("it is open", async () => /standing target/.test(await desk.text("#where")));
    await press(desk, "prepare");
    await arm(desk);
    await press(desk, "run");
    const last = () => page.locator(".last-run").innerText({ timeout: 1000 }).catch(() => "");
    await until("the run has ended, and says that its log is not whole", async () => /log incomplete\s*Last run: captured after .*; its log is not complete: \d+ messages are missing/.test(await last()));
    await stateIs(desk, "disarmed", "ready");
    await desk.view("health");
    await desk.reads(".events", /alarm: the log cannot be written: No space left on device; control goes on/);
    await desk.view("runs");
    await desk.reads(".runs", /log incomplete/);
  });
});

export const recording_is_played = () => inFolder(async (folder) => {
  const program = built("FREEFLOAT");
  await promisify(execFile)(program, ["run", kStanding, "--log-dir", folder, ...kNoPictures]);
  const [run] = await readdir(folder);
  await withProgram(program, ["replay", join(folder, run, "run.mcap"), "--console", "--port", "0"], async (desk) => {
    const { page } = desk;
    await desk.reads("#link-words", /recording · /);
    assert.match(await desk.text("#stop-note"), /A recording/);
    await desk.takeControl("Ada");
    await until("what was a capture is shown as one", async () => (await page.getAttribute("#state", "data-state")) === "active");
    await desk.reads("#state-detail", /as it was recorded/);
    for (const what of ["arm", "prepare", "skip", "acknowledge"]) {
      assert.match(await page.locator(`[data-action="${what}"]:visible`).getAttribute("data-reason"), /recording of a run: nothing moves/, what);
    }
    await page.keyboard.press("Escape");
    await until("STOP pauses it", async () => /recording, paused/i.test(await desk.text("#doing")) || /recording, paused/i.test(await desk.text("#where")));
    await desk.reads(".stop-word", /^STOP$/);
    const words = await desk.text("#link-words");
    await until("what rests is not taken for gone", async () => (await page.evaluate(() => document.body.dataset.fresh)) === "live");
    assert.equal(await desk.text("#link-words"), words);
    await press(desk, "resume");
    await desk.later(0.3);
    await press(desk, "run"); // from the beginning
    await until("it begins anew", async () => (await page.getAttribute("#state", "data-state")) !== "active");
    await desk.view("runs");
    await desk.reads(".runs", /passed/);
    await until("its track can be scrubbed", async () => /of \d/.test(await desk.text(".player output")));
    await press(desk, "replay");
    await until("the replay agrees", async () => /every bit/.test(await page.locator("#view-runs .answer").first().innerText()));
  });
});
