// A camera's picture as PNG: spots of light where the LEDs are.
import { deflateSync } from "node:zlib";

const kTable = new Uint32Array(256).map((_, n) => {
  let c = n;
  for (let k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

// Debian's Node.js has none of its own.
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = kTable[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export function pngOf(pixels, width, height) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8; // bits; colour type 0: grey
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; ++y) Buffer.from(pixels.buffer, y * width, width).copy(rows, y * (width + 1) + 1);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("IDAT", deflateSync(rows, { level: 1 })), chunk("IEND", Buffer.alloc(0))]);
}

/** @param {{u: number, v: number, peak: number}[]} spots @returns {{pixels: Uint8Array, histogram: number[]}} */
export function drawSpots(spots, width, height) {
  const pixels = new Uint8Array(width * height).fill(9);
  for (let i = 0; i < pixels.length; i += 3) pixels[i] += (i * 2654435761) % 5;
  for (const { u, v, peak } of spots) {
    for (let y = Math.max(0, Math.floor(v - 9)); y < Math.min(height, v + 9); ++y) {
      for (let x = Math.max(0, Math.floor(u - 9)); x < Math.min(width, u + 9); ++x) {
        const add = peak * Math.exp(-((x - u) ** 2 + (y - v) ** 2) / 9);
        pixels[y * width + x] = Math.min(255, pixels[y * width + x] + add);
      }
    }
  }
  const histogram = new Array(64).fill(0);
  for (const value of pixels) ++histogram[value >> 2];
  return { pixels, histogram };
}
