// An encrypted console: page by HTTPS, start-up link, commands with the cookie, STOP without it.
//   node follow_encrypted.mjs CONSOLE_DEMO FOLDER_OF_CERTIFICATE
import assert from "node:assert/strict";
import https from "node:https";
import protocol from "@foxglove/ws-protocol";
import { WebSocket } from "ws";
import { startConsole } from "./start_console.mjs";

const [path, folder] = process.argv.slice(2);
const { link, end } = await startConsole(path, [
  "--certificate", `${folder}/certificate.pem`, "--key", `${folder}/key.pem`]);
assert.equal(link.protocol, "https:");

/** Status, headers and text of an answer. The certificate is nobody's but ours. */
function get(url) {
  return new Promise((resolve, reject) => {
    https.get(url, { rejectUnauthorized: false }, (response) => {
      let text = "";
      response.on("data", (part) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    }).on("error", reject);
  });
}
const entered = await get(link);
assert.equal(entered.status, 200);
const [cookie] = entered.headers["set-cookie"];
assert.match(cookie, /; HttpOnly; SameSite=Strict; Secure$/);
assert.equal((await get(new URL("/?token=wrong", link))).status, 403);

/** Answers of services, one after the other. */
async function connect(headers) {
  const socket = new WebSocket(`wss://${link.host}/ws`, ["foxglove.sdk.v1"], { rejectUnauthorized: false, headers });
  const client = new protocol.FoxgloveClient({ ws: socket });
  const services = await new Promise((resolve) => client.on("advertiseServices", resolve));
  return {
    close: () => client.close(),
    ask(name, request) {
      const answer = new Promise((resolve) => client.on("serviceCallResponse", resolve));
      client.sendServiceCallRequest({
        serviceId: services.find((one) => one.name === `/freefloat/${name}`).id,
        callId: 1, encoding: "json", data: new TextEncoder().encode(JSON.stringify(request)) });
      return answer.then(({ data }) => JSON.parse(new TextDecoder().decode(data)));
    },
  };
}
const operator = await connect({ cookie: cookie.split(";")[0], origin: link.origin });
assert.deepEqual(await operator.ask("lease_take", { name: "Ada" }), { done: true, words: "you command", result: {} });
const viewer = await connect({});
assert.equal((await viewer.ask("stop", {})).done, true);
operator.close();
viewer.close();
assert.equal(await end(), "1 stops");
console.log("encrypted: link, lease, stop");
