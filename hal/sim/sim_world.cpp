#include "hal/sim/sim_world.h"

#include <algorithm>
#include <limits>

#include "hal/sim/converter.h"

namespace freefloat {

SimWorld::SimWorld(const SimConfig& config, const RobotParameters& robot, const TableParameters& table)
    : config_(config),
      plant_(robot, config, table.size),
      gripper_(config.gripper),
      sensor_random_(config.seed, "sensors") {}

bool SimWorld::active(SimFault fault, int index) const {
  return std::any_of(config_.faults.begin(), config_.faults.end(), [&](const ScheduledFault& scheduled) {
    return scheduled.fault == fault && scheduled.begin <= now_ && now_ < scheduled.end &&
           (index < 0 || scheduled.index == index);
  });
}

BoardSensors SimWorld::read_sensors() {
  BoardSensors sensors;
  sensors.gripper_contact = gripper_.state() == GripperState::kHolding;
  for (std::size_t i = 0; i < config_.drives.size(); ++i) {
    const auto j = static_cast<Eigen::Index>(i);
    const DriveParameters& drive = config_.drives[i];
    const double angle = plant_.joints()[j] + drive.pot_noise * sensor_random_.normal();
    const double rate = plant_.joint_rates()[j] + drive.tacho_noise * sensor_random_.normal();
    sensors.pot_counts[i] = convert_to_count(angle, drive.pot_range, drive.converter_bits);
    sensors.tacho_counts[i] = convert_to_count(rate, 2.0 * drive.tacho_range, drive.converter_bits);
    if (config_.faults.empty()) continue;
    const int joint = static_cast<int>(i);
    if (active(SimFault::kPotStuck, joint)) sensors.pot_counts[i] = last_sensors_.pot_counts[i];
    if (active(SimFault::kTachoStuck, joint)) sensors.tacho_counts[i] = last_sensors_.tacho_counts[i];
  }
  last_sensors_ = sensors;
  return sensors;
}

void SimWorld::step(const BoardDrives& drives) {
  PlantInput input;
  const auto joint_count = static_cast<Eigen::Index>(config_.drives.size());
  input.motor_voltages.resize(joint_count);
  for (Eigen::Index j = 0; j < joint_count; ++j) {
    const auto i = static_cast<std::size_t>(j);
    input.motor_voltages[j] = drives.duties[i] * config_.drives[i].supply_voltage;
  }
  input.energised = drives.energised;
  advance(input, drives.close_gripper);
}

void SimWorld::step(const JointVector& rates, bool close_gripper) {
  PlantInput input;
  input.joint_rates = rates;
  advance(input, close_gripper);
}

void SimWorld::advance(const PlantInput& input, bool close_gripper) {
  if (!config_.faults.empty()) push_satellite();
  plant_.step(input);
  now_ += config_.step;
  step_gripper(close_gripper);
}

void SimWorld::push_satellite() {
  Vector2 push = Vector2::Zero();
  for (const ScheduledFault& fault : config_.faults) {
    if (fault.fault == SimFault::kPush && fault.begin <= now_ && now_ < fault.end)
      push.x() += fault.magnitude;
  }
  plant_.set_push(push);
}

void SimWorld::step_gripper(bool close) {
  if (!close && gripper_.state() == GripperState::kOpen) return;
  const bool present = config_.target.mount != TargetMount::kNone;
  const double distance = present ? plant_.hand_to_target().norm() : std::numeric_limits<double>::infinity();
  const double speed = plant_.hand_to_target_velocity().norm();
  if (gripper_.step(close, distance, speed, config_.step) == GripperState::kHolding) {
    plant_.attach_target();
  } else {
    plant_.detach_target();
  }
}

}  // namespace freefloat
