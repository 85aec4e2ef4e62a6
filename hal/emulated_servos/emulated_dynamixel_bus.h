#pragma once

#include <vector>

#include "hal/emulated_servos/emulated_actuators.h"
#include "hal/emulated_servos/emulated_dynamixel.h"
#include "hal/emulated_servos/servo_wire.h"

namespace freefloat {

/// Emulated servos on one bus, which drive the simulated joints and jaws.
class EmulatedDynamixelBus final : public EmulatedActuators {
 public:
  /// @param model Of all servos.
  /// @throws HalError when there is no pseudo-terminal.
  EmulatedDynamixelBus(const SimConfig& sim, const RobotParameters& robot, const DynamixelModel& model,
                       const std::vector<ServoJoint>& joints, const std::optional<ServoGripper>& gripper,
                       int baud_rate);

  /// @return The serial port that a program opens.
  const std::string& path() const { return wire_.path(); }

  /// @return The servos, to break them: joints first, then the gripper's.
  std::vector<EmulatedDynamixel>& servos() { return servos_; }

 private:
  void serve(Time now, const std::vector<ScheduledFault>* faults) override;
  std::optional<double> step_joint(std::size_t joint, double angle, double rate, Time now) override;
  std::optional<double> jaw_goal() override;
  void step_jaws(double angle, double rate, Time now) override;
  void complain(std::size_t joint, SimFault fault) override;
  void restart(std::size_t joint, Time now) override { servos_[joint].reboot(now); }
  void handle(const DynamixelPacket& packet, Time now);
  void answer_read(const EmulatedDynamixel& servo, std::uint16_t address, std::size_t size, Time now);
  void answer(std::uint8_t id, std::uint8_t error, std::span<const std::uint8_t> bytes, Duration delay,
              Time now);
  void handle_sync_write(const DynamixelPacket& packet);
  void handle_sync_read(const DynamixelPacket& packet, Time now);
  void handle_single(EmulatedDynamixel& servo, const DynamixelPacket& packet, Time now);

  Duration step_;
  ServoWire wire_;
  DynamixelParser parser_;
  std::vector<EmulatedDynamixel> servos_;
};

}  // namespace freefloat
