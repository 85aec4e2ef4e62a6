#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hal/emulated_servos/emulated_odrive_axis.h"
#include "hal/emulated_servos/servo_motor.h"
#include "hal/emulated_servos/servo_wire.h"
#include "hal/servos/servo_joint.h"
#include "hal/sim/simulated_drives.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// Emulated ODrives, two axes each, every one behind a pseudo-terminal of its own; they drive the simulated
/// joints and jaws.
class EmulatedOdrives final : public SimulatedDrives {
 public:
  /// @throws HalError when there is no pseudo-terminal.
  EmulatedOdrives(const SimConfig& sim, const RobotParameters& robot, const std::vector<ServoJoint>& joints,
                  const std::optional<ServoGripper>& gripper, int baud_rate);

  /// @return The serial ports that a program opens, one a board.
  std::vector<std::string> paths() const;

  /// One step of 1 ms in which the robot stands: for a program that sets the axes up before the run begins.
  void serve_alone();

  BoardDrives tick(const SimWorld& world, Time now) override;

  /// A defect: the boards answer nothing.
  void mute() { muted_ = true; }

  EmulatedOdriveAxis& axis(int number) { return axes_[static_cast<std::size_t>(number)]; }

 private:
  /// What has failed of a joint's axis; the power is that of its board.
  struct Defect {
    bool damages_answers = false;
    bool encoder_stuck = false;
    bool restarted = false;
    double slipped = 0.0;  // rad, of the joint
    std::optional<double> stuck_at;
  };

  void serve(Time now, const std::vector<ScheduledFault>* faults);
  void look_for_defects(const SimWorld& world, Time now);
  void reboot_board(std::size_t board);
  const Defect* defect_of(std::size_t axis) const;
  std::string handle(std::size_t board, const std::string& command, Time now);
  bool tick_gripper(const SimWorld* world, Time now);

  SimConfig sim_;
  std::vector<ServoJoint> joints_;
  std::optional<ServoGripper> gripper_;
  std::vector<std::unique_ptr<ServoWire>> wires_;
  std::vector<std::string> texts_;
  std::vector<EmulatedOdriveAxis> axes_;
  std::vector<Defect> defects_;  // of the joints
  std::vector<bool> unpowered_;  // boards
  std::vector<ServoMotor> motors_;
  bool muted_ = false;
  double jaw_ = 0.0;  // turns
  Time alone_{-std::chrono::hours(1)};
};

}  // namespace freefloat
