#include "hal/sim/plant.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "hal/sim/joint_inertia.h"
#include "model/dynamics.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kGravity = 9.80665;  // m/s^2
constexpr double kEverywhere = 1e6;   // m

/// Each rotor turns with its own body plus the gear ratio times its joint: J g g^T, constant in absolute
/// angles.
BodyMatrix make_rotor_inertia(const SimConfig& config, int joint_count) {
  BodyMatrix inertia = BodyMatrix::Zero(joint_count + 1, joint_count + 1);
  if (config.servo == ServoModel::kKinematic) return inertia;
  for (Eigen::Index j = 0; j < joint_count; ++j) {
    const DriveParameters& drive = config.drives[j];
    BodyVector turns = BodyVector::Zero(joint_count + 1);
    turns[j] = 1.0 - drive.gear_ratio;
    turns[j + 1] = drive.gear_ratio;
    inertia += drive.rotor_inertia * turns * turns.transpose();
  }
  return inertia;
}

/// Friction that reverses over a small speed acts there as a strong damper: too strong for the step when the
/// load is light.
/// @return For each joint the least speed that the step bears, and not less than 0.002 rad/s (0.1 deg/s).
std::vector<double> choose_friction_speeds(const SimConfig& config, const RobotParameters& robot) {
  constexpr double kLeastSpeed = 0.002;
  std::vector<double> speeds(config.drives.size(), kLeastSpeed);
  if (config.servo == ServoModel::kKinematic || static_cast<int>(speeds.size()) != robot.joint_count())
    return speeds;
  const std::vector<double> inertias = estimate_instant_inertias(robot, config.drives);
  for (std::size_t j = 0; j < speeds.size(); ++j)
    speeds[j] =
        std::max(kLeastSpeed, config.drives[j].coulomb_friction * to_seconds(config.step) / inertias[j]);
  return speeds;
}

Vector2 draw_tilt(const SimConfig& config) {
  Random random(config.seed, "tilt");
  const double direction =
      config.residuals.tilt_direction_random ? 2.0 * kPi * random.uniform() : config.residuals.tilt_direction;
  return kGravity * config.residuals.tilt * Vector2(std::cos(direction), std::sin(direction));
}

}  // namespace

Plant::Plant(const RobotParameters& robot, const SimConfig& config, const Vector2& table_size)
    : config_(config),
      robot_(robot),
      unloaded_(robot),
      rotor_inertia_(make_rotor_inertia(config, robot.joint_count())),
      unloaded_chain_(unloaded_, rotor_inertia_),
      tilt_(draw_tilt(config)),
      loads_(robot.joint_count()),
      friction_speeds_(choose_friction_speeds(config, robot)),
      parameters_{config.target} {
  parameters_.insert(parameters_.end(), config.more_targets.begin(), config.more_targets.end());
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    targets_.push_back({.state = parameters_[i].start,
                        .random = i == 0 ? Random(config.seed, "target") : Random(config.seed, "target", i)});
  const ResidualParameters& residuals = config.residuals;
  table_.acceleration = tilt_;
  table_.on_satellite = residuals.hose_force;
  table_.pad_friction = residuals.pad_stiction * unloaded_.total_mass() * kGravity;
  table_.linear_drag = residuals.linear_drag;
  table_.angular_drag = residuals.angular_drag;
  table_.satellite_range = 0.5 * table_size - Vector2::Constant(0.5 * robot.satellite_size.norm());

  if (config.contact.enabled) {
    table_.satellite_range.setConstant(kEverywhere);  // the outlines meet the edge themselves
    contacts_.emplace(robot, all_targets(config), table_size);
    depths_before_.assign(contacts_->candidate_count(), 0.0);
  }
  place_robot(config.start);
  find_nearest();
}

void Plant::disturb(const Disturbance& disturbance) {
  const ResidualParameters& residuals = config_.residuals;
  table_.on_satellite = residuals.hose_force + disturbance.on_satellite;
  table_.pad_friction =
      std::max(residuals.pad_stiction, disturbance.pad_friction) * unloaded_.total_mass() * kGravity;
  table_.linear_drag = residuals.linear_drag + disturbance.drag;
  target_push_ = disturbance.target_to_satellite;
}

void Plant::step(const PlantInput& input) {
  if (held_) return;
  if (contacts_) return step_with_contacts(input);
  advance(input, to_seconds(config_.step));
}

void Plant::advance(const PlantInput& input, double dt) {
  if (config_.servo == ServoModel::kKinematic) {
    step_kinematic(input, dt);
  } else {
    take_input(input);
    chain().advance(loads_.data(), table_, dt, state_, motion_);
  }
  refresh_joints();
  step_targets(dt);
}

void Plant::take_input(const PlantInput& input) {
  for (std::size_t j = 0; j < loads_.size(); ++j) {
    const DriveParameters& drive = config_.drives[j];
    const double k = drive.gear_ratio * drive.torque_constant;  // N m/A at the joint, V s/rad from it
    JointLoad& load = loads_[j];
    load = {0.0, drive.viscous_friction, drive.coulomb_friction, friction_speeds_[j]};
    if (!input.energised) continue;
    load.drive = k * input.motor_voltages[j] / drive.resistance;
    load.damping += k * k / drive.resistance;
  }
}

void Plant::step_kinematic(const PlantInput& input, double dt) {
  // The joints' rates are given; P drifts with the tilt and L stays, so the satellite's rate is known at
  // every posture.
  const double momentum = state_.momenta.sum();
  const auto rate_after = [&](double time) {
    const JointVector joints = joints_ + time * input.joint_rates;
    return satellite_rate(compute_angular_inertia(model(), compute_posture(0.0, joints)), input.joint_rates,
                          momentum);
  };
  const double last_rate = rate_after(dt);
  const double theta =
      state_.angles[0] + dt / 6.0 * (rate_after(0.0) + 4.0 * rate_after(0.5 * dt) + last_rate);
  const JointVector joints = joints_ + dt * input.joint_rates;
  state_.centre += dt * (state_.centre_rate + 0.5 * dt * table_.acceleration);
  state_.centre_rate += dt * table_.acceleration;
  state_.angles = compute_body_rates(theta, joints);
  motion_.posture = compute_posture(theta, joints);
  motion_.rates = compute_body_rates(last_rate, input.joint_rates);
  state_.momenta = chain().inertia(motion_.posture) * motion_.rates;
}

void Plant::refresh_joints() {
  const Eigen::Index joint_count = robot_.joint_count();
  joints_.resize(joint_count);
  joint_rates_.resize(joint_count);
  for (Eigen::Index j = 0; j < joint_count; ++j) {
    joints_[j] = state_.angles[j + 1] - state_.angles[j];
    joint_rates_[j] = motion_.rates[j + 1] - motion_.rates[j];
  }
}

Vector2 Plant::point(int body, const Vector2& offset, double ago) const {
  if (held_) ago = 0.0;
  Vector2 from_centre = offset;
  if (holding_ && body == robot_.joint_count()) from_centre += payload_shift_;
  const PointMotion point = compute_point(model(), motion_.posture, body, from_centre);
  return state_.centre + point.p_GX - ago * (state_.centre_rate + point.by_body * motion_.rates);
}

Truth Plant::truth() const {
  const Posture& posture = motion_.posture;
  const PointMotion satellite = compute_point(model(), posture, 0, Vector2::Zero());
  const PointMotion hand = compute_hand(model(), posture);
  Truth truth;
  truth.robot.p_WB = state_.centre + satellite.p_GX;
  truth.robot.v_WB = state_.centre_rate + satellite.by_body * motion_.rates;
  truth.robot.theta_WB = state_.angles[0];
  truth.robot.w_WB = motion_.rates[0];
  truth.robot.joints = joints_;
  truth.robot.joint_rates = joint_rates_;
  truth.p_WE = state_.centre + hand.p_GX;
  truth.v_WE = state_.centre_rate + hand.by_body * motion_.rates;
  truth.target = near().state;
  truth.target_count = targets_.size();
  for (std::size_t i = 0; i < targets_.size(); ++i) truth.targets[i] = targets_[i].state;
  truth.holding = holding_;
  truth.p_WG = state_.centre;
  truth.linear_momentum = model().total_mass() * state_.centre_rate;
  truth.angular_momentum = state_.momenta.sum();
  truth.motor_torques.resize(robot_.joint_count());
  for (Eigen::Index j = 0; j < robot_.joint_count(); ++j) {
    truth.motor_torques[j] = loads_[j].torque(joint_rates_[j]);
  }
  return truth;
}

}  // namespace freefloat
