// How it looks: accessible, nothing overlaps or is cut, light and dark, big screen, paper, small and quick.
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { kNearTarget, kViews, pause, until, withConsole } from "../harness.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A page on which there is something of everything. */
async function fill(desk, mock) {
  mock.desk.endRun(true, "captured after 8.4 s");
  mock.desk.endRun(false, "stopped by the operator");
  mock.desk.mode = "idle";
  mock.desk.changed.set("guidance.position_gain_per_s", "2");
  mock.desk.cameraOk = false;
  mock.desk.faults = [{ name: "table_edge", text: "the satellite's outline is within the table's margin", remedy: "move the robot towards the middle of the table; level the table", latched: true }];
  mock.desk.told("a warning", "warning");
  mock.desk.told("an alarm", "alarm");
  await desk.takeControl("Ada");
  await desk.press("preview");
  await desk.reads(".verdict", /Preview/);
}

async function violations(page) {
  const result = await page.evaluate(async () => {
    const found = await axe.run(document, { resultTypes: ["violations"] });
    return found.violations.map((violation) => `${violation.id}: ${violation.help}\n${violation.nodes.slice(0, 4).map((node) => `    ${node.html.slice(0, 160)} ${node.any[0]?.message ?? node.all[0]?.message ?? ""}`).join("\n")}`);
  });
  return result;
}

async function accessible(colorScheme) {
  await withConsole({ colorScheme }, async (desk, mock) => {
    await fill(desk, mock);
    await desk.page.evaluate(axe); // evaluated by the test, not by the page: its policy holds
    const found = new Set();
    const check = async (where) => {
      await pause(400);
      for (const violation of await violations(desk.page)) found.add(`${where}, ${colorScheme}: ${violation}`);
    };
    for (const view of kViews) {
      await desk.view(view);
      if (view === "runs") await desk.reads(".player output", /of/);
      await check(view);
    }
    await desk.view("operate");
    mock.desk.cameraOk = true;
    ++mock.desk.changes;
    await desk.press("arm");
    await desk.page.waitForSelector(".arm-panel:visible");
    await check("arming");
    for (const state of ["ready", "armed", "active", "hold", "fault", "stopped"]) {
      mock.desk.arming = null;
      mock.desk.become(state);
      ++mock.desk.changes;
      await desk.state(state);
      await check(state);
    }
    await desk.page.keyboard.press("b");
    await check("big screen");
    await desk.page.keyboard.press("b");
    mock.silent = true;
    await desk.state("none");
    await check("no data");
    assert.deepEqual([...found], []);
  });
}

export const accessible_light = () => accessible("light");
export const accessible_dark = () => accessible("dark");

/** What is cut, and what lies over each other, among all that has text or can be pressed. */
function findCuts() {
  const found = [];
  const visible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().width > 1;
  const name = (element) => `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}.${element.className} '${element.textContent.trim().slice(0, 40)}'`;
  const ignored = (element) => element.closest(".visually-hidden, svg, option, .u-wrap");
  const all = [...document.body.querySelectorAll("*")].filter((element) => visible(element) && !ignored(element));
  for (const element of all) {
    const style = getComputedStyle(element);
    const scrolls = (value) => value === "auto" || value === "scroll";
    if (["BODY", "HTML", "TEXTAREA"].includes(element.tagName)) continue;
    if (element.scrollWidth > element.clientWidth + 1 && style.display !== "inline" && !scrolls(style.overflowX) && element.tagName !== "SELECT" && element.tagName !== "INPUT") found.push(`too wide: ${name(element)} ${element.scrollWidth} > ${element.clientWidth}`);
    if (scrolls(style.overflowX) && element.scrollWidth > element.clientWidth + 1) found.push(`scrolls sideways: ${name(element)}`);
    if (style.overflow === "hidden" && element.scrollHeight > element.clientHeight + 1) found.push(`cut below: ${name(element)}`);
  }
  const words = all.filter((element) => ["BUTTON", "INPUT", "SELECT", "LABEL", "TD", "TH", "DT", "DD", "P", "H2", "LI", "STRONG"].includes(element.tagName) || element.matches(".tag, .answer-item"));
  // What is scrolled out of its frame lies nowhere.
  const boxes = words.map((element) => {
    const box = element.getBoundingClientRect();
    const seen = { left: box.left, right: box.right, top: Math.max(box.top, 0), bottom: Math.min(box.bottom, innerHeight) };
    for (let frame = element.parentElement; frame; frame = frame.parentElement) {
      if (!frame.matches(".operate-side, .runs-scroll, .events, .settings-scroll, main")) continue;
      seen.top = Math.max(seen.top, frame.getBoundingClientRect().top);
      seen.bottom = Math.min(seen.bottom, frame.getBoundingClientRect().bottom);
    }
    return seen;
  });
  for (let i = 0; i < words.length; ++i) {
    for (let k = i + 1; k < words.length; ++k) {
      if (words[i].contains(words[k]) || words[k].contains(words[i])) continue;
      const [one, other] = [boxes[i], boxes[k]];
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across >= 2 && down >= 2) found.push(`over each other: ${name(words[i])} and ${name(words[k])}`);
    }
  }
  const main = document.querySelector("main").getBoundingClientRect();
  for (const card of document.querySelectorAll(".view:not([hidden]) .card")) {
    const box = card.getBoundingClientRect();
    if (box.width > 0 && (box.left < main.left || box.right > main.right + 1)) found.push(`outside: ${name(card)}`);
    if (getComputedStyle(card).overflowY === "visible" && card.scrollHeight > card.clientHeight + 1) found.push(`beyond its card: ${name(card)} ${card.scrollHeight} > ${card.clientHeight}`);
  }
  return found;
}

async function laidOut(width, height) {
  const folder = process.env.SCREENSHOTS;
  if (folder) await mkdir(folder, { recursive: true });
  const found = [];
  for (const [colorScheme, runSeconds] of [["light", 2400], ["dark", 12345]]) {
    const before = (mock) => { mock.began -= 1000 * runSeconds; }; // times are as long as they become
    await withConsole({ width, height, colorScheme, before }, async (desk, mock) => {
      await fill(desk, mock);
      const look = async (name) => {
        await pause(350);
        if (folder) await desk.page.screenshot({ path: `${folder}/${width}_${colorScheme}_${name}.png` });
        for (const cut of await desk.page.evaluate(findCuts)) found.push(`${name} at ${width}, ${colorScheme}: ${cut}`);
      };
      for (const view of kViews) {
        await desk.view(view);
        if (view === "runs") {
          await desk.reads(".player output", /of/);
          await desk.page.click("[data-compare]:visible");
        }
        if (view === "camera") await desk.reads(".markers", /tail/);
        await look(view);
      }
      await desk.view("operate");
      [mock.desk.cameraOk, mock.desk.faults] = [true, []];
      ++mock.desk.changes;
      await desk.press("arm");
      await desk.page.waitForSelector(".arm-panel:visible");
      await look("arming");
      await desk.page.fill("#arm-text", "ARM");
      await desk.press("arm_confirm");
      [mock.speed, mock.waitsAt] = [4, kNearTarget];
      await desk.press("run");
      await until("the hand is near the target", () => mock.robot.at === kNearTarget);
      await look("running");
      await desk.page.keyboard.press("b");
      await look("big_screen");
      await desk.page.keyboard.press("b");
      await desk.page.keyboard.press("Escape");
      await desk.state("stopped");
      await look("stopped");
      mock.silent = true;
      await desk.state("none");
      await look("no_data");
    });
  }
  assert.deepEqual(found, []);
}

/** A phone beside the table. */
export const layout_390 = () => laidOut(390, 844);
export const layout_1024 = () => laidOut(1024, 768);
export const layout_1440 = () => laidOut(1440, 900);
export const layout_2560 = () => laidOut(2560, 1440);
export const layout_3840 = () => laidOut(3840, 2160);

export async function themes() {
  await withConsole({ colorScheme: "light" }, async (desk) => {
    const { page } = desk;
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const table = () => page.evaluate(() => {
      const canvas = document.querySelector(".top-canvas");
      return canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height * 0.12, 1, 1).data[0];
    });
    const light = await ground();
    await page.click("#theme"); // light
    assert.equal(await ground(), light);
    await page.click("#theme"); // dark
    assert.notEqual(await ground(), light);
    await until("the drawing is dark as well", async () => (await table()) < 60);
    await page.reload();
    await desk.live();
    assert.notEqual(await ground(), light, "remembered");
    await page.click("#theme"); // auto
    assert.equal(await ground(), light);
    await page.emulateMedia({ colorScheme: "dark" });
    await until("the system's wish counts", async () => (await ground()) !== light && (await table()) < 60);
  });
}

export async function every_state_has_its_own_word_and_shape() {
  await withConsole({}, async (desk, mock) => {
    const seen = new Map();
    for (const state of ["disarmed", "ready", "armed", "active", "hold", "fault", "stopped"]) {
      mock.desk.become(state);
      // In one look: on a slow machine the page may be without data for a moment.
      const [word, shape, height] = await until(`the state is ${state}`, () => desk.page.evaluate((wanted) => document.getElementById("state").dataset.state === wanted && [
        document.getElementById("state-word").textContent, document.querySelector("#state-shape use").getAttribute("href"),
        parseFloat(getComputedStyle(document.getElementById("state-word")).fontSize)], state));
      assert.ok(![...seen.values()].some((other) => other.word === word || other.shape === shape), `${state}: ${word} ${shape}`);
      assert.ok(height >= 30);
      seen.set(state, { word, shape });
    }
  });
}

export async function big_screen() {
  await withConsole({ width: 1920, height: 1080 }, async (desk) => {
    await desk.page.keyboard.press("b");
    const size = (selector) => desk.page.evaluate((s) => parseFloat(getComputedStyle(document.querySelector(s)).fontSize), selector);
    // From two metres one reads letters of a centimetre: 38 px on a common screen.
    assert.ok(await size("#state-word") >= 80);
    assert.ok(await size(".tiles dd") >= 60);
    assert.ok(await desk.page.isVisible("#stop"));
    assert.ok(await desk.page.isHidden(".experiment-card"));
  });
}

export async function on_paper() {
  await withConsole({}, async (desk, mock) => {
    await fill(desk, mock);
    await desk.page.emulateMedia({ media: "print" });
    await pause(200);
    for (const selector of ["#stop", ".rail", '[data-action="prepare"]', ".jog-card"]) assert.ok(await desk.page.isHidden(selector), selector);
    for (const selector of ["#state", ".top-canvas", ".phases"]) assert.ok(await desk.page.locator(selector).first().isVisible(), selector);
    const pdf = await desk.page.pdf({ format: "A4" });
    assert.ok(pdf.length > 5000);
  });
}

export async function reduced_motion() {
  await withConsole({}, async (desk, mock) => {
    mock.desk.stopHeld = true;
    await desk.page.click("#stop");
    assert.equal(await desk.page.evaluate(() => getComputedStyle(document.getElementById("stop")).animationName), "none");
    // By the stamps of the screen's pictures: on a slow machine the gaps are longer, never shorter.
    await desk.page.evaluate(() => {
      const { prototype } = CanvasRenderingContext2D;
      const { clearRect } = prototype;
      window.drawn = [];
      prototype.clearRect = function (...box) {
        if (this.canvas.classList.contains("top-canvas")) window.drawn.push(document.timeline.currentTime);
        clearRect.apply(this, box);
      };
    });
    await until("the top view is drawn", () => desk.page.evaluate(() => window.drawn.length > 5));
    const gaps = await desk.page.evaluate(() => window.drawn.slice(1).map((at, i) => at - window.drawn[i]));
    assert.ok(Math.min(...gaps) > 99, `drawn again after ${Math.min(...gaps)} ms`);
  });
}

export async function small() {
  await withConsole({}, async (desk, mock) => {
    for (const view of kViews) await desk.view(view);
    const bytes = [...mock.files.served.values()].reduce((sum, size) => sum + size, 0);
    assert.ok(bytes > 50 * 1024 && bytes < 500 * 1024, `${mock.files.served.size} files, ${bytes} bytes`);
  });
}
