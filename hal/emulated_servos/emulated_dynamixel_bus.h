#pragma once

#include <vector>

#include "hal/emulated_servos/emulated_dynamixel.h"
#include "hal/emulated_servos/servo_motor.h"
#include "hal/emulated_servos/servo_wire.h"
#include "hal/servos/servo_joint.h"
#include "hal/sim/simulated_drives.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// Emulated servos on one bus, which drive the simulated joints and jaws.
class EmulatedDynamixelBus final : public SimulatedDrives {
 public:
  /// @param model Of all servos.
  /// @throws HalError when there is no pseudo-terminal.
  EmulatedDynamixelBus(const SimConfig& sim, const RobotParameters& robot, const DynamixelModel& model,
                       const std::vector<ServoJoint>& joints, const std::optional<ServoGripper>& gripper,
                       int baud_rate);

  /// @return The serial port that a program opens.
  const std::string& path() const { return wire_.path(); }

  /// One step of 1 ms in which the robot stands: for a program that sets the servos up before the run begins.
  void serve_alone();

  BoardDrives tick(const SimWorld& world, Time now) override;

  /// @return The servos, to break them: joints first, then the gripper's.
  std::vector<EmulatedDynamixel>& servos() { return servos_; }

 private:
  void serve(Time now, const std::vector<ScheduledFault>* faults);
  void handle(const DynamixelPacket& packet, Time now);
  void answer_read(const EmulatedDynamixel& servo, std::uint16_t address, std::size_t size, Time now);
  void answer(std::uint8_t id, std::uint8_t error, std::span<const std::uint8_t> bytes, Duration delay,
              Time now);
  void handle_sync_write(const DynamixelPacket& packet);
  void handle_sync_read(const DynamixelPacket& packet, Time now);
  void handle_single(EmulatedDynamixel& servo, const DynamixelPacket& packet, Time now);
  void look_for_defects(const SimWorld& world, Time now);
  ShaftState seen_by_encoder(std::size_t servo, ShaftState shaft);
  bool tick_gripper(const SimWorld* world, Time now);

  /// What is wrong with a servo now, as the simulation's schedule says.
  struct Defect {
    bool damages_answers = false;
    bool other_id = false;
    bool restarted = false;  ///< once for each restart
    bool encoder_stuck = false;
    double slipped = 0.0;              ///< rad, of the joint
    std::optional<double> stuck_at{};  ///< rad, of the servo's own scale
  };

  SimConfig sim_;
  std::vector<ServoJoint> joints_;
  std::vector<Defect> defects_;  // a joint
  std::optional<ServoGripper> gripper_;
  ServoWire wire_;
  DynamixelParser parser_;
  std::vector<EmulatedDynamixel> servos_;
  std::vector<ServoMotor> motors_;
  double jaw_ = 0.0;                    // rad
  Time alone_{-std::chrono::hours(1)};  // before the run, which begins at zero
};

}  // namespace freefloat
