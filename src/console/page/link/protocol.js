// The Foxglove WebSocket protocol's frames, as far as this page uses them.

export const kSubprotocols = ["foxglove.sdk.v1", "foxglove.websocket.v1"];

const kFromServer = { message: 1, time: 2, answer: 3 };
const kServiceCall = 2;
const kText = new TextDecoder();

/**
 * @param {ArrayBuffer} buffer a binary frame of the server
 * @returns {object|null} {kind: "message", subscription, timeNs, payload}, {kind: "time", timeNs} or
 *   {kind: "answer", service, call, text}; null: a frame of another kind, to be passed over
 */
export function readFrame(buffer) {
  const view = new DataView(buffer);
  switch (view.getUint8(0)) {
    case kFromServer.message:
      return {
        kind: "message",
        subscription: view.getUint32(1, true),
        timeNs: view.getBigUint64(5, true),
        payload: new Uint8Array(buffer, 13),
      };
    case kFromServer.time:
      return { kind: "time", timeNs: view.getBigUint64(1, true) };
    case kFromServer.answer: {
      const encodingLength = view.getUint32(9, true);
      return {
        kind: "answer",
        service: view.getUint32(1, true),
        call: view.getUint32(5, true),
        text: kText.decode(new Uint8Array(buffer, 13 + encodingLength)),
      };
    }
    default:
      return null;
  }
}

/** @returns {Uint8Array} A call of a service, its request as JSON. */
export function writeServiceCall(service, call, request) {
  const encoder = new TextEncoder();
  const encoding = encoder.encode("json");
  const payload = encoder.encode(JSON.stringify(request));
  const bytes = new Uint8Array(13 + encoding.length + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, kServiceCall);
  view.setUint32(1, service, true);
  view.setUint32(5, call, true);
  view.setUint32(9, encoding.length, true);
  bytes.set(encoding, 13);
  bytes.set(payload, 13 + encoding.length);
  return bytes;
}
