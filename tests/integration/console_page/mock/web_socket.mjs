// The server's side of a WebSocket, as far as a browser's short messages need it.
import { createHash } from "node:crypto";

const kGuid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const kText = 1;
const kBinary = 2;
const kClose = 8;
const kPing = 9;
const kPong = 10;

function frame(opcode, payload) {
  const length = payload.length;
  const head = length < 126 ? Buffer.alloc(2) : length < 65536 ? Buffer.alloc(4) : Buffer.alloc(10);
  head[0] = 0x80 | opcode;
  if (length < 126) {
    head[1] = length;
  } else if (length < 65536) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

export class WebSocketPeer {
  /** @param {(data: string|Buffer) => void} onMessage */
  constructor(request, socket, subprotocol) {
    this.socket = socket;
    this.pending = Buffer.alloc(0);
    this.onMessage = () => {};
    this.onClose = () => {};
    const accept = createHash("sha1").update(request.headers["sec-websocket-key"] + kGuid).digest("base64");
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + `Sec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: ${subprotocol}\r\n\r\n`);
    socket.setNoDelay(true);
    socket.on("data", (data) => this.take(data));
    socket.on("close", () => this.onClose());
    socket.on("error", () => socket.destroy());
  }

  take(data) {
    this.pending = Buffer.concat([this.pending, data]);
    for (;;) {
      if (this.pending.length < 6) return;
      let length = this.pending[1] & 0x7f;
      let at = 2;
      if (length === 126) {
        length = this.pending.readUInt16BE(2);
        at = 4;
      }
      if (this.pending.length < at + 4 + length) return;
      const mask = this.pending.subarray(at, at + 4);
      const payload = Buffer.from(this.pending.subarray(at + 4, at + 4 + length)).map((byte, i) => byte ^ mask[i % 4]);
      const opcode = this.pending[0] & 0x0f;
      this.pending = this.pending.subarray(at + 4 + length);
      this.dispatch(opcode, payload);
    }
  }

  dispatch(opcode, payload) {
    if (opcode === kText) this.onMessage(payload.toString("utf8"));
    else if (opcode === kBinary) this.onMessage(payload);
    else if (opcode === kPing) this.write(kPong, payload);
    else if (opcode === kClose) this.close();
  }

  write(opcode, payload) {
    if (!this.socket.destroyed) this.socket.write(frame(opcode, payload));
  }

  send(data) {
    if (typeof data === "string") this.write(kText, Buffer.from(data));
    else this.write(kBinary, data);
  }

  /** With a reason, as the server does for one client too many. */
  close(code = 1000, reason = "") {
    const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
    payload.writeUInt16BE(code, 0);
    payload.write(reason, 2);
    this.write(kClose, payload);
    this.socket.end();
  }

  cut() {
    this.socket.destroy();
  }
}
