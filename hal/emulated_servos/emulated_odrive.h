#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hal/emulated_servos/emulated_actuators.h"
#include "hal/emulated_servos/emulated_odrive_axis.h"
#include "hal/emulated_servos/servo_wire.h"

namespace freefloat {

/// Emulated ODrives, two axes each, every one behind a pseudo-terminal of its own; they drive the simulated
/// joints and jaws.
class EmulatedOdrives final : public EmulatedActuators {
 public:
  /// @throws HalError when there is no pseudo-terminal.
  EmulatedOdrives(const SimConfig& sim, const RobotParameters& robot, const std::vector<ServoJoint>& joints,
                  const std::optional<ServoGripper>& gripper, int baud_rate);

  /// @return The serial ports that a program opens, one a board.
  std::vector<std::string> paths() const;

  /// A defect: the boards answer nothing.
  void mute() { muted_ = true; }

  EmulatedOdriveAxis& axis(int number) { return axes_[number]; }

 private:
  void serve(Time now, const std::vector<ScheduledFault>* faults) override;
  std::optional<double> step_joint(std::size_t joint, double angle, double rate, Time now) override;
  std::optional<double> jaw_goal() override;
  void step_jaws(double angle, double rate, Time now) override;
  void complain(std::size_t joint, SimFault fault) override;
  void restart(std::size_t joint, Time now) override;
  bool has_power(std::size_t board) const;
  bool damages_answers(std::size_t axis) const;
  std::string handle(std::size_t board, const std::string& command, Time now);

  int jaws_axis_;
  std::vector<std::unique_ptr<ServoWire>> wires_;
  std::vector<std::string> texts_;
  std::vector<EmulatedOdriveAxis> axes_;
  bool muted_ = false;
};

}  // namespace freefloat
