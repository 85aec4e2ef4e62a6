// The view in front: top view, dragging, experiment, arming, jogging.
import assert from "node:assert/strict";
import { kNearTarget, pause, until, withConsole } from "../harness.mjs";

/** Colours of the top view's canvas, as the page's style sheet names them, that are to be seen in it; nearly, since edges are smoothed. */
async function seen(page, names) {
  return page.evaluate((wanted) => {
    const canvas = document.querySelector("#view-operate .top-canvas");
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(wanted.map((name) => {
      const hex = style.getPropertyValue(`--${name}`).trim();
      const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4) if (Math.abs(pixels[i] - r) + Math.abs(pixels[i + 1] - g) + Math.abs(pixels[i + 2] - b) < 40) ++count;
      return [name, count];
    }));
  }, names);
}

/** Places on the canvas, from metres on the table, for a table of 1.8 m square. */
async function placeOf(page, [x, y]) {
  const box = await page.locator("#view-operate .top-canvas").boundingBox();
  const text = Math.round(Math.min(22, Math.max(11, Math.min(box.width, box.height) / 72)));
  const scale = Math.min((box.width - 5 * text) / 1.8, (box.height - 5.4 * text) / 1.8);
  return [box.x + (box.width + 2.4 * text) / 2 + x * scale, box.y + (box.height - 1.6 * text) / 2 - y * scale];
}

export async function top_view() {
  await withConsole({}, async (desk, mock) => {
    await desk.takeControl();
    await desk.press("prepare");
    await desk.press("preview");
    await desk.reads(".verdict", /Preview: good: captured after 8\.1 s/);
    for (const name of ["c1", "c2", "c3", "c4", "ink", "good"]) await until(`${name} is to be seen`, async () => (await seen(desk.page, [name]))[name] > 20);
    const before = await seen(desk.page, ["c1"]);
    await desk.reads("#top-view-words", /disarmed\. Robot at x .* m, y .* m, turned .* degrees\. Hand .* m from the target/);
    // Each sign can be switched off.
    const plan = desk.page.locator('.legend button', { hasText: "plan" });
    await plan.click();
    await until("the plan is gone", async () => (await seen(desk.page, ["good"])).good === 0);
    await desk.arm();
    mock.waitsAt = kNearTarget;
    await desk.press("run");
    await desk.state("active");
    await desk.reads("#doing", /capture moving/i);
    mock.waitsAt = Infinity;
    await until("the hand leaves a path", async () => (await seen(desk.page, ["c1"])).c1 > before.c1);
  });
}

export async function preview_verdicts() {
  await withConsole({}, async (desk) => {
    await desk.takeControl();
    for (const [file, verdict, pattern, colour] of [
      ["near_edge.yaml", "near_edge", /near an edge.*4° of its limit/, "warn"],
      ["out_of_reach.yaml", "refused", /refused: the target stays outside/, "bad"],
    ]) {
      await desk.page.selectOption("#experiment-file", file);
      await desk.called("open");
      await until("the file is open", () => desk.mock.desk.file === file);
      await desk.press("preview");
      await desk.reads(".verdict", pattern);
      assert.equal(await desk.page.getAttribute(".verdict", "data-verdict"), verdict);
      await until(`${colour} is drawn`, async () => (await seen(desk.page, [colour]))[colour] > 20);
    }
  });
}

export async function what_was_granted_and_came_to_nothing() {
  await withConsole({}, async (desk, mock) => {
    mock.desk.told("of before anything was asked", "alarm");
    await desk.takeControl();
    await desk.press("prepare");
    await desk.answered(/Prepare:\s*robot and target/);
    mock.desk.told("a picture was lost", "warning");
    mock.desk.told("guidance.position_gain_per_s: -5 is out of range", "alarm");
    await desk.reads('#answers [data-result="failed"]', /Prepare:\s*guidance\.position_gain_per_s: -5 is out of range/);
    assert.doesNotMatch(await desk.page.evaluate(() => window.answered), /before anything|picture was lost/);
  });
}

export async function one_run_shows_its_prediction_until_it_moves() {
  await withConsole({}, async (desk, mock) => {
    const text = "captured after 5.0 s; smallest singular value 0.080 m, 40 % of the joint rates to spare";
    Object.assign(mock.desk, { kind: "run", mode: "running", supervisor: "ready", preview: { status: "good", text, seconds: 5.0 } });
    ++mock.desk.changes;
    await desk.reads(".verdict", /^Preview: good: captured after 5\.0 s; smallest singular value 0\.080 m/);
    mock.desk.become("active");
    await until("the prediction is gone", async () => !await desk.page.locator(".verdict").isVisible());
  });
}

export async function dragging() {
  await withConsole({}, async (desk, mock) => {
    const { page } = desk;
    await desk.takeControl();
    const drag = async (from, to) => {
      const [begin, end] = [await placeOf(page, from), await placeOf(page, to)];
      await page.mouse.move(...begin);
      await page.mouse.down();
      await page.mouse.move((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2, { steps: 4 });
      await page.mouse.move(...end);
      await page.mouse.up();
    };
    await drag(mock.robot.target, [0.4, 0.5]);
    await desk.called("drag");
    await until("the target is there", () => Math.hypot(mock.robot.target[0] - 0.4, mock.robot.target[1] - 0.5) < 0.01);
    assert.equal(desk.last("drag").what, "target");
    const from = mock.robot.pose.position;
    await pause(200);
    await drag(from, [from[0] - 0.3, from[1] + 0.2]);
    await until("the robot is there", () => Math.hypot(mock.robot.pose.position[0] - from[0] + 0.3, mock.robot.pose.position[1] - from[1] - 0.2) < 0.01);
    assert.equal(desk.last("drag").what, "robot");
    await pause(200);
    // With the shift key the robot is turned where it stands.
    const at = mock.robot.pose.position;
    const before = mock.robot.pose.attitude;
    await page.keyboard.down("Shift");
    await drag([at[0] + 0.08, at[1]], [at[0], at[1] + 0.08]);
    await page.keyboard.up("Shift");
    await until("the robot is turned", () => Math.abs(mock.robot.pose.attitude - before - Math.PI / 2) < 0.1);
    // The table is tilted, by pointer and by keys.
    const disc = await page.locator(".tilt-disc").boundingBox();
    await page.mouse.click(disc.x + disc.width / 2 + 12, disc.y + disc.height / 2);
    await until("the table is tilted", () => mock.robot.tilt?.tilt_g > 3e-4 && Math.abs(mock.robot.tilt.direction_deg) < 10);
    await page.focus(".tilt-disc");
    await page.keyboard.press("Home");
    await until("the table is level", () => mock.robot.tilt.tilt_g === 0);
    await page.keyboard.press("ArrowUp");
    await until("the table is tilted away", () => mock.robot.tilt.tilt_g > 0 && Math.abs(mock.robot.tilt.direction_deg - 90) < 1);
    // While the robot is armed, nothing can be dragged.
    await desk.arm();
    const count = mock.called("drag").length;
    await drag(mock.robot.target, [0, 0.6]);
    await pause(200);
    assert.equal(mock.called("drag").length, count);
    assert.ok(await page.isHidden(".tilt-disc"));
  });
}

export async function arming_in_two_steps() {
  await withConsole({}, async (desk, mock) => {
    const { page } = desk;
    await desk.takeControl();
    assert.ok(await page.isHidden(".arm-panel"));
    await desk.press("arm");
    await page.waitForSelector(".arm-panel:visible");
    await desk.reads(".arm-left", /\d+ s left/);
    assert.equal(await page.evaluate(() => document.activeElement.id), "arm-text");
    await page.keyboard.type("arm");
    await page.keyboard.press("Enter");
    await page.click('[data-action="arm_confirm"]', { force: true });
    await pause(150);
    assert.equal(mock.called("arm_confirm").length, 0, "small letters do not arm");
    await page.fill("#arm-text", "ARM");
    await page.keyboard.press("Enter");
    await desk.state("armed");
    assert.deepEqual(desk.last("arm_confirm"), { text: "ARM" });
    assert.match(await desk.text("#state"), /ARMED/);
    // STOP while arming leaves nothing armed.
    await desk.press("disarm");
    await desk.press("arm");
    await page.waitForSelector(".arm-panel:visible");
    await page.keyboard.press("Escape");
    await desk.state("stopped");
    await page.waitForSelector(".arm-panel", { state: "hidden" });
  });
}

export async function reasons_why_not() {
  await withConsole({}, async (desk, mock) => {
    const { page } = desk;
    await desk.reads(".experiment-card", /Prepare, Preview, Arm: take control first/);
    await page.click('[data-action="arm"]', { force: true });
    await pause(150);
    assert.equal(mock.called("arm").length, 0, "a button that cannot be used asks for nothing");
    await desk.takeControl();
    await desk.reads(".experiment-card", /Run: arm first/);
    await desk.reads(".experiment-card", /Pause, Skip, Abort: nothing runs/);
    mock.desk.cameraOk = false;
    ++mock.desk.changes;
    await desk.reads(".experiment-card", /Arm: the camera gives no pictures/);
    await desk.reads("#view-operate .checks", /not in order: no picture for 3\.2 s\s*To mend: check the camera's cable/);
    assert.match(await desk.text("#view-operate .sum[data-result=failed]"), /2 to mend/);
    const described = await page.getAttribute('[data-action="arm"]', "aria-describedby");
    assert.match(await desk.text(`#${described}`), /camera gives no pictures/);
    mock.desk.cameraOk = true;
    ++mock.desk.changes;
    await desk.reads("#view-operate .sum[data-result=passed]", /all in order/);
  });
}

export async function experiment() {
  await withConsole({}, async (desk, mock) => {
    const { page } = desk;
    await desk.takeControl();
    await page.selectOption("#experiment-file", "standing_target.yaml");
    await desk.called("open");
    assert.deepEqual(desk.last("open"), { file: "standing_target.yaml" });
    await desk.reads(".experiment-card", /Capture of a standing target/);
    await page.fill("#experiment-seed", "42");
    await page.keyboard.press("Enter");
    await desk.called("seed");
    assert.deepEqual(desk.last("seed"), { seed: 42 });
    await desk.press("prepare");
    await desk.press("preview");
    await desk.arm();
    [mock.speed, mock.waitsAt] = [2, kNearTarget];
    await desk.press("run");
    await desk.state("active");
    await page.waitForSelector('.phases tr[data-status="running"][aria-current="step"]');
    await desk.press("pause");
    await desk.state("hold");
    await desk.press("resume");
    await desk.state("active");
    await desk.press("skip");
    await page.waitForSelector('.phases tr[data-status="skipped"]');
    mock.waitsAt = Infinity;
    await desk.reads(".last-run", /passed.*captured after 8\.4 s/);
    await desk.state("disarmed");
    await until("a phase has its time", async () => /passed\s+0\.5 s/.test(await desk.text(".phases")));
    await desk.arm();
    mock.waitsAt = kNearTarget;
    await desk.press("run");
    await desk.press("abort");
    await desk.reads(".last-run", /failed.*aborted by the operator/);
    await page.keyboard.press("Space");
    await desk.state("stopped");
    await desk.press("acknowledge");
    await desk.state("disarmed");
  });
}

export async function recording_between_runs() {
  await withConsole({}, async (desk) => {
    await desk.takeControl();
    await desk.press("record");
    await desk.reads(".experiment-card", /Recording \S+between_runs/);
    assert.equal(await desk.page.locator('[data-action="record"]:visible').count(), 0);
    await desk.press("record_end");
    await until("it can be recorded again", async () => (await desk.page.locator('[data-action="record"]:visible').count()) === 1);
    await desk.view("health");
    await desk.reads("#view-health .events", /recorded 2\.5 s/);
  });
}

export async function settings() {
  await withConsole({}, async (desk, mock) => {
    const { page } = desk;
    await desk.takeControl();
    await page.fill("#settings-find", "position_gain");
    const input = page.getByLabel("guidance.position_gain_per_s", { exact: true });
    await input.fill("2");
    await input.press("Enter");
    await desk.called("set");
    assert.deepEqual(desk.last("set"), { key: "guidance.position_gain_per_s", value: "2" });
    await page.waitForSelector('.settings tr[data-changed="yes"]');
    await page.fill("#settings-find", "");
    await desk.reads(".settings", /guidance\.position_gain_per_s[\s\S]*4/);
    await input.fill("nonsense");
    await input.press("Enter");
    await desk.answered(/is no number/);
    await until("the field is as it was", async () => (await input.inputValue()) === "2");
    await page.getByRole("button", { name: "as in file: guidance.position_gain_per_s" }).click();
    await desk.called("unset");
    await page.waitForSelector('.settings tr[data-changed="yes"]', { state: "detached" });
    assert.equal(mock.desk.changed.size, 0);
    await page.fill("#settings-find", "camera.exposure_ms = 0.8");
    await page.press("#settings-find", "Enter");
    await until("it is set", () => desk.last("set").key === "camera.exposure_ms");
    assert.deepEqual(desk.last("set"), { key: "camera.exposure_ms", value: "0.8" });
  });
}

async function jogging(test) {
  await withConsole({}, async (desk, mock) => {
    await desk.takeControl();
    await desk.arm();
    await until("jogging is possible", async () => (await desk.page.getAttribute('[data-jog="joint-1+"]', "aria-disabled")) === "false");
    await desk.page.locator('[data-jog="joint-1+"]').scrollIntoViewIfNeeded();
    await test(desk, mock);
    await desk.called("jog_end");
    await pause(150); // what was asked before the end is on its way
    const count = mock.called("jog_joint").length + mock.called("jog_hand").length;
    await pause(350);
    assert.equal(mock.called("jog_joint").length + mock.called("jog_hand").length, count, "nothing more after the end");
    assert.ok(count >= 3, `${count} repetitions`);
    const times = mock.calls.filter((call) => /^jog_(joint|hand)$/.test(call.what)).map((call) => call.atMs);
    const gaps = times.slice(1).map((time, i) => time - times[i]).filter((gap) => gap < 300);
    assert.ok(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length < 180, `repeated every ${gaps} ms`);
  });
}

async function hold(desk, selector) {
  const box = await desk.page.locator(selector).boundingBox();
  await desk.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await desk.page.mouse.down();
}

export const jog_ends_on_release = () => jogging(async (desk, mock) => {
  await hold(desk, '[data-jog="joint-1+"]');
  await desk.called("jog_joint", 4);
  assert.deepEqual(desk.last("jog_joint"), { joint: 1, rate_deg_s: 10 });
  await desk.state("active");
  await desk.page.mouse.up();
  await desk.state("armed");
  await hold(desk, '[data-jog="hand-w"]');
  await desk.called("jog_hand", 3);
  assert.deepEqual(desk.last("jog_hand"), { vx_mm_s: -20, vy_mm_s: 0 });
  await desk.page.mouse.up();
  assert.equal(mock.called("stop").length, 0);
});

export const jog_ends_on_blur = () => jogging(async (desk) => {
  await hold(desk, '[data-jog="joint-1+"]');
  await desk.called("jog_joint", 3);
  await desk.page.evaluate(() => window.dispatchEvent(new Event("blur")));
});

export const jog_ends_when_hidden = () => jogging(async (desk) => {
  await hold(desk, '[data-jog="joint-1+"]');
  await desk.called("jog_joint", 3);
  await desk.page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
});

export const jog_by_key = () => jogging(async (desk) => {
  await desk.page.focus('[data-jog="joint-1+"]');
  await desk.page.keyboard.down("Enter");
  await desk.called("jog_joint", 3);
  await desk.page.keyboard.up("Enter");
});

export const jog_ends_on_stop = () => jogging(async (desk) => {
  await hold(desk, '[data-jog="joint-1+"]');
  await desk.called("jog_joint", 3);
  await desk.page.keyboard.press("Escape");
  await desk.state("stopped");
});
