// Where the parts of the robot are.
import { rotated } from "./table_map.js";

/**
 * @param {object} output a CycleOutput @param {object|null} truth of the simulation, used while there is no estimate
 * @returns {{position, attitude, joints, hand, massCentre, target, targetAttitude}|null} m and rad, in the table's frame
 */
export function poseOf(output, truth) {
  const estimate = output?.estimate;
  if (estimate?.valid) {
    return {
      position: estimate.robot.position_m,
      attitude: estimate.robot.attitude_rad,
      joints: estimate.robot.joints_rad,
      hand: estimate.hand_position_m,
      massCentre: estimate.mass_centre_m,
      target: estimate.target.valid ? estimate.target.position_m : truth?.target.position_m ?? null,
      targetAttitude: estimate.target.valid && estimate.target.turns ? estimate.target.attitude_rad : truth?.target.attitude_rad ?? null,
      estimated: true,
    };
  }
  if (!truth) return null;
  return {
    position: truth.robot.position_m,
    attitude: truth.robot.attitude_rad,
    joints: truth.robot.joints_rad,
    hand: truth.hand_position_m,
    massCentre: truth.mass_centre_m,
    target: truth.target.position_m,
    targetAttitude: truth.target.attitude_rad,
    estimated: false,
  };
}

/** @returns {[number, number][]} Joint 1, joint 2 ... hand. Found from the hand back, so that no drawing contradicts it. */
export function armPoints(robot, pose) {
  const lengths = robot?.link_lengths_m ?? [];
  const angles = [];
  let angle = pose.attitude;
  for (let i = 0; i < lengths.length; ++i) {
    angle += pose.joints[i] ?? 0;
    angles.push(angle);
  }
  let at = pose.hand;
  const points = [at];
  for (let i = lengths.length - 1; i >= 0; --i) {
    at = [at[0] - lengths[i] * Math.cos(angles[i]), at[1] - lengths[i] * Math.sin(angles[i])];
    points.unshift(at);
  }
  return points;
}

/** @returns {[number, number][]} Where a target's LEDs are; none where it has fewer than two, or its attitude is not known. */
export function targetPoints(leds, pose) {
  if (!pose.target || !Number.isFinite(pose.targetAttitude) || !(leds?.length > 1)) return [];
  return leds.map((led) => {
    const [x, y] = rotated(led, pose.targetAttitude);
    return [pose.target[0] + x, pose.target[1] + y];
  });
}

/** @returns {[number, number][]} The satellite's corners; a robot without a known outline is drawn as a square. */
export function outlinePoints(robot, pose) {
  let outline = robot?.satellite_outline_m;
  if (!outline || outline.length < 3) {
    const half = robot?.satellite_radius_m ?? 0.15;
    outline = [[-half, -half], [half, -half], [half, half], [-half, half]];
  }
  return outline.map((corner) => {
    const [x, y] = rotated(corner, pose.attitude);
    return [pose.position[0] + x, pose.position[1] + y];
  });
}
