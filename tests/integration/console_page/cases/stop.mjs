// STOP: from every view, by click, Space and Escape; without token or lease; over a lost connection; and what it says.
import assert from "node:assert/strict";
import { Console, kViews, until, withConsole } from "../harness.mjs";

async function fromEveryView(press) {
  await withConsole({}, async (desk, mock) => {
    for (const view of kViews) {
      await desk.view(view);
      mock.desk.become("active");
      await desk.state("active");
      const before = mock.called("stop").length;
      await press(desk.page);
      await desk.called("stop", before + 1);
      await desk.state("stopped");
      mock.desk.become("disarmed");
      await desk.state("disarmed");
    }
  });
}

export const stop_by_click = () => fromEveryView((page) => page.click("#stop"));
export const stop_by_space = () => fromEveryView((page) => page.keyboard.press("Space"));
export const stop_by_escape = () => fromEveryView((page) => page.keyboard.press("Escape"));

/** @returns {Promise<number>} contrast of STOP's words, as WCAG has it */
const contrastOfStop = (page) => page.evaluate(() => {
  const light = (text) => {
    const [r, g, b] = text.match(/[\d.]+/g).map((value) => value / 255).map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const style = getComputedStyle(document.getElementById("stop"));
  const [dim, bright] = [light(style.color), light(style.backgroundColor)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
});

export async function stop_is_read_under_the_pointer() {
  await withConsole({}, async (desk) => {
    for (const colorScheme of ["light", "dark"]) {
      await desk.page.emulateMedia({ colorScheme });
      await desk.page.mouse.move(5, 500);
      const red = await desk.page.evaluate(() => getComputedStyle(document.getElementById("stop")).backgroundColor);
      await desk.page.hover("#stop");
      assert.equal(await desk.page.evaluate(() => getComputedStyle(document.getElementById("stop")).backgroundColor), red);
      assert.ok(await contrastOfStop(desk.page) >= 4.5, colorScheme);
    }
  });
}

export async function stop_keys_and_text_fields() {
  await withConsole({}, async (desk, mock) => {
    const { page } = desk;
    await page.focus("#operator-name");
    await page.keyboard.type("Ada B");
    assert.equal(await page.inputValue("#operator-name"), "Ada B");
    assert.equal(mock.called("stop").length, 0, "a space in a text field is a space");
    await page.keyboard.press("Escape");
    await desk.called("stop", 1);
    await desk.state("stopped");
    mock.desk.become("disarmed");
    await desk.state("disarmed");
    // A button that has the focus is not pressed by the space bar.
    await page.focus("#theme");
    const theme = await desk.text("#theme");
    await page.keyboard.press("Space");
    await desk.called("stop", 2);
    assert.equal(await desk.text("#theme"), theme);
    // A field of numbers takes no spaces.
    await desk.takeControl();
    mock.desk.become("disarmed");
    await until("the seed can be set", () => page.isEnabled("#experiment-seed"));
    await page.focus("#experiment-seed");
    await page.keyboard.press("Space");
    await desk.called("stop", 3);
  });
}

export async function stop_without_token_or_lease() {
  await withConsole({ token: false }, async (desk, mock) => {
    await desk.page.fill("#operator-name", "Eve");
    await desk.page.click("#operator-button");
    await desk.answered(/link that the program printed/);
    mock.desk.become("active");
    await desk.state("active");
    await desk.page.keyboard.press("Escape");
    await desk.state("stopped");
  });
}

export async function stop_says_stopping_until_the_state_says_stopped() {
  await withConsole({}, async (desk, mock) => {
    mock.desk.become("active");
    mock.desk.stopHeld = true;
    await desk.state("active");
    await desk.page.click("#stop");
    assert.match(await desk.text(".stop-word"), /stopping/);
    await desk.called("stop", 3); // asked again while nothing has come of it
    assert.equal(await desk.page.getAttribute("#state", "data-state"), "active");
    mock.desk.stopTakesEffect();
    await desk.reads(".stop-word", /^STOP$/);
    await desk.state("stopped");
  });
}

export async function stop_over_a_lost_connection() {
  await withConsole({}, async (desk, mock) => {
    mock.desk.become("active");
    await desk.state("active");
    mock.refusing = true;
    for (const client of mock.clients) client.peer.cut();
    await desk.reads("#stop-note", /NO CONNECTION: use the hardwired emergency stop/);
    await desk.page.keyboard.press("Space");
    assert.match(await desk.text(".stop-word"), /stopping/);
    assert.equal(mock.called("stop").length, 0);
    mock.refusing = false;
    await desk.called("stop", 1);
    await desk.state("stopped");
  });
}

export async function stop_is_at_hand_on_every_view() {
  await withConsole({}, async (desk) => {
    for (const [width, height] of [[1024, 768], [1440, 900], [2560, 1440]]) {
      await desk.page.setViewportSize({ width, height });
      for (const view of kViews) {
        await desk.view(view);
        const box = await desk.page.locator("#stop").boundingBox();
        assert.ok(box.height >= 64 && box.width >= 150, `${view} at ${width}: ${JSON.stringify(box)}`);
        assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${view} at ${width}: outside`);
        const hit = await desk.page.evaluate(([x, y]) => document.elementFromPoint(x, y).closest("#stop") !== null, [box.x + box.width / 2, box.y + box.height / 2]);
        assert.ok(hit, `${view} at ${width}: something lies over STOP`);
      }
    }
    assert.match(await desk.text("#stop-note"), /hardwired emergency stop/);
  });
}

export async function stop_by_any_client() {
  await withConsole({}, async (desk, mock) => {
    await desk.takeControl();
    const other = await Console.open(mock, desk.browser, { token: false });
    mock.desk.become("active");
    await desk.state("active");
    await other.page.click("#stop");
    await desk.state("stopped");
    await other.close();
  });
}
