#include "hal/sim/plant.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kGravity = 9.80665;      // m/s^2
constexpr double kFrictionSpeed = 0.02;   // rad/s over which Coulomb friction of a joint reverses
constexpr double kStictionSpeed = 1e-4;   // m/s over which the pads' friction reverses
constexpr double kEdgeStiffness = 400.0;  // N/m of the rail at the table's edge
constexpr double kEdgeDamping = 20.0;     // N s/m
constexpr double kFixedMass = 1e5;        // kg and kg m^2 of "fixed to the table"

/// Each rotor turns with its own body plus the gear ratio times its joint: J g g^T, constant in absolute
/// angles.
BodyMatrix make_rotor_inertia(const std::vector<DriveParameters>& drives) {
  const auto bodies = static_cast<Eigen::Index>(drives.size() + 1);
  BodyMatrix inertia = BodyMatrix::Zero(bodies, bodies);
  for (std::size_t j = 0; j < drives.size(); ++j) {
    BodyVector turns = BodyVector::Zero(bodies);
    turns[static_cast<Eigen::Index>(j)] = 1.0 - drives[j].gear_ratio;
    turns[static_cast<Eigen::Index>(j) + 1] = drives[j].gear_ratio;
    inertia += drives[j].rotor_inertia * turns * turns.transpose();
  }
  return inertia;
}

BodyVector absolute_angles(double theta, const JointVector& joints) {
  return compute_body_rates(theta, joints);
}

Posture posture_of(const BodyVector& angles) {
  return {angles.array().cos().matrix(), angles.array().sin().matrix()};
}

}  // namespace

Plant::Plant(const RobotParameters& robot, const SimConfig& config, Vector2 table_size)
    : config_(config),
      robot_(robot),
      table_size_(std::move(table_size)),
      unloaded_(robot),
      loaded_robot_(robot),
      rotor_inertia_(config.servo == ServoModel::kKinematic
                         ? BodyMatrix::Zero(robot.joint_count() + 1, robot.joint_count() + 1)
                         : make_rotor_inertia(config.drives)),
      target_(config.target.start),
      target_random_(config.seed, "target") {
  Random tilt_random(config.seed, "tilt");
  const double direction = config.residuals.tilt_direction_random ? 2.0 * kPi * tilt_random.uniform()
                                                                  : config.residuals.tilt_direction;
  tilt_ = kGravity * config.residuals.tilt * Vector2(std::cos(direction), std::sin(direction));

  const RobotState& start = config.start;
  angles_ = absolute_angles(start.theta_WB, start.joints);
  rates_ = compute_body_rates(start.w_WB, start.joint_rates);
  const Posture posture = posture_of(angles_);
  const PointMotion satellite = compute_point(unloaded_, posture, 0, Vector2::Zero());
  centre_ = start.p_WB - satellite.p_GX;
  centre_rate_ = start.v_WB - satellite.by_body * rates_;
  torques_ = JointVector::Zero(robot.joint_count());
  refresh_joints();
}

double Plant::payload_mass() const {
  return config_.target.mount == TargetMount::kTable ? kFixedMass : config_.target.mass;
}

void Plant::step(const PlantInput& input) {
  const double dt = to_seconds(config_.step);
  if (config_.servo == ServoModel::kKinematic) {
    step_kinematic(input);
  } else {
    const Motion start{centre_, centre_rate_, angles_, rates_};
    const auto moved = [&](const Motion& slope, double time) {
      return Motion{start.centre + time * slope.centre, start.centre_rate + time * slope.centre_rate,
                    start.angles + time * slope.angles, start.rates + time * slope.rates};
    };
    const Motion k1 = derivative(start, input);
    const Motion k2 = derivative(moved(k1, 0.5 * dt), input);
    const Motion k3 = derivative(moved(k2, 0.5 * dt), input);
    const Motion k4 = derivative(moved(k3, dt), input);
    centre_ += dt / 6.0 * (k1.centre + 2.0 * (k2.centre + k3.centre) + k4.centre);
    centre_rate_ += dt / 6.0 * (k1.centre_rate + 2.0 * (k2.centre_rate + k3.centre_rate) + k4.centre_rate);
    angles_ += dt / 6.0 * (k1.angles + 2.0 * (k2.angles + k3.angles) + k4.angles);
    rates_ += dt / 6.0 * (k1.rates + 2.0 * (k2.rates + k3.rates) + k4.rates);
    torques_ = joint_torques(rates_, input);
  }
  refresh_joints();
  step_target(dt);
}

JointVector Plant::joint_torques(const BodyVector& rates, const PlantInput& input) const {
  JointVector torques(rates.size() - 1);
  for (Eigen::Index j = 0; j < torques.size(); ++j) {
    const DriveParameters& drive = config_.drives[static_cast<std::size_t>(j)];
    const double rate = rates[j + 1] - rates[j];
    const double stiffness = drive.gear_ratio * drive.torque_constant;  // N m/A at the joint, V s/rad from it
    const double current =
        input.energised ? (input.motor_voltages[j] - stiffness * rate) / drive.resistance : 0.0;
    torques[j] = stiffness * current - drive.viscous_friction * rate -
                 drive.coulomb_friction * std::tanh(rate / kFrictionSpeed);
  }
  return torques;
}

Plant::Motion Plant::derivative(const Motion& motion, const PlantInput& input) const {
  const Posture posture = posture_of(motion.angles);
  const BodyMatrix inertia = compute_body_inertia(model(), posture) + rotor_inertia_;
  const JointVector torques = joint_torques(motion.rates, input);
  BodyVector moments = -compute_body_velocity_terms(model(), posture, motion.rates);
  for (Eigen::Index j = 0; j < torques.size(); ++j) {
    moments[j] -= torques[j];
    moments[j + 1] += torques[j];
  }
  Vector2 force = Vector2::Zero();
  add_table_forces(motion, posture, inertia, force, moments);
  const bool fixed = holding_ && config_.target.mount == TargetMount::kTable;
  const Vector2 acceleration = force / model().total_mass() + (fixed ? Vector2::Zero() : tilt_);
  return {motion.centre_rate, acceleration, motion.rates, inertia.ldlt().solve(moments)};
}

void Plant::add_table_forces(const Motion& motion, const Posture& posture, const BodyMatrix& inertia,
                             Vector2& force, BodyVector& moments) const {
  const ResidualParameters& residuals = config_.residuals;
  const PointMotion satellite = compute_point(model(), posture, 0, Vector2::Zero());
  const Vector2 p_WB = motion.centre + satellite.p_GX;
  const Vector2 v_WB = motion.centre_rate + satellite.by_body * motion.rates;
  Vector2 on_satellite = push_ + residuals.hose_force;
  if (residuals.pad_stiction > 0.0) {
    const double weight = unloaded_.total_mass() * kGravity;
    on_satellite -= residuals.pad_stiction * weight * v_WB / (v_WB.norm() + kStictionSpeed);
  }
  const double radius = 0.5 * robot_.satellite_size.norm();
  for (int axis = 0; axis < 2; ++axis) {
    const double beyond = std::abs(p_WB[axis]) + radius - 0.5 * table_size_[axis];
    if (beyond <= 0.0) continue;
    const double side = p_WB[axis] > 0.0 ? 1.0 : -1.0;
    on_satellite[axis] -= side * std::max(0.0, kEdgeStiffness * beyond + kEdgeDamping * side * v_WB[axis]);
  }
  force += on_satellite;
  moments += satellite.by_body.transpose() * on_satellite;
  if (residuals.linear_drag > 0.0) {
    force -= residuals.linear_drag * model().total_mass() * motion.centre_rate;
    moments -= residuals.linear_drag * (inertia * motion.rates);
  }
  moments[0] -= residuals.angular_drag * motion.rates[0];
}

void Plant::step_kinematic(const PlantInput& input) {
  // The joints' rates are given; P drifts with the tilt and L stays, so the satellite's rate is known at
  // every posture.
  const double dt = to_seconds(config_.step);
  const AngularInertia before = compute_angular_inertia(model(), posture_of(angles_));
  const double momentum = before.satellite * rates_[0] + before.joints.dot(joint_rates_);
  const auto rate_after = [&](double time) {
    const JointVector joints = joints_ + time * input.joint_rates;
    return satellite_rate(compute_angular_inertia(model(), compute_posture(0.0, joints)), input.joint_rates,
                          momentum);
  };
  const double theta =
      angles_[0] + dt / 6.0 * (rate_after(0.0) + 4.0 * rate_after(0.5 * dt) + rate_after(dt));
  const JointVector joints = joints_ + dt * input.joint_rates;
  centre_ += dt * (centre_rate_ + 0.5 * dt * tilt_);
  centre_rate_ += dt * tilt_;
  angles_ = absolute_angles(theta, joints);
  rates_ = compute_body_rates(rate_after(dt), input.joint_rates);
}

void Plant::refresh_joints() {
  joints_.resize(angles_.size() - 1);
  joint_rates_.resize(angles_.size() - 1);
  for (Eigen::Index j = 0; j < joints_.size(); ++j) {
    joints_[j] = angles_[j + 1] - angles_[j];
    joint_rates_[j] = rates_[j + 1] - rates_[j];
  }
}

void Plant::step_target(double dt) {
  if (holding_) {
    const PointMotion hand = compute_hand(model(), posture_of(angles_));
    const Vector2 arm = rotate(angles_[angles_.size() - 1], grip_offset_);
    target_.p = centre_ + hand.p_GX + arm;
    target_.w = rates_[rates_.size() - 1];
    target_.v = centre_rate_ + hand.by_body * rates_ + perpendicular(arm) * target_.w;
    target_.theta = angles_[angles_.size() - 1] + grip_angle_;
    return;
  }
  if (config_.target.mount != TargetMount::kFloating) return;
  Vector2 acceleration = tilt_;
  if (config_.target.irregular_force > 0.0) {
    if (until_new_force_ <= Duration::zero()) {
      until_new_force_ = config_.target.irregular_interval;
      const double x = target_random_.normal();
      const double y = target_random_.normal();
      target_force_ = config_.target.irregular_force * Vector2(x, y);
    }
    until_new_force_ -= config_.step;
    acceleration += target_force_ / config_.target.mass;
  }
  target_.p += dt * (target_.v + 0.5 * dt * acceleration);
  target_.v += dt * acceleration;
  target_.theta += dt * target_.w;
}

void Plant::attach_target() {
  if (holding_) return;
  const Posture posture = posture_of(angles_);
  const Eigen::Index last = angles_.size() - 1;
  const PointMotion hand = compute_hand(unloaded_, posture);
  const bool fixed = config_.target.mount == TargetMount::kTable;
  grip_offset_ = rotate(-angles_[last], target_.p - (centre_ + hand.p_GX));
  grip_angle_ = target_.theta - angles_[last];
  loaded_robot_ =
      with_payload(robot_, payload_mass(), fixed ? kFixedMass : config_.target.inertia, grip_offset_);
  loaded_.emplace(loaded_robot_);

  // Every motion that the joined bodies can make keeps its momentum: in absolute angles, M_after rates_after
  // = M_before rates_before + reduced mass (v_T - v_G) . d(target seen from G) / d theta + the target's own
  // spin.
  const double mass = unloaded_.total_mass();
  const double reduced = mass * payload_mass() / (mass + payload_mass());
  const PointMotion grip =
      compute_point(unloaded_, posture, static_cast<int>(last), unloaded_.hand_offset() + grip_offset_);
  BodyVector momentum = (compute_body_inertia(unloaded_, posture) + rotor_inertia_) * rates_;
  momentum += reduced * grip.by_body.transpose() * (target_.v - centre_rate_);
  momentum[last] += (fixed ? kFixedMass : config_.target.inertia) * target_.w;
  const double share = payload_mass() / (mass + payload_mass());
  centre_ += share * grip.p_GX;
  centre_rate_ += share * (target_.v - centre_rate_);
  holding_ = true;
  rates_ = (compute_body_inertia(*loaded_, posture) + rotor_inertia_).ldlt().solve(momentum);
  refresh_joints();
}

void Plant::detach_target() {
  if (!holding_) return;
  step_target(0.0);  // where the target is now
  const double mass = unloaded_.total_mass();
  const double total = mass + payload_mass();
  const Vector2 momentum = total * centre_rate_ - payload_mass() * target_.v;
  const Posture posture = posture_of(angles_);
  holding_ = false;
  if (config_.target.mount == TargetMount::kTable) {
    target_.v.setZero();
    target_.w = 0.0;
  }
  const PointMotion grip =
      compute_point(unloaded_, posture, unloaded_.joint_count(), unloaded_.hand_offset() + grip_offset_);
  centre_ = target_.p - grip.p_GX;
  centre_rate_ = momentum / mass;
}

Vector2 Plant::satellite_position() const {
  return centre_ + satellite_from_mass_centre(model(), posture_of(angles_));
}

Vector2 Plant::point(int body, const Vector2& offset) const {
  Vector2 from_centre = offset;
  if (holding_ && body == robot_.joint_count()) {
    from_centre += loaded_robot_.links.back().to_end - robot_.links.back().to_end;
  }
  return centre_ + compute_point(model(), posture_of(angles_), body, from_centre).p_GX;
}

Vector2 Plant::target_point(const Vector2& offset) const {
  return target_.p + rotate(target_.theta, offset);
}

Vector2 Plant::hand_to_target() const {
  return target_.p - (centre_ + compute_hand(model(), posture_of(angles_)).p_GX);
}

Vector2 Plant::hand_to_target_velocity() const {
  return target_.v - (centre_rate_ + compute_hand(model(), posture_of(angles_)).by_body * rates_);
}

Truth Plant::truth() const {
  const Posture posture = posture_of(angles_);
  const PointMotion satellite = compute_point(model(), posture, 0, Vector2::Zero());
  const PointMotion hand = compute_hand(model(), posture);
  Truth truth;
  truth.robot.p_WB = centre_ + satellite.p_GX;
  truth.robot.v_WB = centre_rate_ + satellite.by_body * rates_;
  truth.robot.theta_WB = angles_[0];
  truth.robot.w_WB = rates_[0];
  truth.robot.joints = joints_;
  truth.robot.joint_rates = joint_rates_;
  truth.p_WE = centre_ + hand.p_GX;
  truth.v_WE = centre_rate_ + hand.by_body * rates_;
  truth.target = target_;
  truth.holding = holding_;
  truth.p_WG = centre_;
  truth.linear_momentum = model().total_mass() * centre_rate_;
  truth.angular_momentum = ((compute_body_inertia(model(), posture) + rotor_inertia_) * rates_).sum();
  truth.motor_torques = torques_;
  return truth;
}

}  // namespace freefloat
