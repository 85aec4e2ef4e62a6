// A run's thinned track between its samples.

const known = (point) => Array.isArray(point) && point.every(Number.isFinite);

/** What is known at one of the two times only is taken from there. */
function between(a, b, share) {
  if (!known(a) || !known(b)) return known(a) ? a : known(b) ? b : null;
  return a.map((value, k) => value + share * (b[k] - value));
}

/**
 * @param {object} track of the service run_track @param {number} t its own time, s
 * @returns {{known: boolean, position, attitude, joints, hand, target, index}} pose at that time; the sample before it is
 *   `index`; nothing is known of the robot before it was first seen
 */
export function interpolate(track, t) {
  const times = track.time_s;
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  const share = Math.min(1, Math.max(0, (t - times[low]) / (times[high] - times[low] || 1)));
  const of = (column) => (column ? between(column[low], column[high], share) : null);
  const [satellite, joints, hand] = [of(track.satellite), of(track.joints_rad), of(track.hand_m)];
  return {
    known: satellite !== null && joints !== null && hand !== null,
    position: satellite?.slice(0, 2),
    attitude: satellite?.[2],
    joints,
    hand,
    target: of(track.target_m),
    index: share >= 1 ? high : low,
  };
}
