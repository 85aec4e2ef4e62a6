#include "hal/emulated_servos/emulated_actuators.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hal/sim/servo_tuning.h"

namespace freefloat {

namespace {

constexpr Duration kActuatorStep = std::chrono::milliseconds(1);
constexpr double kJawTime = 0.3;  // s, from open to closed

}  // namespace

EmulatedActuators::EmulatedActuators(const SimConfig& sim, const RobotParameters& robot,
                                     const std::vector<ServoJoint>& joints,
                                     const std::optional<ServoGripper>& gripper, double jaw_unit)
    : sim_(sim), joints_(joints), defects_(joints.size()), has_jaws_(gripper) {
  const ff_servo_parameters tuned = tune_servo(robot, sim.drives);
  for (int i = 0; i < tuned.joint_count; ++i) motors_.emplace_back(tuned.joints[i]);
  if (!gripper) return;
  open_ = jaw_ = gripper->open / jaw_unit;
  closed_ = gripper->closed / jaw_unit;
}

void EmulatedActuators::serve_alone() {
  const Time now = (alone_ += kActuatorStep);
  serve(now, nullptr);
  for (std::size_t i = 0; i < joints_.size(); ++i)
    step_joint(i, joints_[i].to_shaft_angle(sim_.start.joints[static_cast<Eigen::Index>(i)]), 0.0, now);
  tick_gripper(nullptr, now);
}

void EmulatedActuators::look_for_defects(const SimWorld& world, Time now) {
  for (Defect& defect : defects_) defect = {.restarted = defect.restarted, .stuck_at = defect.stuck_at};
  for (const ScheduledFault& fault : world.faults()) {
    if (!is_of_servo(fault.fault) || !is_active(fault, now)) continue;
    const std::size_t i = fault.index;
    if (i >= joints_.size()) continue;
    Defect& defect = defects_[i];
    const FaultMode mode = failure_of(fault).mode;
    if (fault.fault == SimFault::kServoOverheated || fault.fault == SimFault::kServoOverloaded ||
        fault.fault == SimFault::kServoVoltage)
      complain(i, fault.fault);
    if (fault.fault == SimFault::kServoReset && !std::exchange(defect.restarted, true)) restart(i, now);
    if (fault.fault == SimFault::kServoId) defect.other_id = true;
    if (fault.fault != SimFault::kServo) continue;
    defect.off = defect.off || mode == FaultMode::kOff;
    if (mode == FaultMode::kOff) restart(i, now);  // starts once power is back
    if (mode == FaultMode::kGarbage) defect.damages_answers = true;
    if (mode == FaultMode::kStuck) defect.encoder_stuck = true;
    if (mode == FaultMode::kWrong) defect.slipped = fault.angle;
  }
}

/// @param angle Of the joint, rad. @return What its servo takes it for, rad.
double EmulatedActuators::seen_by_encoder(std::size_t joint, double angle) {
  Defect& defect = defects_[joint];
  angle += defect.slipped;
  if (!defect.encoder_stuck) defect.stuck_at.reset();
  if (defect.encoder_stuck && !defect.stuck_at) defect.stuck_at = angle;
  return defect.stuck_at.value_or(angle);
}

BoardDrives EmulatedActuators::tick(const SimWorld& world, Time now) {
  look_for_defects(world, now);
  serve(now, &world.faults());
  BoardDrives drives;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const auto j = static_cast<Eigen::Index>(i);
    // A servo's own loop knows no other rate than its encoder's: with one that sticks, its motor runs away.
    const double rate = defects_[i].encoder_stuck ? 0.0 : world.plant().joint_rates()[j];
    const double angle = seen_by_encoder(i, world.plant().joints()[j]);
    const auto wanted = step_joint(i, joints_[i].to_shaft_angle(angle), joints_[i].to_shaft_rate(rate), now);
    if (!wanted) {
      motors_[i].release();
      continue;
    }
    drives.energised = true;
    drives.duties[i] = motors_[i].drive(joints_[i].to_joint_rate(*wanted), rate, to_seconds(sim_.step));
  }
  drives.close_gripper = tick_gripper(&world, now);
  return drives;
}

/// @return Whether the jaws close.
bool EmulatedActuators::tick_gripper(const SimWorld* world, Time now) {
  if (!has_jaws_) return false;
  const auto driven_to = jaw_goal();
  const double goal = driven_to.value_or(jaw_);
  const bool closes = std::abs(goal - closed_) < std::abs(goal - open_);
  const bool blocked = world != nullptr && world->gripper() == GripperState::kHolding && closes;
  const double step = to_seconds(kActuatorStep);
  const double most = std::abs(closed_ - open_) * step / kJawTime;
  const double moved = blocked ? 0.0 : std::clamp(goal - jaw_, -most, most);
  jaw_ += moved;
  step_jaws(jaw_, moved / step, now);
  return driven_to && closes;
}

}  // namespace freefloat
