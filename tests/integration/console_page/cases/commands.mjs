// Control by lease, refusals in words, keys, events.
import assert from "node:assert/strict";
import { Console, kViews, pause, until, withConsole } from "../harness.mjs";

export async function lease() {
  await withConsole({}, async (desk, mock) => {
    const other = await Console.open(mock, desk.browser);
    await desk.reads("#operator", /Nobody in control/);
    await desk.takeControl("Ada");
    assert.deepEqual(desk.last("lease_take"), { name: "Ada" });
    await other.reads("#operator", /Ada in control, 127\.0\.0\.1/);
    await other.reads(".experiment-card", /Ada has control/);
    await other.page.fill("#operator-name", "Bea");
    await other.page.click("#operator-button"); // asks for it
    await desk.reads("#operator", /Bea asks for control/);
    assert.deepEqual(desk.last("lease_ask"), { name: "Bea" });
    await desk.page.click("#operator-button");
    await desk.called("lease_give");
    await other.page.click("#operator-button");
    await other.reads("#operator", /Bea \(you\)/);
    await other.close();
    await desk.reads("#operator", /Nobody/);
  });
}

/** Whoever has control and only looks is not taken for one who has left. */
export async function lease_is_kept_alive() {
  await withConsole({}, async (desk, mock) => {
    await desk.takeControl();
    const heard = [];
    for (const client of mock.clients) {
      const receive = client.peer.onMessage;
      client.peer.onMessage = (data) => {
        heard.push(data);
        if (typeof data !== "string" || !data.includes("getParameters")) receive(data);
      };
    }
    await until("a sign of life", () => heard.some((data) => String(data).includes("alive")));
  });
}

export async function refusals_in_words() {
  await withConsole({}, async (desk, mock) => {
    await desk.takeControl();
    await desk.press("arm");
    await desk.page.waitForSelector(".arm-panel:visible");
    mock.desk.confirmedLate = true; // the ten seconds are over when ARM arrives
    await desk.page.fill("#arm-text", "ARM");
    await desk.page.press("#arm-text", "Enter");
    await desk.answered(/Arm:\s*arm first/i);
    await desk.page.click('#answers button[aria-label="Close this message"]');
  });
}

export async function keys() {
  await withConsole({}, async (desk) => {
    const { page } = desk;
    for (const [i, view] of kViews.entries()) {
      await page.keyboard.press(String(i + 1));
      await page.waitForSelector(`#view-${view}:not([hidden])`);
      assert.equal(await page.locator(".rail-link[aria-current]").count(), 1);
    }
    await page.keyboard.press("b");
    assert.ok(await page.evaluate(() => document.body.classList.contains("big-screen")));
    await page.waitForSelector("#view-operate:not([hidden])");
    await page.keyboard.press("b");
    await page.focus("#operator-name");
    await page.keyboard.type("b1");
    assert.equal(await page.inputValue("#operator-name"), "b1");
    assert.ok(!(await page.evaluate(() => document.body.classList.contains("big-screen"))));
    // Everything that can be pressed is reached with Tab, and shows that it is.
    await page.evaluate(() => document.activeElement.blur());
    const reached = new Set();
    for (let i = 0; i < 60; ++i) {
      await page.keyboard.press("Tab");
      const [name, outlined] = await page.evaluate(() => {
        const element = document.activeElement;
        return [element.id || element.dataset?.action || element.dataset?.jog || element.getAttribute("href"), getComputedStyle(element).outlineStyle !== "none"];
      });
      if (name) assert.ok(outlined, `${name} shows that it has the focus`);
      reached.add(name);
    }
    for (const name of ["stop", "operator-name", "#camera", "theme", "prepare", "arm", "run", "pause", "acknowledge", "joint-1+", "hand-n", "settings-find"]) {
      assert.ok(reached.has(name), `${name} is reached with Tab`);
    }
  });
}

export async function enter_presses_buttons() {
  await withConsole({}, async (desk) => {
    await desk.takeControl();
    await until("prepare can be pressed", async () => (await desk.page.getAttribute('[data-action="prepare"]', "aria-disabled")) === "false");
    await desk.page.focus('[data-action="prepare"]');
    await desk.page.keyboard.press("Enter");
    await desk.called("prepare");
    await desk.answered(/where the experiment starts them/);
  });
}

export async function hardware_says_what_to_do_by_hand() {
  await withConsole({ before: (mock) => { mock.desk.simulated = false; } }, async (desk, mock) => {
    await desk.reads(".hint", /By hand: push the satellite/);
    await desk.takeControl();
    assert.ok(await desk.page.isHidden(".tilt-disc"));
    const box = await desk.page.locator(".top-canvas:visible").boundingBox();
    await desk.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await desk.page.mouse.down();
    await desk.page.mouse.move(box.x + 40, box.y + 40);
    await desk.page.mouse.up();
    await pause(150);
    assert.equal(mock.called("drag").length, 0);
  });
}
