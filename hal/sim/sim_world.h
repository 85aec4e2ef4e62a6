#pragma once

#include <utility>

#include "hal/sim/board_signals.h"
#include "hal/sim/plant.h"
#include "hal/sim/simulated_gripper.h"
#include "hal/sim/wiring.h"
#include "types/table.h"

namespace freefloat {

/// Robot, target and table as a servo board meets them: it drives motors and jaws and reads converters. Time
/// goes on by steps only, so that whoever has the board also has the time: the lockstep testbed, or a real
/// board that counts its own ticks.
class SimWorld {
 public:
  SimWorld(const SimConfig& config, const RobotParameters& robot, const TableParameters& table);

  /// @return Time since the start, by the steps made.
  Time now() const { return now_; }

  /// @return What the board's converters read now; draws new noise with every call.
  BoardSensors read_sensors();

  /// Advances by one step of SimConfig::step with motors driven by the board's bridges.
  void step(const BoardDrives& drives);

  /// The same with ideal joints (kinematic servo). @param rates rad/s, length n.
  void step(const JointVector& rates, bool close_gripper);

  /// See Plant::arrange; a robot that is put somewhere has its gripper open.
  void arrange(const Arrangement& wanted);

  /// @param index LED or joint; negative: any.
  /// @return Whether such a fault is scheduled for now.
  bool active(SimFault fault, int index = -1) const { return is_active(faults_, fault, now_, index); }

  /// @return All that are scheduled, with what has been met of their conditions.
  const std::vector<ScheduledFault>& faults() const { return faults_; }

  /// @return The plant, to look at.
  const Plant& plant() const { return plant_; }
  GripperState gripper() const { return gripper_.state(); }

  /// @return What has met since the last call.
  std::vector<ContactEvent> take_contacts() { return std::exchange(contacts_, {}); }

 private:
  double motor_current(std::size_t joint) const;
  void advance(const PlantInput& input, bool close_gripper);
  void step_gripper(bool close);
  void note_contacts();
  void meet_conditions();
  void disturb_plant();

  const SimConfig config_;
  std::vector<ScheduledFault> faults_;
  Time now_{};
  Plant plant_;
  SimulatedGripper gripper_;
  Random sensor_random_;
  SensorPast sensor_past_;
  std::array<double, kMaxJoints> last_duties_{};
  Random current_random_;
  PlantInput input_;  // of the newest step
  std::vector<ContactEvent> contacts_;
};

}  // namespace freefloat
