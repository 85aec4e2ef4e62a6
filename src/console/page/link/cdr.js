// Decodes CDR messages as their schema says. The decoder is put together of closures: the page's security policy allows
// no code that is made from text.
import { parseSchema } from "./schema.js";

const kText = new TextDecoder();

/** Reads one message; throws a RangeError at the first byte outside it. */
class CdrReader {
  constructor(bytes) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.byteLength < 4 || bytes[0] !== 0 || bytes[1] > 1) throw new RangeError("not a CDR message");
    this.little = bytes[1] === 1;
    this.at = 4;
  }

  /** @returns {number} Place of a number of `size` bytes, aligned to its size from the end of the four header bytes. */
  next(size) {
    const begin = this.at + ((4 - this.at) & (size - 1));
    this.at = begin + size;
    return begin;
  }

  /** @param {number} smallest fewest bytes of one element, so that a damaged count cannot ask for much memory */
  count(smallest) {
    const count = this.view.getUint32(this.next(4), this.little);
    if (count * smallest > this.view.byteLength - this.at) throw new RangeError("more elements than bytes");
    return count;
  }

  bytes(count) {
    if (this.at + count > this.view.byteLength) throw new RangeError("cut off");
    const bytes = new Uint8Array(this.view.buffer, this.view.byteOffset + this.at, count);
    this.at += count;
    return bytes;
  }
}

/** Whole numbers of 64 bits become ordinary numbers: nanoseconds since the start are exact for a hundred days. */
const kPrimitives = {
  bool: { size: 1, read: (r) => r.view.getUint8(r.next(1)) !== 0 },
  byte: { size: 1, read: (r) => r.view.getUint8(r.next(1)) },
  char: { size: 1, read: (r) => r.view.getUint8(r.next(1)) },
  int8: { size: 1, read: (r) => r.view.getInt8(r.next(1)) },
  uint8: { size: 1, read: (r) => r.view.getUint8(r.next(1)) },
  int16: { size: 2, read: (r) => r.view.getInt16(r.next(2), r.little) },
  uint16: { size: 2, read: (r) => r.view.getUint16(r.next(2), r.little) },
  int32: { size: 4, read: (r) => r.view.getInt32(r.next(4), r.little) },
  uint32: { size: 4, read: (r) => r.view.getUint32(r.next(4), r.little) },
  int64: { size: 8, read: (r) => Number(r.view.getBigInt64(r.next(8), r.little)) },
  uint64: { size: 8, read: (r) => Number(r.view.getBigUint64(r.next(8), r.little)) },
  float32: { size: 4, read: (r) => r.view.getFloat32(r.next(4), r.little) },
  float64: { size: 8, read: (r) => r.view.getFloat64(r.next(8), r.little) },
  string: { size: 4, read: (r) => kText.decode(r.bytes(r.count(1))).replace(/\0$/, "") },
};

function readerOf(base, messages, made) {
  if (kPrimitives[base]) return kPrimitives[base];
  if (made.has(base)) return made.get(base);
  let name = base;
  if (!messages.has(name)) name = [...messages.keys()].find((known) => known.endsWith(`/${base}`));
  const message = messages.get(name);
  if (!message) throw new Error(`schema: '${base}' is not defined`);
  const reader = { size: 1, read: null };
  made.set(base, reader);
  const fields = message.fields.map((field) => ({ name: field.name, read: fieldReader(field, messages, made) }));
  reader.read = (r) => {
    const value = {};
    for (const field of fields) value[field.name] = field.read(r);
    return value;
  };
  return reader;
}

function fieldReader({ base, array }, messages, made) {
  const element = readerOf(base, messages, made);
  if (array === null) return (r) => element.read(r);
  if (base === "uint8") return (r) => r.bytes(array === "sequence" ? r.count(1) : array);
  return (r) => {
    const count = array === "sequence" ? r.count(element.size) : array;
    const values = new Array(count);
    for (let i = 0; i < count; ++i) values[i] = element.read(r);
    return values;
  };
}

/**
 * @param {string} schema in ROS 2's message format
 * @returns {(bytes: Uint8Array) => object} Byte sequences in the result look into the message's own memory.
 */
export function makeDecoder(schema) {
  const root = readerOf("", parseSchema(schema), new Map());
  return (bytes) => root.read(new CdrReader(bytes));
}
