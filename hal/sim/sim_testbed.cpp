#include "hal/sim/sim_testbed.h"

#include <thread>
#include <utility>

#include "hal/sim/servo_tuning.h"

namespace freefloat {

namespace {

/// The board that the configuration asks for, or the wrong one if that is a scheduled fault.
std::unique_ptr<SimulatedBoard> make_board(const SimConfig& config, const RobotParameters& robot) {
  ff_servo_parameters parameters = tune_servo(robot, config.drives);
  for (const ScheduledFault& fault : config.faults) {
    if (fault.fault != SimFault::kBoardJointCount) continue;
    for (int i = parameters.joint_count; i < fault.index; ++i) parameters.joints[i] = parameters.joints[0];
    parameters.joint_count = static_cast<std::uint8_t>(fault.index);
  }
  return std::make_unique<SimulatedBoard>(parameters);
}

WireDelays true_delays(const SimConfig& config) {
  const TruthDelays delays = config.truth ? config.truth->delays : TruthDelays();
  return {delays.to_board.value_or(config.link.latency), delays.to_pc.value_or(config.link.latency)};
}

}  // namespace

SimTestbed::SimTestbed(const SimConfig& config, const RobotParameters& robot, const TableParameters&,
                       const CameraParameters& camera, const TrueWorld& world,
                       std::unique_ptr<SimulatedDrives> drives)
    : config_(config),
      wall_start_(std::chrono::steady_clock::now()),
      world_(world.sim, world.robot, world.table),
      camera_(world.sim, world.robot, world.camera, CameraBelief{robot.markers, CameraModel(camera)}),
      drives_(std::move(drives)),
      kinematic_link_(robot.joint_count()),
      board_was_reset_(config.faults.size(), false) {
  if (drives_) {
    // They have a link of their own.
  } else if (config.servo == ServoModel::kFirmware) {
    board_ = make_board(config, robot);
    board_link_ = std::make_unique<SimulatedLink>(config.link, world_.faults(), config.seed, *board_,
                                                  robot.joint_count(), true_delays(config));
  } else {
    tell_ideal_joints();
  }
  if (world.sim.target_sight) target_sensor_.emplace(world.sim, world.robot.markers.size());
  look_at_world();
}

void SimTestbed::look_at_world() {
  camera_.expose(world_);
  if (target_sensor_) target_sensor_->look(world_);
}

JointLink& SimTestbed::link() {
  if (board_link_) return *board_link_;
  return kinematic_link_;
}

void SimTestbed::sleep_until(Time deadline) {
  while (world_.now() < deadline) step();
  if (config_.pace == SimPace::kPaced)
    std::this_thread::sleep_until(wall_start_ + deadline.time_since_epoch());
}

void SimTestbed::arrange(const Arrangement& wanted) {
  world_.arrange(wanted);
  if (!wanted.robot && !wanted.target) return;
  camera_.forget_pictures();
  if (target_sensor_) target_sensor_->forget_frames();
}

void SimTestbed::step() {
  if (drives_) {
    world_.step(drives_->tick(world_, world_.now()));
  } else if (board_) {
    step_board();
  } else {
    step_ideal_joints();
  }
  look_at_world();
}

void SimTestbed::step_board() {
  const Time now = world_.now();
  if (!config_.faults.empty()) reset_board();
  board_link_->deliver_to_board(now);
  const BoardDrives drives = board_->tick(world_.read_sensors(), now);
  board_link_->collect_from_board(now);
  world_.step(drives);
}

void SimTestbed::step_ideal_joints() {
  world_.step(kinematic_link_.command().rates, kinematic_link_.command().close_gripper);
  tell_ideal_joints();
}

void SimTestbed::tell_ideal_joints() {
  kinematic_link_.set_feedback(world_.plant().joints(), world_.plant().joint_rates(), world_.gripper());
}

void SimTestbed::reset_board() {
  for (std::size_t i = 0; i < world_.faults().size(); ++i) {
    const ScheduledFault& fault = world_.faults()[i];
    if (fault.fault != SimFault::kBoardReset) continue;
    // At the begin of each span in which the fault is there; its end does not matter where it comes once.
    const bool conditional = fault.within > 0.0 || fault.rate > 0.0;
    const bool due = conditional ? is_active(fault, world_.now()) : world_.now() >= fault.begin;
    if (due && !board_was_reset_[i]) board_->reset();
    board_was_reset_[i] = due;
  }
}

}  // namespace freefloat
