// A whole day with the program, as one test.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { built, pause, until, withProgram } from "../harness.mjs";

async function canBeAsked(desk, what) {
  const button = desk.page.locator(`[data-action="${what}"]:visible`).first();
  const asked = until(`${what} can be asked`, async () => (await button.getAttribute("aria-disabled")) !== "true", 60000);
  await asked.catch(async (error) => { throw new Error(`${error.message}: ${await button.locator("..").innerText()}`); });
}

async function checksAreGreen(desk) {
  const red = desk.page.locator("#view-operate .checks [data-ok=no]");
  const green = until("the checklist is green", async () => (await red.count()) === 0, 60000);
  await green.catch(async (error) => { throw new Error(`${error.message}: ${await red.allInnerTexts()}`); });
}

async function press(desk, what) {
  await canBeAsked(desk, what);
  await desk.page.locator(`[data-action="${what}"]:visible`).first().click({ timeout: 20000 }).catch(async (error) => {
    throw new Error(`${what}: ${error.message}\n${await desk.page.locator("#view-operate").innerText()}`);
  });
}

async function arm(desk) {
  await press(desk, "arm");
  await desk.page.waitForSelector(".arm-panel:visible");
  await desk.page.fill("#arm-text", "ARM");
  await desk.page.press("#arm-text", "Enter");
  await desk.state("armed");
}

/** Drags what is drawn in a colour's dot to a place on the table, m. */
async function dragRobot(desk, to) {
  const { page } = desk;
  const place = ([x, y], box) => {
    const text = Math.round(Math.min(22, Math.max(11, Math.min(box.width, box.height) / 72)));
    const scale = Math.min((box.width - 5 * text) / 1.8, (box.height - 5.4 * text) / 1.8);
    return [box.x + (box.width + 2.4 * text) / 2 + x * scale, box.y + (box.height - 1.6 * text) / 2 - y * scale];
  };
  const words = await desk.text("#top-view-words");
  const at = /x (\S+) m, y (\S+) m/.exec(words).slice(1).map((number) => Number(number.replace("\u2212", "-")));
  const box = await page.locator("#view-operate .top-canvas").boundingBox();
  await page.mouse.move(...place(at, box));
  await page.mouse.down();
  await page.mouse.move(...place(to, box), { steps: 8 });
  await page.mouse.up();
}

/** A day at the table, as a lab would spend it, with the simulated testbed in real time. */
export async function day() {
  const runs = await mkdtemp(join(tmpdir(), "freefloat-day-"));
  const options = (process.env.OPERATE_OPTIONS ?? "--port 0 --no-browser --log-dir RUNS").replace("RUNS", runs).split(" ").filter(Boolean);
  try {
    await withProgram(built("FREEFLOAT"), ["operate", ...options], async (desk) => {
      const { page } = desk;
      const since = (words) => console.log(`day: ${words}`);
      await desk.takeControl("Ada");
      await page.selectOption("#experiment-file", { label: "standing target" });
      await press(desk, "prepare");
      await checksAreGreen(desk);
      // The robot at the table's edge: red, with how to mend it; back in the middle: green.
      await desk.reads("#top-view-words", /Robot at/);
      await dragRobot(desk, [0.8, 0.1]);
      await desk.reads("#view-operate .checks [data-ok=no]", /To mend/);
      await until("arming is refused", async () => (await page.locator("[data-action=arm]").getAttribute("aria-disabled")) === "true");
      await press(desk, "prepare");
      await checksAreGreen(desk);
      since("checklist red, mended, green");
      await press(desk, "preview");
      await page.waitForSelector('.verdict[data-verdict="good"], .verdict[data-verdict="near_edge"]', { timeout: 60000 });
      await arm(desk);
      await press(desk, "run");
      await desk.state("active");
      await press(desk, "pause");
      await desk.state("hold");
      await press(desk, "resume");
      await desk.state("active");
      since("preview, armed, running, paused, resumed");
      await pause(700);
      await page.keyboard.press("Space"); // in mid-motion
      await desk.state("stopped");
      assert.match(await desk.text(".stop-word"), /STOP/);
      await press(desk, "acknowledge");
      await desk.state("disarmed").catch(() => desk.state("ready"));
      since("stopped in mid-motion, acknowledged");
      await press(desk, "prepare");
      await arm(desk);
      const hold = page.locator('[data-jog="joint-2+"]');
      await until("jogging is possible", async () => (await hold.getAttribute("aria-disabled")) !== "true");
      await hold.scrollIntoViewIfNeeded();
      const angle = async () => Number((await page.locator(".jog-angle").nth(1).innerText()).replace("\u2212", "-").replace("°", ""));
      const before = await angle();
      await hold.hover();
      await page.mouse.down();
      await until("the joint turns", async () => Math.abs((await angle()) - before) > 3);
      await page.mouse.up();
      await until("the arm is held still", async () => (await page.getAttribute("#state", "data-state")) !== "active");
      const held = await angle();
      await pause(600);
      assert.ok(Math.abs((await angle()) - held) < 1.5, "it stands still when the button is let go");
      since("jogged");
      await press(desk, "disarm");
      await press(desk, "prepare");
      await arm(desk);
      await press(desk, "run");
      await desk.reads(".last-run .tag", /passed/);
      since("run again: captured");
      await desk.view("runs");
      await until("both runs are listed", async () => (await page.locator(".runs tbody tr").count()) >= 2);
      await page.locator('.runs tr:has([data-result="passed"]) button.link').first().click();
      await desk.reads(".player output", /of \d/);
      await press(desk, "replay");
      await until("the replay agrees", async () => /bit for bit|agree|same/i.test(await page.locator("#view-runs .answer").first().innerText()), 60000);
      since("replayed");
      await page.fill("#what-if-settings", "guidance.position_gain_per_s=2");
      await press(desk, "what_if");
      await page.waitForSelector('#view-runs .answer[data-result="passed"] >> nth=1', { timeout: 60000 });
      since("what if");
    });
  } finally {
    await rm(runs, { recursive: true, force: true });
  }
}
