// The page with the console's own server.
import { kViews, built, pause, until, withProgram } from "../harness.mjs";
import { kPageFolder } from "../mock/server.mjs";

/** The server's headers, cookie, subprotocol, schemas and pictures are those that the page was written for. */
export async function with_the_consoles_server() {
  let stops = 0;
  const program = [built("CONSOLE_DEMO"), ["--page", kPageFolder, "--seconds", "120"]];
  let said = () => "";
  await withProgram(...program, async (desk, { said: words }) => {
    said = words;
    await desk.takeControl("Ada");
    for (const view of kViews) await desk.view(view);
    await desk.view("signals");
    await desk.reads(".signals", /joint 1\s+−?\d/);
    await desk.view("camera");
    await until("the picture is drawn", () => desk.page.evaluate(() => {
      const canvas = document.querySelector(".picture-canvas");
      return canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[0] > 8;
    }));
    await desk.page.keyboard.press("Escape");
    ++stops;
    await until("the desk says stopped", () => desk.page.evaluate(() => /stop/i.test(document.querySelector(".stop-word").textContent)));
    await pause(300);
  });
  await until("the server has heard the STOP", () => /(\d+) stops/.exec(said())?.[1] >= stops);
}
