// What the played robot does: it rests, is jogged or dragged, or moves as in the recorded run.

const kToJoint = 0.19;
const kLength = 0.35;
const kDegrees = Math.PI / 180;

function handOf({ position, attitude, joints }) {
  const angles = [attitude, attitude + joints[0], attitude + joints[0] + joints[1]];
  const lengths = [kToJoint, kLength, kLength];
  return [0, 1].map((k) => position[k] + angles.reduce((sum, angle, i) => sum + lengths[i] * (k === 0 ? Math.cos(angle) : Math.sin(angle)), 0));
}

export class MockRobot {
  /** @param {object[]} outputs recorded CycleOutputs */
  constructor(outputs, names) {
    this.outputs = outputs;
    this.names = names; // of the supervisor's states
    this.valid = outputs.findIndex((output) => output.estimate.valid);
    this.reset();
  }

  reset() {
    this.at = this.valid;
    const { robot, target } = this.outputs[this.valid].estimate;
    this.pose = { position: [...robot.position_m], attitude: robot.attitude_rad, joints: [...robot.joints_rad] };
    const known = this.outputs.find((output) => output.estimate.target.valid).estimate.target.position_m;
    this.target = [...(target.valid ? target.position_m : known)];
    this.rates = [0, 0];
    this.moved = false;
  }

  /** @returns {boolean} The recorded run has another cycle. */
  playOn() {
    if (this.at + 1 >= this.outputs.length) return false;
    ++this.at;
    const { robot, target } = this.outputs[this.at].estimate;
    this.pose = { position: [...robot.position_m], attitude: robot.attitude_rad, joints: [...robot.joints_rad] };
    if (target.valid) this.target = [...target.position_m];
    return true;
  }

  jog({ joint, rate, hand }, seconds) {
    this.moved = true;
    if (joint) {
      this.rates[joint - 1] = rate * kDegrees;
      this.pose.joints[joint - 1] += rate * kDegrees * seconds;
    } else {
      this.pose.joints[0] += (hand[0] / 350) * seconds;
      this.pose.joints[1] += (hand[1] / 350) * seconds;
    }
  }

  drag(request) {
    this.moved = true;
    if (request.what === "target") this.target = [...request.position_m];
    if (request.what === "robot") Object.assign(this.pose, { position: [...request.position_m], attitude: request.attitude_deg * kDegrees });
    if (request.what === "tilt") this.tilt = request;
  }

  /** @returns {object} A CycleOutput of now. */
  output(supervisor, nowNs, playing) {
    const recorded = this.outputs[this.at];
    const output = structuredClone(recorded);
    output.now_ns = BigInt(nowNs);
    output.state = this.names.indexOf(supervisor);
    const estimate = output.estimate;
    estimate.robot.position_m = [...this.pose.position];
    estimate.robot.attitude_rad = this.pose.attitude;
    estimate.robot.joints_rad = [...this.pose.joints];
    estimate.target.position_m = [...this.target];
    estimate.target.valid = true;
    if (estimate.target.covariance_m2[0] === 0) estimate.target.covariance_m2 = [2e-9, 1e-9, 1e-9, 6e-9];
    if (this.moved) estimate.hand_position_m = handOf(this.pose);
    if (output.guidance.rendezvous_ns > 0n) output.guidance.rendezvous_ns = playing ? output.now_ns + (recorded.guidance.rendezvous_ns - recorded.now_ns) : 0n;
    if (!playing) {
      output.command.rates_rad_s = [...this.rates];
      estimate.robot.joint_rates_rad_s = [...this.rates];
    }
    return output;
  }

  /** @param {number} shift of the second run against the first, so that they are told apart */
  track(shift) {
    const shown = this.outputs.filter((output, i) => i % 4 === 0);
    const start = Number(shown[0].now_ns) / 1e9;
    return {
      time_s: shown.map((output) => Number(output.now_ns) / 1e9 - start),
      satellite: shown.map(({ estimate: { robot, valid } }) => (valid ? [robot.position_m[0] + shift, robot.position_m[1], robot.attitude_rad] : null)),
      joints_rad: shown.map(({ estimate }) => (estimate.valid ? [...estimate.robot.joints_rad] : null)),
      hand_m: shown.map(({ estimate }) => (estimate.valid ? [estimate.hand_position_m[0] + shift, estimate.hand_position_m[1]] : null)),
      target_m: shown.map(({ estimate }) => (estimate.target.valid ? [...estimate.target.position_m] : null)),
      state: shown.map((output) => this.names[output.state]),
    };
  }
}
