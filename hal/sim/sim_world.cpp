#include "hal/sim/sim_world.h"

#include <limits>

#include "hal/sim/converter.h"

namespace freefloat {

SimWorld::SimWorld(const SimConfig& config, const RobotParameters& robot, const TableParameters& table)
    : config_(config),
      faults_(config.faults),
      plant_(robot, config, table.size),
      gripper_(config.gripper),
      sensor_random_(config.seed, "sensors"),
      current_random_(config.seed, "current sensors") {
  draw_faults(faults_, config.seed);
}

BoardSensors SimWorld::read_sensors() {
  BoardSensors sensors;
  sensors.gripper_contact = gripper_.state() == GripperState::kHolding;
  for (std::size_t i = 0; i < config_.drives.size(); ++i) {
    const DriveParameters& drive = config_.drives[i];
    const double angle = plant_.joints()[i] + drive.pot_noise * sensor_random_.normal();
    const double rate = plant_.joint_rates()[i] + drive.tacho_noise * sensor_random_.normal();
    sensors.pot_counts[i] =
        convert_to_count(pot_sign(drive) * (angle - drive.pot_offset), drive.pot_range, drive.converter_bits);
    sensors.tacho_counts[i] =
        convert_to_count(tacho_sign(drive) * rate, 2.0 * drive.tacho_range, drive.converter_bits);
    const double current = motor_current(i) + drive.current_noise * current_random_.normal();
    sensors.current_counts[i] =
        convert_to_count(current, 2.0 * current_range_of(drive), drive.converter_bits);
  }
  miswire_sensors(faults_, now_, config_.drives, sensor_past_, sensors);
  return sensors;
}

double SimWorld::motor_current(std::size_t joint) const {
  if (!input_.energised) return 0.0;
  const DriveParameters& drive = config_.drives[joint];
  const double back_emf = drive.torque_constant * drive.gear_ratio * plant_.joint_rates()[joint];
  return (input_.motor_voltages[joint] - back_emf) / drive.resistance;
}

void SimWorld::step(const BoardDrives& drives) {
  PlantInput input;
  input.motor_voltages.resize(config_.drives.size());
  std::array<double, kMaxJoints> duties = drives.duties;
  miswire_motors(faults_, now_, last_duties_, duties);
  last_duties_ = duties;
  for (Eigen::Index j = 0; j < input.motor_voltages.size(); ++j)
    input.motor_voltages[j] = duties[j] * config_.drives[j].supply_voltage;
  input.energised = drives.energised;
  advance(input, drives.close_gripper);
}

void SimWorld::step(const JointVector& rates, bool close_gripper) {
  PlantInput input;
  input.joint_rates = rates;
  advance(input, close_gripper);
}

void SimWorld::advance(const PlantInput& input, bool close_gripper) {
  if (!faults_.empty()) {
    meet_conditions();
    disturb_plant();
  }
  plant_.step(input);
  input_ = input;
  now_ += config_.step;
  step_gripper(close_gripper);
  if (config_.contact.enabled) note_contacts();
}

void SimWorld::note_contacts() {
  constexpr std::size_t kMost = 1000;  // if nobody takes them
  for (ContactEvent& event : plant_.take_contacts()) {
    event.at = now_;
    if (contacts_.size() < kMost) contacts_.push_back(std::move(event));
  }
}

void SimWorld::arrange(const Arrangement& wanted) {
  if (wanted.robot) gripper_ = SimulatedGripper(config_.gripper);
  plant_.arrange(wanted);
}

void SimWorld::meet_conditions() {
  for (ScheduledFault& fault : faults_) {
    if (fault.within <= 0.0 || fault.triggered || now_ < fault.begin) continue;
    if (config_.target.mount == TargetMount::kNone || plant_.hand_to_target().norm() >= fault.within)
      continue;
    fault.triggered = now_;
  }
}

void SimWorld::disturb_plant() {
  Disturbance disturbance;
  for (const ScheduledFault& fault : faults_) {
    if (!is_active(fault, now_)) continue;
    if (fault.fault == SimFault::kPush) disturbance.on_satellite.x() += fault.magnitude;
    if (fault.fault == SimFault::kTargetPush) disturbance.target_to_satellite += fault.magnitude;
    if (fault.fault != SimFault::kAirSupplyLow) continue;
    disturbance.pad_friction = std::max(disturbance.pad_friction, fault.share);
    disturbance.drag += fault.drag;
  }
  plant_.disturb(disturbance);
}

void SimWorld::step_gripper(bool close) {
  if (!close && gripper_.state() == GripperState::kOpen) return;
  const bool present = config_.target.mount != TargetMount::kNone;
  const double distance = present ? plant_.hand_to_target().norm() : std::numeric_limits<double>::infinity();
  const double speed = plant_.hand_to_target_velocity().norm();
  const GripperState before = gripper_.state();
  if (gripper_.step(close, distance, speed, config_.step) == GripperState::kHolding) {
    plant_.attach_target();
  } else {
    plant_.detach_target();
  }
  const bool missed = gripper_.state() == GripperState::kEmpty && before != GripperState::kEmpty;
  if (missed && distance <= config_.gripper.capture_radius) plant_.knock_target();
}

}  // namespace freefloat
