// The connection: freshness, coming back, decoding.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { kRoot, pause, until, withConsole } from "../harness.mjs";
import { readRecorded } from "../mock/recorded.mjs";

/** The page's decoder against the official one, on every message of recorded runs. */
export async function decoding() {
  const { makeDecoder } = await import(`${kRoot}src/console/page/link/cdr.js`);
  const compare = (ours, theirs, where) => {
    if (typeof theirs === "bigint") assert.equal(ours, Number(theirs), where);
    else if (Array.isArray(theirs) || ArrayBuffer.isView(theirs)) {
      assert.equal(ours.length, theirs.length, where);
      for (let i = 0; i < theirs.length; ++i) compare(ours[i], theirs[i], `${where}[${i}]`);
    } else if (theirs !== null && typeof theirs === "object") {
      assert.deepEqual(Object.keys(ours), Object.keys(theirs), where);
      for (const key of Object.keys(theirs)) compare(ours[key], theirs[key], `${where}.${key}`);
    } else assert.strictEqual(ours, theirs, where);
  };
  let count = 0;
  for (const name of ["moving", "pictures", "reorient", "link_cut"]) {
    for (const [topic, { schema, raw, messages }] of await readRecorded(`${kRoot}tests/data/${name}.mcap`)) {
      const decode = makeDecoder(schema);
      raw.forEach((bytes, i) => {
        compare(decode(bytes), messages[i], `${name} ${topic} ${i}`);
        ++count;
      });
      if (raw.length === 0) continue;
      // A message cut at any byte is refused, and none reads outside itself.
      for (let length = 0; length < Math.min(raw[0].length, 300); ++length) {
        assert.throws(() => decode(raw[0].slice(0, length)), RangeError, `${topic} cut at ${length}`);
      }
    }
  }
  assert.ok(count > 5000);
  console.log(`${count} messages decoded as by @foxglove/rosmsg2-serialization`);
}

export async function enumerators_have_the_schemas_names() {
  const { enumeratorNames, parseSchema } = await import(`${kRoot}src/console/page/link/schema.js`);
  const topics = await readRecorded(`${kRoot}tests/data/moving.mcap`, () => false);
  const names = enumeratorNames(parseSchema(topics.get("/freefloat/cycle_output").schema), "", "state");
  assert.deepEqual(names, ["disarmed", "ready", "armed", "active", "hold", "fault", "stopped"]);
  assert.throws(() => parseSchema("float64[ x"), /schema/);
}

export async function freshness() {
  await withConsole({}, async (desk, mock) => {
    mock.desk.become("active");
    await desk.state("active");
    mock.silent = true;
    const begin = Date.now();
    await desk.state("none");
    const took = Date.now() - begin;
    // The newest message may be a tenth of a second older than the silence.
    assert.ok(took > 600 && took < 2500, `greyed after ${took} ms`);
    assert.match(await desk.text("#state"), /NO DATA\s+since \d\d:\d\d:\d\d/);
    assert.match(await desk.text("#stale"), /No data since \d\d:\d\d:\d\d/);
    assert.equal(await desk.page.evaluate(() => getComputedStyle(document.querySelector(".top-frame")).filter), "grayscale(1)");
    mock.silent = false;
    await desk.live();
    await desk.state("active");
    assert.ok(await desk.page.isHidden("#stale"));
  });
}

export async function a_silent_loop_is_not_live() {
  await withConsole({}, async (desk, mock) => {
    mock.loopSilent = true; // time and desk still come
    await desk.reads("#stale", /connected, but the robot.s loop is silent/);
    await until("it is stale", async () => (await desk.page.getAttribute("body", "data-fresh")) === "stale");
  });
}

/** A connection that comes and goes between two looks of the page's slow timer leaves no button that seems usable. */
export async function buttons_say_why_after_a_short_connection() {
  await withConsole({}, async (desk, mock) => {
    await desk.page.addInitScript(() => {
      const set = window.setInterval.bind(window);
      window.setInterval = (look, ms) => set(() => { if (!window.timersHeld) look(); }, ms);
    });
    await desk.page.reload();
    await desk.live();
    const refused = async () => /no connection/.test(await desk.text(".experiment-card"));
    const lose = () => { mock.refusing = true; for (const client of mock.clients) client.peer.close(1013, "eight others are connected"); };
    lose();
    await until("buttons say why", refused);
    await desk.page.evaluate(() => { window.timersHeld = true; });
    mock.refusing = false;
    await until("buttons can be used again", async () => !(await refused()));
    lose();
    await until("the page has noticed", async () => mock.clients.size === 0);
    await pause(300);
    await desk.page.evaluate(() => { window.timersHeld = false; });
    await until("buttons say why again", refused);
  });
}

export async function reconnecting() {
  await withConsole({}, async (desk, mock) => {
    await desk.takeControl();
    for (let time = 0; time < 3; ++time) {
      const before = [...mock.clients];
      for (const client of before) client.peer.close(1013, "eight others are connected");
      await until("the page comes back", () => [...mock.clients].some((client) => !before.includes(client)));
      await desk.live();
    }
    mock.refusing = true;
    for (const client of mock.clients) client.peer.close(1013, "eight others are connected");
    await desk.reads("#link-words", /no connection/);
    await until("the page tries again, twice in vain", () => mock.refused >= 2);
    await desk.reads("#stale", /eight others are connected/);
    await until("buttons say why", async () => /no connection/.test(await desk.text(".experiment-card")));
    mock.refusing = false;
    await desk.live();
    await desk.reads("#operator", /Nobody/); // control is not kept over a lost connection
  });
}

/** As with a cable that was pulled out: nobody says that the connection is gone. */
export async function a_server_that_says_nothing_is_left() {
  await withConsole({}, async (desk, mock) => {
    const [client] = mock.clients;
    mock.silent = true;
    await until("the page tries another connection", () => mock.clients.size > 0 && !mock.clients.has(client));
    mock.silent = false;
    await desk.live();
  });
}

/** A long task of the browser, or a computer that slept: what came meanwhile waits for the page. */
export async function a_page_that_was_held_up_keeps_control() {
  await withConsole({}, async (desk, mock) => {
    await desk.takeControl();
    const [client] = mock.clients;
    for (let time = 0; time < 3; ++time) {
      await desk.page.evaluate(() => { for (const end = performance.now() + 3600; performance.now() < end;); });
      await desk.live();
      assert.deepEqual([...mock.clients], [client], "the same connection");
    }
    await desk.reads("#operator", /Ada \(you\)/);
  });
}

export async function another_program_brings_its_own_page() {
  await withConsole({}, async (desk, mock) => {
    await desk.live();
    mock.version = "another";
    for (const client of mock.clients) client.peer.close(1001, "the program ends");
    await desk.answered(/the program is another one now, another: its own page was loaded/);
    await desk.live();
  });
}

export async function security_policy() {
  await withConsole({}, async (desk, mock) => {
    await desk.page.evaluate(() => {
      window.violations = [];
      document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.blockedURI || event.violatedDirective));
    });
    for (const view of ["camera", "signals", "health", "runs", "operate"]) await desk.view(view);
    assert.deepEqual(await desk.page.evaluate(() => window.violations), []);
    const response = await desk.page.request.get(mock.url);
    assert.equal(response.headers()["content-security-policy"], "default-src 'self'");
    const html = await readFile(`${kRoot}src/console/page/index.html`, "utf8");
    assert.doesNotMatch(html, /\sstyle=|<style|\son[a-z]+=|https?:\/\//);
  });
}
