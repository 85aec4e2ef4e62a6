// Reads a schema in ROS 2's message format ("ros2msg"): which fields a message has, in the order of their bytes.

const kSeparator = /^=+$/;

/** "float64[4]" -> {base: "float64", array: 4}; "[]" and "[<=n]" are sequences, array: "sequence". */
function splitType(type) {
  const match = /^([^[\]]+?)(?:\[(.*)\])?$/.exec(type);
  if (!match) throw new Error(`schema: '${type}' is no type`);
  const base = match[1].replace(/<=\d+$/, "");
  if (match[2] === undefined) return { base, array: null };
  return { base, array: /^\d+$/.test(match[2]) ? Number(match[2]) : "sequence" };
}

function parseLine(line, message) {
  const words = line.replace(/#.*$/, "").trim();
  if (words === "") return;
  const match = /^(\S+)\s+([A-Za-z]\w*)\s*(=\s*(.*))?/.exec(words);
  if (!match) throw new Error(`schema: cannot read '${line}'`);
  if (match[3] !== undefined) {
    message.constants.push({ name: match[2], value: Number(match[4]) });
  } else {
    message.fields.push({ name: match[2], ...splitType(match[1]) });
  }
}

/**
 * @returns {Map<string, {fields: object[], constants: object[]}>} The messages by name, as "package/Type"; the one that
 *   the schema is of has the name "".
 */
export function parseSchema(text) {
  const messages = new Map();
  let message = { fields: [], constants: [] };
  messages.set("", message);
  for (const line of text.split("\n")) {
    if (kSeparator.test(line.trim())) continue;
    const head = /^MSG:\s*(\S+)/.exec(line);
    if (head) {
      message = { fields: [], constants: [] };
      messages.set(head[1].replace("/msg/", "/"), message);
    } else {
      parseLine(line, message);
    }
  }
  return messages;
}

/**
 * Names of an enumeration's values, from the constants of its message.
 * @param {string} message "" for the one that the schema is of
 * @returns {string[]} by value, in small letters
 */
export function enumeratorNames(messages, message, field) {
  const names = [];
  const prefix = `${field.toUpperCase()}_`;
  for (const constant of messages.get(message)?.constants ?? []) {
    if (constant.name.startsWith(prefix)) names[constant.value] = constant.name.slice(prefix.length).toLowerCase();
  }
  return names;
}
