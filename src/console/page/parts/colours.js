// The style sheet's colours, for what is drawn on a canvas.

let cache = null;
const listeners = new Set();

/** @returns {string} such as colour("c1"); see style/theme.css for the names */
export function colour(name) {
  if (!cache) cache = new Map();
  let value = cache.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim() || "#888";
    cache.set(name, value);
  }
  return value;
}

/** Calls `listener` after light has become dark, or the other way round. */
export function onColours(listener) {
  listeners.add(listener);
}

export function coloursChanged() {
  cache = null;
  for (const listener of listeners) listener();
}

export const kFont = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif';
