// A run's thinned track between its samples.

function between(a, b, share) {
  return a.map((value, k) => value + share * (b[k] - value));
}

/**
 * @param {object} track of the service run_track @param {number} t its own time, s
 * @returns {{position, attitude, joints, hand, target, index}} pose at that time; the sample before it is `index`
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
  const [x, y, attitude] = between(track.satellite[low], track.satellite[high], share);
  const [from, to] = [track.target_m?.[low], track.target_m?.[high]];
  const known = (point) => Array.isArray(point) && point.every(Number.isFinite);
  return {
    position: [x, y],
    attitude,
    joints: between(track.joints_rad[low], track.joints_rad[high], share),
    hand: between(track.hand_m[low], track.hand_m[high], share),
    target: known(from) && known(to) ? between(from, to, share) : null,
    index: share >= 1 ? high : low,
  };
}
