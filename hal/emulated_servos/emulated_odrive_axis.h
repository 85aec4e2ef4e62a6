#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "types/time.h"

namespace freefloat {

/// One axis of an emulated ODrive, as its documentation describes it: properties, states, watchdog, errors.
class EmulatedOdriveAxis {
 public:
  EmulatedOdriveAxis();

  /// @param name Without `axis0.`. @return False: there is no such property.
  bool write(const std::string& name, double value, Time now);
  std::optional<double> read(const std::string& name) const;

  void command_velocity(double turns_s, Time now);
  void command_position(double turns, Time now);
  void feed(Time now) { fed_ = now; }
  void clear_errors() { errors_ = 0; }

  /// An error lets go of the motor. @param error Bit of AxisError.
  void fail(std::uint32_t error);

  /// It starts again: what was told and not saved is forgotten.
  void reboot();

  /// A defect: it keeps what it has of this property, whatever it is told.
  void stick(const std::string& name) { stuck_ = name; }

  /// A defect: a firmware that does not know this property.
  void forget(const std::string& name) { properties_.erase(name); }

  /// A defect: nobody calibrated it, or it has forgotten. @param motor Its motor; false: its encoder.
  void lose_calibration(bool motor);
  /// @return Whether it may be driven.
  bool is_calibrated() const;

  /// One step. @param position Turns. @param velocity Turns/s.
  void tick(double position, double velocity, Time now);

  bool is_driven() const { return state_ == 8; }
  double goal_velocity() const;  ///< turns/s
  double goal_position() const { return goal_position_; }
  double position() const { return position_; }
  double velocity() const { return velocity_; }

 private:
  std::map<std::string, double> properties_;
  std::map<std::string, double> saved_;
  std::string stuck_;
  int state_ = 1;
  std::uint32_t errors_ = 0;
  double goal_velocity_ = 0.0;
  double goal_position_ = 0.0;
  double position_ = 0.0;
  double velocity_ = 0.0;
  Time fed_{};
};

}  // namespace freefloat
