// A page in a headless browser against the played server, and what tests say of both.
import assert from "node:assert/strict";
import { access } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { MockServer } from "./mock/server.mjs";

export const kRoot = fileURLToPath(new URL("../../../", import.meta.url));
export const kViews = ["operate", "camera", "signals", "health", "runs"];
const kBrowsers = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const kNearTarget = 240; // the recorded run's cycle
const kPatienceMs = 120000; // the machine may be busy with other tests

async function findBrowser() {
  for (const path of [process.env.CHROMIUM, ...kBrowsers].filter(Boolean)) {
    if (await access(path).then(() => true, () => false)) return path;
  }
  throw new Error("no Chromium: tools/setup test installs it");
}

/** Waits until `what` is true of the page's or the server's state; says what it waited for when it never is. */
export async function until(words, what, patienceMs = kPatienceMs) {
  const end = Date.now() + patienceMs;
  for (;;) {
    const value = await what();
    if (value) return value;
    assert.ok(Date.now() < end, `never happened: ${words}`);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}

/** @returns {number} what the page shows: with the proper minus sign, and perhaps a unit */
export const number = (text) => parseFloat(text.replace("\u2212", "-"));

/** Presses a button of the real program's page, once it can be used. */
export async function press(desk, what) {
  const button = desk.page.locator(`[data-action="${what}"]:visible`).first();
  const usable = until(`${what} can be asked`, async () => (await button.getAttribute("aria-disabled")) !== "true");
  await usable.catch(async (error) => { throw new Error(`${error.message}: ${await button.locator("..").locator("..").innerText()}`); });
  await button.click();
}

/** The real program, which takes its time. */
export async function stateIs(desk, ...names) {
  const state = () => desk.page.getAttribute("#state", "data-state");
  const reached = until(`the state is ${names.join(" or ")}`, async () => names.includes(await state()));
  await reached.catch(async (error) => { throw new Error(`${error.message}, but ${await state()}: ${await desk.text("#view-operate")}`); });
}

/** Arms the real program in two steps; on a slow machine the ten seconds between them may pass, and then it is asked once more. */
export async function arm(desk) {
  for (let time = 0; time < 3; ++time) {
    await press(desk, "arm");
    const panel = desk.page.locator(".arm-panel");
    if (!(await panel.waitFor().then(() => true, () => false))) continue;
    const typed = await desk.page.fill("#arm-text", "ARM", { timeout: 2000 }).then(() => desk.page.press("#arm-text", "Enter", { timeout: 2000 })).then(() => true, () => false);
    if (typed && await stateIs(desk, "armed").then(() => true, () => false)) return;
  }
  assert.fail(`never armed: ${await desk.text("#view-operate")}`);
}

export const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** The page takes its answers away after seconds, which on a slow machine may be between two looks of a test. */
function keepAnswers() {
  window.answered = "";
  const keep = (records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node.parentElement?.id === "answers") window.answered += `${node.innerText}\n`;
  };
  new MutationObserver(keep).observe(document, { childList: true, subtree: true });
}

export class Console {
  /** @param {{width?, height?, colorScheme?, token?: boolean, reducedMotion?}} options token: false is a viewer's page */
  static async open(mock, browser, options = {}) {
    const link = options.token === false ? mock.url : mock.link;
    const context = await browser.newContext({
      viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
      colorScheme: options.colorScheme ?? "light", // Ten pictures a second: a machine without a graphics processor has other things to do.
      reducedMotion: options.reducedMotion ?? "reduce",
    });
    context.setDefaultTimeout(kPatienceMs);
    const page = await context.newPage();
    const self = new Console(mock, page, context);
    page.on("pageerror", (error) => self.errors.push(`${error.message}\n${error.stack}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !/Failed to load resource|WebSocket connection|\/vendor\/uPlot/.test(message.text())) self.errors.push(message.text());
    });
    await page.addInitScript(keepAnswers);
    await page.goto(link);
    await page.waitForSelector("#stop");
    await self.live();
    return self;
  }

  constructor(mock, page, context) {
    this.mock = mock;
    this.page = page;
    this.context = context;
    this.errors = [];
  }

  live() { return until("the page is live", () => this.page.evaluate(() => document.body.dataset.fresh === "live")); }
  text(selector) { return this.page.locator(selector).innerText(); }
  reads(selector, pattern) { return until(`${selector} says ${pattern}`, async () => pattern.test(await this.page.locator(selector).first().innerText())); }
  answered(pattern) { return until(`it was answered ${pattern}`, async () => pattern.test(await this.page.evaluate(() => window.answered).catch(() => ""))); }
  state(name) { return until(`the state is ${name}`, async () => (await this.page.getAttribute("#state", "data-state")) === name); }
  called(what, count = 1) { return until(`${what} was asked ${count} times`, () => this.mock.called(what).length >= count); }
  last(what) { return this.mock.called(what).at(-1)?.request; }

  async view(name) {
    await this.page.click(`.rail-link[href="#${name}"]`);
    await this.page.waitForSelector(`#view-${name}:not([hidden])`);
    await pause(300); // what a view draws a few times a second
  }

  async takeControl(name = "Ada") {
    await this.page.fill("#operator-name", name);
    await this.page.click("#operator-button");
    await this.reads("#operator", new RegExp(`${name} \\(you\\)`));
  }

  /** Presses a button that asks for something, once it can be used. */
  async press(what) {
    const button = this.page.locator(`[data-action="${what}"]:visible`).first();
    await until(`${what} can be pressed`, async () => (await button.getAttribute("aria-disabled")) !== "true");
    await button.click();
    await this.called(what);
  }

  async arm() {
    await this.press("arm");
    await this.page.fill("#arm-text", "ARM");
    await this.press("arm_confirm");
    await this.state("armed");
  }

  /** Waits until the run's time has gone on by so many seconds, however slow the machine is. */
  async later(seconds) {
    const time = async () => {
      const [, minutes, seconds] = /(?:(\d+) min )?(\d+(?:\.\d+)?) s/.exec(await this.text("#link-words")) ?? [];
      return seconds === undefined ? 0 : 60 * Number(minutes ?? 0) + Number(seconds);
    };
    const begin = await until("the run's time is known", time);
    await until(`${seconds} s later`, async () => (await time()) >= begin + seconds);
  }

  /** @returns {Promise<number>} pixels of a canvas in a colour of the theme */
  ink(selector, colour) {
    return this.page.evaluate(([where, wanted]) => {
      const canvas = document.querySelector(where);
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const hex = getComputedStyle(document.documentElement).getPropertyValue(wanted).trim();
      const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b) ++count;
      return count;
    }, [selector, colour]);
  }

  close() {
    assert.deepEqual(this.errors, [], "errors of the page");
    return this.context.close();
  }
}

export async function launchBrowser(args = []) {
  return chromium.launch({ executablePath: await findBrowser(), args: ["--no-sandbox", ...args] });
}

let shared = null;

/** One browser for the tests of a process: to start one takes as long as a test. */
function sharedBrowser() {
  shared ??= launchBrowser();
  return shared;
}

/** Runs `test` with a browser, of its own where it wants arguments; the pages it opens are closed whatever happens. */
async function withBrowser(args, test) {
  const browser = await (args ? launchBrowser(args) : sharedBrowser());
  const opened = [];
  const newContext = async (options) => {
    opened.push(await browser.newContext(options));
    return opened.at(-1);
  };
  try {
    await test({ newContext });
  } finally {
    await Promise.all(opened.map((context) => context.close()));
    if (args) await browser.close();
  }
}

/** Starts a program that prints its start-up link. @returns {Promise<{link: string, said: () => string, end: () => Promise<void>}>} */
export async function startProgram(path, args) {
  const { spawn } = await import("node:child_process");
  // As people start it: from the project's folder.
  const program = spawn(path, args, { stdio: ["pipe", "pipe", "pipe"], cwd: kRoot });
  let text = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (data) => { text += data; });
  const ended = new Promise((resolve) => { program.on("exit", resolve); });
  const link = await until(`${path} ${args.join(" ")} prints its link`, () => {
    assert.equal(program.exitCode, null, text);
    return /https?:\/\/\S+\?token=[0-9a-f]+/.exec(text)?.[0];
  }, 60000);
  return {
    link,
    said: () => text,
    end: async () => {
      program.stdin.end();
      const late = setTimeout(() => program.kill("SIGINT"), 1500);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Runs `test` with a server and a page of its own. */
export async function withConsole(options, test) {
  const mock = await MockServer.start(options.mock);
  await options.before?.(mock);
  try {
    await withBrowser(options.args, async (browser) => {
      const desk = await Console.open(mock, browser, options);
      desk.browser = browser;
      await test(desk, mock);
      await desk.close();
    });
  } finally {
    await mock.close();
  }
}

/** @returns {string} the path that ctest gives in a variable */
export function built(variable) {
  const path = process.env[variable];
  assert.ok(path, `${variable} names no program: this test is run by ctest`);
  return path;
}

/** Opens the page that a program serves. */
export async function withProgram(path, args, test, options = {}) {
  const program = await startProgram(path, args);
  try {
    await withBrowser(undefined, async (browser) => {
      const desk = await Console.open({ link: program.link }, browser, options);
      await test(desk, program);
      await desk.close();
    });
  } finally {
    await program.end();
  }
}
