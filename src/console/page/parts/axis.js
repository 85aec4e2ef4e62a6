// Round numbers along an axis.

/** @returns {number} The smallest of 1, 2, 5 times a power of ten that is not below `step`. */
export function roundStep(step) {
  const power = 10 ** Math.floor(Math.log10(step));
  const share = step / power;
  return (share <= 1.0001 ? 1 : share <= 2.0001 ? 2 : share <= 5.0001 ? 5 : 10) * power;
}

/** @returns {{values: number[], decimals: number}} Ticks within the range, about `count` of them. */
export function ticks(low, high, count) {
  if (!(high > low)) return { values: [low], decimals: 0 };
  const step = roundStep((high - low) / Math.max(1, count));
  const values = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) values.push(k * step);
  return { values, decimals: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

/** @returns {[number, number]} A range with some air that has all finite values in it, and what `include` names. */
export function rangeOf(columns, include = []) {
  let low = Infinity;
  let high = -Infinity;
  for (const column of [...columns, include]) {
    for (const value of column) {
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return [0, 1];
  const air = high - low < 1e-9 ? Math.max(Math.abs(high) * 0.1, 1e-3) : (high - low) * 0.08;
  return [low - air, high + air];
}
