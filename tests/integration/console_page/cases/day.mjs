// A whole day with the program, as one test. It waits for states of the robot and for its time, never for the machine's.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { arm, built, number, press, stateIs, until, withProgram } from "../harness.mjs";

async function checksAreGreen(desk) {
  const red = desk.page.locator("#view-operate .checks [data-ok=no]");
  const green = until("the checklist is green", async () => (await red.count()) === 0);
  await green.catch(async (error) => { throw new Error(`${error.message}: ${await red.allInnerTexts()}`); });
}

/** Drags the robot to a place on the table, m. */
async function dragRobot(desk, to) {
  const { page } = desk;
  const place = ([x, y], box) => {
    const text = Math.round(Math.min(22, Math.max(11, Math.min(box.width, box.height) / 72)));
    const scale = Math.min((box.width - 5 * text) / 1.8, (box.height - 5.4 * text) / 1.8);
    return [box.x + (box.width + 2.4 * text) / 2 + x * scale, box.y + (box.height - 1.6 * text) / 2 - y * scale];
  };
  const words = await desk.text("#top-view-words");
  const at = /x (\S+) m, y (\S+) m/.exec(words).slice(1).map(number);
  const box = await page.locator("#view-operate .top-canvas").boundingBox();
  await page.mouse.move(...place(at, box));
  await page.mouse.down();
  await page.mouse.move(...place(to, box), { steps: 8 });
  await page.mouse.up();
}

/** Red with the robot at the table's edge, and how to mend it; back at the start: green. */
async function checklist(desk) {
  await press(desk, "prepare");
  await checksAreGreen(desk);
  await desk.reads("#top-view-words", /Robot at/);
  await dragRobot(desk, [0.8, 0.1]);
  await desk.reads("#view-operate .checks [data-ok=no]", /To mend/);
  await until("arming is refused", async () => (await desk.page.locator("[data-action=arm]").getAttribute("aria-disabled")) === "true");
  await press(desk, "prepare");
  await checksAreGreen(desk);
}

async function stoppedInMidMotion(desk) {
  await press(desk, "preview");
  await desk.page.waitForSelector('.verdict[data-verdict="good"], .verdict[data-verdict="near_edge"]');
  await arm(desk);
  await press(desk, "run");
  await stateIs(desk, "active");
  await press(desk, "pause");
  await stateIs(desk, "hold");
  await press(desk, "resume");
  await stateIs(desk, "active");
  const distance = async () => number(await desk.text('[data-number="distance"] .number'));
  const begin = await until("the target is seen", distance);
  await until("the hand is under way", async () => (await distance()) < begin - 15);
  await desk.page.keyboard.press("Space");
  await stateIs(desk, "stopped");
  assert.match(await desk.text(".stop-word"), /STOP/);
  await press(desk, "acknowledge");
  await stateIs(desk, "disarmed", "ready");
}

async function jogged(desk) {
  const { page } = desk;
  await press(desk, "prepare");
  await arm(desk);
  const hold = page.locator('[data-jog="joint-2+"]');
  await until("jogging is possible", async () => (await hold.getAttribute("aria-disabled")) !== "true");
  await hold.scrollIntoViewIfNeeded();
  const angle = async () => number(await page.locator(".jog-angle").nth(1).innerText());
  const before = await angle();
  await hold.hover();
  await page.mouse.down();
  await until("the joint turns", async () => Math.abs((await angle()) - before) > 3);
  await page.mouse.up();
  await stateIs(desk, "hold", "armed");
  await desk.later(0.5);
  const held = await angle();
  await desk.later(0.6);
  assert.ok(Math.abs((await angle()) - held) < 1.5, "it stands still when the button is let go");
  // Prepared in the moment in which it is disarmed: nothing is to be acknowledged for it.
  await press(desk, "disarm");
  await press(desk, "prepare");
}

/** The two runs of the day: played, over each other, verified, and with another gain. */
async function lookedAt(desk) {
  const { page } = desk;
  const output = () => desk.text(".player output");
  const time = async () => Number(await page.inputValue("#run-time"));
  const rows = page.locator(".runs tbody tr");
  await desk.view("runs");
  await until("both runs are listed", async () => (await rows.count()) === 2);
  const passed = page.locator('.runs tr:has([data-result="passed"])');
  await passed.locator("button.link").first().click();
  await until("its track is there", async () => /of \d/.test(await output()));
  await page.focus("#run-time");
  await page.keyboard.press("Home");
  await until("scrubbed to the begin", async () => /^0\.0 of/.test(await output()));
  const picture = () => page.evaluate(() => document.querySelector(".player-card canvas").toDataURL());
  const atBegin = await picture();
  await page.keyboard.press("End");
  await until("scrubbed to the end", async () => /^(\d+\.\d) of \1 s$/.test(await output()) && (await picture()) !== atBegin);
  await page.keyboard.press("Home");
  await page.selectOption('[aria-label="Speed"]', "8");
  await page.click(".play");
  await until("it plays", async () => (await time()) > 1);
  assert.equal(await desk.ink(".player-card canvas", "--c5"), 0);
  await page.locator('.runs tr:has([data-result="failed"]) [data-compare]').click();
  await until("the other run lies over it", async () => (await desk.ink(".player-card canvas", "--c5")) > 50);
  await desk.reads(".player-card .legend", /\S+\s+\S+/);
  await press(desk, "replay");
  await until("the replay agrees", async () => /every bit/.test(await page.locator("#view-runs .answer").first().innerText()));
  await page.fill("#what-if-settings", "guidance.max_hand_speed_m_s=0.05");
  await press(desk, "what_if");
  const answer = page.locator("#view-runs .answer").nth(1);
  await until("what if is worked out", async () => /^[1-9]\d* of \d+ commands/.test(await answer.innerText().catch(() => "")));
  await desk.reads(".run-details-what-if", /predicted hand offset\s+\S+ mm/);
  const comparison = await page.request.get(new URL(await page.getByText("Open the comparison").getAttribute("href"), page.url()).href);
  assert.match(await comparison.text(), /What if: /);
  await page.fill("#note-text", "air pads cleaned before this");
  await page.press("#note-text", "Enter");
  await until("the note is kept", async () => /air pads cleaned.*Ada/.test(await desk.text(".notes").catch(() => "")));
}

/** A day at the table, as a lab would spend it, with the simulated testbed in real time. */
export async function day() {
  const runs = await mkdtemp(join(tmpdir(), "freefloat-day-"));
  const options = (process.env.OPERATE_OPTIONS ?? "--port 0 --no-browser --log-dir RUNS").replace("RUNS", runs).split(" ").filter(Boolean);
  try {
    await withProgram(built("FREEFLOAT"), ["operate", ...options], async (desk) => {
      const begin = Date.now();
      const since = (words) => console.log(`day: ${words}; ${Math.round((Date.now() - begin) / 1000)} s`);
      await desk.takeControl("Ada");
      await desk.page.selectOption("#experiment-file", { label: "standing target" });
      await until("it is open", async () => /standing target/.test(await desk.text("#where")));
      await checklist(desk);
      since("checklist green, red, mended");
      await stoppedInMidMotion(desk);
      since("preview, armed, run, paused, resumed, stopped in mid-motion, acknowledged");
      await jogged(desk);
      since("jogged, disarmed, prepared");
      await arm(desk);
      await press(desk, "run");
      await until("the second run has captured", async () => /passed/.test(await desk.page.locator(".last-run .tag").innerText({ timeout: 1000 }).catch(() => "")));
      since("run again: captured");
      await lookedAt(desk);
      since("played, scrubbed, two over each other, replayed, what if, noted");
    });
  } finally {
    await rm(runs, { recursive: true, force: true });
  }
}
