// Takes pictures of parts of a page that the program wrote, as a browser shows them, side by side. Called by tools/make_pictures.
//   node tools/report_pictures.mjs PAGE.html PICTURE.png SELECTOR...
import { pathToFileURL } from "node:url";
import { launchBrowser } from "../tests/integration/console_page/harness.mjs";

const kWidth = 1240; // of the window, px: the report's cards stand beside one another
const [html, picture, ...selectors] = process.argv.slice(2);

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: kWidth, height: 900 }, deviceScaleFactor: 1.5 });
await page.goto(pathToFileURL(html).href);
// Only the cards that are asked for, in one row.
await page.evaluate((wanted) => {
  const cards = wanted.map((selector) => document.querySelector(selector).closest(".card"));
  const row = document.createElement("div");
  row.id = "pictured";
  row.style.cssText = `display: grid; grid-template-columns: repeat(${cards.length}, 1fr); gap: 12px; padding: 12px`;
  row.append(...cards);
  document.body.replaceChildren(row);
}, selectors);
await page.locator("#pictured").screenshot({ path: picture });
await browser.close();
