// Camera, signals, health and runs.
import assert from "node:assert/strict";
import { kRoot, pause, until, withConsole } from "../harness.mjs";
import { kLab } from "../mock/desk.mjs";

const pixel = (page, selector, x, y) => page.evaluate(([canvas, u, v]) => {
  const element = document.querySelector(canvas);
  return [...element.getContext("2d").getImageData(Math.round(u * element.width), Math.round(v * element.height), 1, 1).data];
}, [selector, x, y]);

export async function camera() {
  await withConsole({}, async (desk, mock) => {
    const { page } = desk;
    assert.ok(![...mock.clients].some((client) => client.subscriptions.has("/camera/image/live")), "no pictures while nobody looks");
    await desk.view("camera");
    await desk.reads(".markers", /tail[\s\S]*joint 1[\s\S]*tip[\s\S]*target/);
    assert.match(await desk.text(".picture-card"), /5 blobs · threshold 60 · exposure 0\.80 ms/);
    const ofBlobs = () => page.evaluate(() => {
      const canvas = document.querySelector(".picture-canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] > 200 && data[i + 1] > 120 && data[i + 1] < 190 && data[i + 2] < 110) ++count;
      return count;
    });
    await until("the blobs are drawn", async () => (await ofBlobs()) > 50);
    await page.click('.legend button:has-text("blobs")');
    await until("the blobs are gone", async () => (await ofBlobs()) < 10);
    // A picture as the program sends it, JPEG, made by the browser itself: white left, black right.
    const jpeg = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(1280, 1024);
      const context = canvas.getContext("2d");
      context.fillStyle = "#fff";
      context.fillRect(0, 0, 640, 1024);
      const blob = await canvas.convertToBlob({ type: "image/jpeg" });
      return [...new Uint8Array(await blob.arrayBuffer())];
    });
    mock.image = { format: "jpeg", data: Uint8Array.from(jpeg) };
    await until("the picture is drawn", async () => (await pixel(page, ".picture-canvas", 0.25, 0.05))[0] > 240 && (await pixel(page, ".picture-canvas", 0.8, 0.05))[0] < 15);
    await page.click('.legend button:has-text("above the threshold")');
    await until("what is above the threshold is coloured", async () => (await pixel(page, ".picture-canvas", 0.25, 0.05)).slice(0, 3).join() === "69,198,179");
    // A picture cut short does no harm.
    mock.image = { format: "jpeg", data: Uint8Array.from(jpeg.slice(0, 300)) };
    await pause(500);
    // Old pictures are not shown as new ones.
    mock.loopSilent = true;
    await desk.reads(".picture-since", /no picture since \d\d:\d\d:\d\d/);
    mock.loopSilent = false;
    await desk.view("operate");
    await until("pictures are no longer asked for", () => ![...mock.clients].some((client) => client.subscriptions.has("/camera/image/live")));
  });
}

export async function vision_settings() {
  await withConsole({}, async (desk, mock) => {
    const { page } = desk;
    await desk.view("camera");
    await desk.reads("#vision-reason", /take control first/);
    assert.ok(await page.isDisabled("#vision-threshold"));
    await desk.takeControl();
    await until("the threshold can be set", () => page.isEnabled("#vision-threshold"));
    await page.fill("#vision-threshold", "75");
    await page.press("#vision-threshold", "Enter");
    await desk.called("vision");
    assert.deepEqual(desk.last("vision"), { threshold: 75 });
    await desk.press("vision_write");
    assert.deepEqual(desk.last("vision_write"), { confirm: false }, "the difference is shown first");
    await desk.reads(".difference", /-threshold: 60\s+\+threshold: 75/);
    await page.click('[data-action="vision_confirm"]');
    await desk.called("vision_write", 2);
    assert.deepEqual(desk.last("vision_write"), { confirm: true });
    mock.desk.become("armed");
    ++mock.desk.changes;
    await desk.reads("#vision-reason", /only while disarmed/);
  });
}

async function curves(hidden) {
  await withConsole({ before: (mock) => { mock.files.hidden = hidden; } }, async (desk, mock) => {
    await desk.view("signals");
    await desk.reads(".signals", /Joint angles[\s\S]*joint 1\s+−?\d+\.\d °/);
    for (const title of ["Joint angles", "Joint rates", "Linear momentum", "Angular momentum", "Manipulability", "Hand to target", "Loop timing"]) {
      assert.match(await desk.text(".signals"), new RegExp(title));
    }
    const drawn = () => desk.page.evaluate(() => [...document.querySelectorAll(".signals canvas")].map((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200 && Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 60) ++count;
      return count;
    }));
    await desk.takeControl();
    mock.desk.become("armed");
    ++mock.desk.changes;
    mock.desk.beginRun();
    mock.startRun();
    mock.speed = 3;
    await until("every curve is drawn", async () => (await drawn()).every((count) => count > 30));
    await desk.reads(".signals", /late, 99 of 100\s+\d+ µs/);
    const overruns = 7;
    mock.desk.overruns = overruns;
    await desk.reads(".signals", /overruns\s+7/);
  });
}

export const signals = () => curves((name) => name.startsWith("vendor/"));
export async function signals_with_uplot() {
  const { existsSync } = await import("node:fs");
  const { kPageFolder } = await import("../mock/server.mjs");
  if (existsSync(`${kPageFolder}/vendor/uPlot.iife.min.js`)) await curves(() => false);
  else throw new Error("uPlot is not in its place: tools/setup console puts it there");
}

export async function health() {
  await withConsole({}, async (desk, mock) => {
    await desk.view("health");
    await desk.reads("#view-health", /No fault\./);
    mock.desk.faults = [
      { name: "table_edge", text: "the satellite's outline is within the table's margin", remedy: "move the robot towards the middle of the table", latched: false },
      { name: "feedback_missing", text: "no status of the servo board", remedy: "check the link and the board's supply", latched: true },
    ];
    mock.desk.become("fault");
    mock.desk.told("the servo board is silent", "alarm");
    await desk.state("fault");
    assert.match(await desk.text("#state"), /FAULT/);
    await desk.reads(".faults", /Table edge[\s\S]*To mend: move the robot towards the middle[\s\S]*latched until acknowledged[\s\S]*To mend: check the link/);
    await desk.reads(".events", /alarm: the servo board is silent/);
    await desk.reads("#view-health", /The link is in order\.[\s\S]*round trip\s+4\.0 ms/);
    mock.linkHealth.diagnosis = "the board's answers have stopped: check its supply";
    await desk.reads(".diagnosis", /answers have stopped/);
    assert.equal(await desk.page.getByText("Markers from another computer", { exact: true }).isVisible(), false);
    mock.markerPath = { at_ns: 10_040_000_000n, of_targets: false, diagnosis: "", health: { keyed: true, connected: true, sessions: 1n, pictures: 900n, texts: 0n, lost: 12n, recent_loss: 0.015,
      late: 4n, repeated: 3n, forged: 1n, garbage: 1n, untimed: 0n, exchanges: 90n, steps: 0n, begun_ns: 0n, newest_picture_ns: 10_000_000_000n, offset_ns: -1_250_000_000n,
      offset_bound_ns: 700_000n, drift: 0, round_trip_ns: 4_000_000n, round_trip_p99_ns: 5_000_000n, latency_ns: 7_000_000n, latency_p99_ns: 8_500_000n, jitter_ns: 1_500_000n } };
    await desk.reads("#view-health", /Pictures come as they should\.[\s\S]*secured by a key[\s\S]*40\.0 ms ago[\s\S]*12, 1\.5 %[\s\S]*4, 3[\s\S]*jitter\s+1\.5 ms[\s\S]*1\.2500 s, within 0\.70 ms/);
    mock.markerPath.diagnosis = "no picture from the tracker since 0.6 s";
    await desk.reads("#view-health", /no picture from the tracker since 0\.6 s/);
    assert.equal(await desk.page.getByText("Target's markers from another computer").isVisible(), false);
    mock.markerPath = { ...mock.markerPath, of_targets: true, diagnosis: "5 % of the target's frames are lost" };
    await desk.reads("#view-health", /no picture from the tracker since 0\.6 s[\s\S]*Target's markers from another computer[\s\S]*5 % of the target's frames are lost/);
    mock.markerPath = null;
    // What has been said stays within bounds.
    for (let i = 0; i < 400; ++i) mock.desk.told(`note ${i}`);
    await desk.reads(".events li", /note 399/);
    for (let i = 0; i < 3; ++i) mock.desk.told("Ada: drag");
    await desk.reads(".events li:first-child", /Ada: drag \(3 times\)/);
    assert.match(await desk.text(".events li:nth-child(2)"), /note 399/);
    assert.ok(await desk.page.locator(".events li").count() <= 300);
  });
}

export async function bring_up() {
  await withConsole({}, async (desk, mock) => {
    const { page } = desk;
    await pause(300);
    assert.equal(mock.called("bring_up").length, 0, "nothing is asked for while another view is shown");
    await desk.view("health");
    await desk.reads(".steps", /done\s+Files of your own\s+lab\/testbed\.yaml[\s\S]*next\s+Where the camera hangs[\s\S]*First: put pictures of a board[\s\S]*skipped\s+LEDs/i);
    assert.equal(await page.locator(".steps .command:visible").innerText(), kLab.command);
    await desk.reads("#view-health", /3 to do/);
    // What a command that was typed elsewhere has done comes by itself.
    const steps = kLab.steps.map((step) => (step.step === "pose" ? { ...step, state: "failed", found: "the boards lie on no plane", needs: undefined } : step));
    mock.desk.lab = { ...kLab, steps };
    await page.clock.install();
    await page.clock.runFor(4000);
    await desk.reads(".steps", /failed\s+Where the camera hangs over the table\s+the boards lie on no plane/i);
    mock.desk.lab = { folder: "lab", done: true, steps: kLab.steps.map((step) => ({ ...step, state: "done", needs: undefined })) };
    await page.clock.runFor(4000);
    await desk.reads("#view-health", /all is done, and it has captured/);
    assert.equal(await page.locator(".steps .command:visible").count(), 0);
    mock.desk.lab = { problem: "lab: is a file, not a folder" };
    await page.clock.runFor(4000);
    await desk.reads("#view-health", /not readable\s+lab: is a file, not a folder/);
  });
  await withConsole({ token: false }, async (desk) => {
    await desk.view("health");
    await desk.called("bring_up");
    assert.ok(!/Bring-up/.test(await desk.text("#view-health")), "who may not ask sees no card");
  });
}

/** Two runs, the second begun 0.12 m beside the first. */
async function withRuns(test, options = {}) {
  await withConsole(options, async (desk, mock) => {
    mock.desk.endRun(true, "captured after 8.4 s");
    mock.desk.endRun(false, "stopped by the operator");
    mock.desk.mode = "idle";
    for (const run of mock.desk.runs) mock.files.reports.add(run.name);
    await desk.view("runs");
    await desk.reads(".runs", /failed[\s\S]*passed/);
    await test(desk, mock, mock.desk.runs.map((run) => run.name));
  });
}

export const runs_list = () => withRuns(async (desk, mock, [, older]) => {
  const { page } = desk;
  assert.match(await desk.text(".runs"), /seed 1[\s\S]*capture distance 1\.23 mm/);
  await page.click(`.runs button.link:has-text("${older}")`);
  await desk.reads(".run-chosen", new RegExp(older));
  assert.equal(await page.getAttribute("a.button", "href"), `/runs/${older}/report.html`);
  const [report] = await Promise.all([desk.context.waitForEvent("page"), page.click("a.button")]);
  await report.waitForLoadState();
  assert.equal(await report.title(), `Report of ${older}`);
  await report.close();
  await desk.takeControl();
  await page.fill("#note-text", "air pads cleaned before this");
  await page.press("#note-text", "Enter");
  await desk.called("note");
  assert.deepEqual(desk.last("note"), { run: older, text: "air pads cleaned before this" });
  await desk.reads(".notes", /air pads cleaned/);
  // A run that has just been made comes into the list by itself.
  mock.desk.endRun(true, "captured after 9.9 s");
  await desk.reads(".runs", /9\.9 s/);
});

/** A long log takes a while, and a slow machine more: who chose the run waits for it, and need not choose it again. */
export const runs_wait_for_a_long_log = () => withConsole({}, async (desk, mock) => {
  mock.desk.readings = 14;
  mock.desk.endRun(true, "captured after 8.4 s");
  mock.desk.mode = "idle";
  await desk.view("runs");
  await desk.reads(".player-card", /is being read/);
  await desk.reads(".player output", /of 10\.\d s/);
});

export const runs_play = () => withRuns(async (desk) => {
  const { page } = desk;
  const time = async () => Number(await page.inputValue("#run-time"));
  await desk.reads(".player output", /of 10\.\d s/);
  await page.selectOption('[aria-label="Speed"]', "2");
  // From here on the page's time goes on when the test says so.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60000);
  await page.click(".play");
  await desk.reads(".play", /Pause/);
  await page.clock.runFor(100);
  const from = await time();
  await page.clock.runFor(1000);
  const played = (await time()) - from;
  assert.ok(Math.abs(played - 2) < 0.05, `plays ${played} s in one second`);
  await page.click(".play");
  const stopped = await time();
  await page.clock.runFor(200);
  assert.equal(await time(), stopped);
  await page.clock.resume();
  // Scrubbed to the beginning, the satellite is where the track begins.
  await page.focus("#run-time");
  await page.keyboard.press("Home");
  await until("it is at the beginning", async () => (await time()) === 0);
  await desk.reads(".player output", /^0\.0 of/);
}, { reducedMotion: "no-preference" });

export const runs_stay_where_they_are_scrubbed = () => withRuns(async (desk, mock, [newest, older]) => {
  const { page } = desk;
  await desk.reads(".player output", /of 10\.\d s/);
  // While another run is read, the one before is not shown under its name, nor can it be scrubbed.
  await page.locator(".runs tbody tr", { hasText: older }).locator("button.link").click();
  assert.equal(await page.locator(".player output").textContent(), "");
  assert.ok(!(await page.isVisible(".player")));
  await desk.reads(".player output", /of \d/);
  await page.focus("#run-time");
  await page.keyboard.press("Home");
  await desk.reads(".player output", /^0\.0 of/);
  await page.click(`[data-compare="${newest}"]`);
  await desk.reads(".player-card .legend", new RegExp(`${older}\\s*${newest}`));
  await desk.later(0.3);
  assert.match(await desk.text(".player output"), /^0\.0 of/);
});

export const runs_compare = () => withRuns(async (desk, mock, [newest, older]) => {
  const { page } = desk;
  await page.click(`[data-compare="${older}"]`);
  await page.waitForSelector('.runs tr[data-chosen="second"]');
  await desk.reads(".player-card .legend", new RegExp(`${newest}\\s*${older}`));
  const ink = (colour) => desk.ink(".player-card canvas", colour);
  await until("both are drawn", async () => (await ink("--c1")) > 100 && (await ink("--c5")) > 100);
  await page.click(`[data-compare="${older}"]`);
  await until("the second is gone", async () => (await ink("--c5")) === 0);
});

export const runs_what_if_and_replay = () => withRuns(async (desk, mock, [newest]) => {
  const { page } = desk;
  await desk.takeControl();
  await desk.press("replay");
  assert.deepEqual(desk.last("replay"), { run: newest });
  await desk.reads(".answer", /replayed bit for bit/);
  await page.fill("#what-if-settings", "guidance.position_gain_per_s=2\ncontrol.damping_m=0.01");
  await desk.press("what_if");
  assert.deepEqual(desk.last("what_if"), { run: newest, settings: ["guidance.position_gain_per_s=2", "control.damping_m=0.01"] });
  await until("the answer is shown", async () => /captured 0\.8 s earlier[\s\S]*capture time\s+7\.6 s/.test(await desk.text("#view-runs")));
});

export async function target_is_drawn_as_it_is_turned() {
  const { poseOf, targetPoints } = await import(`${kRoot}src/console/page/parts/pose.js`);
  const robot = { position_m: [0, 0], attitude_rad: 0, joints_rad: [0, 0] };
  const target = { valid: true, turns: true, attitude_rad: Math.PI / 2, position_m: [0.2, 0.1] };
  const pose = poseOf({ estimate: { valid: true, robot, hand_position_m: [0.5, 0], target } }, null);
  // A quarter turn counter-clockwise: what was to the right of the grapple point is beyond it.
  const [grapple, right] = targetPoints([[0, 0], [0.1, 0]], pose);
  assert.deepEqual(grapple, [0.2, 0.1]);
  assert.ok(Math.hypot(right[0] - 0.2, right[1] - 0.2) < 1e-12, String(right));
  assert.deepEqual(targetPoints([[0, 0]], pose), [], "one LED tells no attitude");
}
