// Numbers and times as the page writes them.

export const kUnknown = "–";
export const kMinus = "\u2212";

/** @returns {string} With so many decimals, with the proper minus sign; "–" for what is not known. */
export function fixed(value, decimals) {
  if (typeof value !== "number" || !Number.isFinite(value)) return kUnknown;
  const text = value.toFixed(decimals);
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text.replace("-", kMinus);
}

export function withUnit(value, decimals, unit) {
  const text = fixed(value, decimals);
  return text === kUnknown ? text : `${text} ${unit}`;
}

/** @returns {string} Of a number of unknown size: three figures. */
export function figures(value) {
  if (typeof value !== "number" || !Number.isFinite(value)) return kUnknown;
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value).replace("-", kMinus);
  const text = Math.abs(value) >= 1e-3 && Math.abs(value) < 1e5 ? Number(value.toPrecision(3)).toString() : value.toExponential(1);
  return text.replace("-", kMinus);
}

/** "hand_distance_m" -> {name: "hand distance", unit: "m"}; the unit is the end of the key, as everywhere in the house. */
export function splitKey(key) {
  const units = { m: "m", mm: "mm", s: "s", ms: "ms", us: "µs", deg: "°", rad: "rad", deg_s: "°/s", mm_s: "mm/s", m_s: "m/s", percent: "%", px: "px", nms: "N m s", ns: "ns", hz: "Hz" };
  for (const take of [2, 1]) {
    const words = key.split("_");
    const unit = words.slice(-take).join("_");
    if (words.length > take && units[unit]) return { name: words.slice(0, -take).join(" "), unit: units[unit] };
  }
  return { name: key.replaceAll("_", " "), unit: "" };
}

// What is small is said in a thousandth of its unit.
const kThousandths = { m: "mm", "m/s": "mm/s", s: "ms" };
const kSmall = 0.1;

/** ("hand_distance_m", 0.00093) -> {name: "hand distance", text: "0.93 mm"} */
export function quantity(key, value) {
  const { name, unit } = splitKey(key);
  if (typeof value !== "number") return { name, text: String(value) };
  const small = kThousandths[unit] && value !== 0 && Math.abs(value) < kSmall;
  const text = figures(small ? value * 1000 : value);
  const said = small ? kThousandths[unit] : unit;
  return { name, text: said ? `${text} ${said}` : text };
}

/** @returns {string[]} Each number with its name, "hand distance 0.93 mm". */
export const quantities = (numbers) => Object.entries(numbers ?? {}).map(([key, value]) => {
  const { name, text } = quantity(key, value);
  return `${name} ${text}`;
});

/** "2026-11-22T19:19:06.430+00:00" -> "2026-11-22 19:19:06" */
export const moment = (iso) => String(iso ?? "").replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d).*$/, "$1 $2");

/** "14:03:22" */
export function clock(date) {
  if (!date) return kUnknown;
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** "23.4 s", "2 min 05 s" */
export function duration(seconds) {
  if (typeof seconds !== "number" || !Number.isFinite(seconds)) return kUnknown;
  if (seconds < 60) return `${fixed(seconds, 1)} s`;
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** "23.4 s", "2:05", "1:02:05": no wider than a number, however long a run goes on. */
export function stopwatch(seconds) {
  if (typeof seconds !== "number" || !(seconds >= 60)) return duration(seconds);
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** How a run went, in a word, and the style of that: what is not all in the log is no result to build on. */
export function outcome(run) {
  if (!run.passed) return { word: "failed", result: "failed" };
  return run.log_complete === false ? { word: "log incomplete", result: "failed" } : { word: "passed", result: "passed" };
}

/** "capture_moving" -> "capture moving" */
export const words = (name) => String(name ?? "").replaceAll("_", " ");
