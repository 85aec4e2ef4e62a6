#pragma once

#include <cstdint>
#include <string_view>

#include "hal/servos/servo_joint.h"

namespace freefloat {

/// One entry of a servo's control table.
struct DynamixelItem {
  std::uint16_t address = 0;
  std::uint8_t size = 0;  ///< bytes
};

/// Where the control table of a series keeps what is used here (ROBOTIS e-manual, control tables of the X and
/// P series).
struct DynamixelSeries {
  std::string_view name;
  DynamixelItem torque_enable;
  DynamixelItem status_return_level;
  DynamixelItem hardware_error;
  DynamixelItem bus_watchdog;
  DynamixelItem goal_current;
  DynamixelItem goal_velocity;
  DynamixelItem profile_acceleration;
  DynamixelItem profile_velocity;
  DynamixelItem goal_position;
  DynamixelItem moving;
  DynamixelItem present_current;
  DynamixelItem present_velocity;
  DynamixelItem present_position;
  std::uint16_t first_ram = 0;      ///< what stands before is kept without power
  std::uint16_t indirect_data = 0;  ///< the byte that indirect address 1 stands for
  double acceleration_unit = 0.0;   ///< rad/s^2
};

// The same in both series.
inline constexpr DynamixelItem kModelNumber{0, 2};
inline constexpr DynamixelItem kFirmwareVersion{6, 1};
inline constexpr DynamixelItem kIdNumber{7, 1};
inline constexpr DynamixelItem kReturnDelay{9, 1};
inline constexpr DynamixelItem kDriveMode{10, 1};
inline constexpr DynamixelItem kOperatingMode{11, 1};
inline constexpr DynamixelItem kCurrentLimit{38, 2};
inline constexpr DynamixelItem kVelocityLimit{44, 4};
inline constexpr std::uint16_t kIndirectAddress = 168;  ///< of indirect byte 1; two bytes each

inline constexpr std::uint8_t kVelocityMode = 1;
inline constexpr std::uint8_t kPositionMode = 3;
inline constexpr std::uint8_t kCurrentBasedPositionMode = 5;

/// A kind of servo.
struct DynamixelModel {
  std::uint16_t number = 0;
  std::string_view name;
  const DynamixelSeries* series = nullptr;
  double pulses_per_turn = 0.0;
  double velocity_unit = 0.0;  ///< rad/s
  double current_unit = 0.0;   ///< A; 0: it measures a load, no current

  /// @return Angle of the shaft, rad.
  double to_angle(std::int32_t pulses) const { return pulses * kShaftTurn / pulses_per_turn; }
  double to_pulses(double angle) const { return angle / kShaftTurn * pulses_per_turn; }
};

/// @param number As the servo says it. @return Null for one that is not known.
const DynamixelModel* find_dynamixel_model(std::uint16_t number);

/// @param name Such as XM430-W350. @return Null when there is no such model.
const DynamixelModel* find_dynamixel_model(std::string_view name);

}  // namespace freefloat
