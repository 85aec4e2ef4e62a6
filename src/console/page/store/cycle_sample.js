// What is plotted of a cycle, in the units that people read.

const kDegrees = 180 / Math.PI;

/** @returns {number} Seconds of a time in nanoseconds. */
export const seconds = (ns) => ns / 1e9;

/** @param {object} output a CycleOutput @returns {object} numbers by name, for Series.push */
export function cycleSample(output) {
  const sample = { t: seconds(output.now_ns) };
  const estimate = output.estimate;
  output.command.rates_rad_s.forEach((rate, i) => { sample[`commanded_${i + 1}`] = rate * kDegrees; });
  if (estimate.valid) {
    estimate.robot.joints_rad.forEach((angle, i) => { sample[`joint_${i + 1}`] = angle * kDegrees; });
    estimate.robot.joint_rates_rad_s.forEach((rate, i) => { sample[`rate_${i + 1}`] = rate * kDegrees; });
    [sample.hand_x, sample.hand_y] = estimate.hand_position_m;
    [sample.momentum_x, sample.momentum_y] = estimate.linear_momentum_ns;
    sample.angular_momentum = estimate.angular_momentum_nms;
    sample.sigma_hand = estimate.sigma_hand_m * 1e3;
    if (estimate.target.valid) {
      const [dx, dy] = [0, 1].map((k) => estimate.target.position_m[k] - estimate.hand_position_m[k]);
      sample.distance = Math.hypot(dx, dy) * 1e3;
    }
  }
  const resolved = output.resolved;
  if (resolved.sigma_min_m > 0) {
    sample.sigma_min = resolved.sigma_min_m;
    sample.scale = resolved.scale;
  }
  return sample;
}

/** @param {object} timing a LoopTiming @returns {object} microseconds by name */
export function timingSample(timing) {
  return {
    t: seconds(timing.deadline_ns),
    wake_late: timing.wake_late_ns / 1e3,
    compute: timing.compute_ns / 1e3,
    slack: timing.slack_ns / 1e3,
  };
}
