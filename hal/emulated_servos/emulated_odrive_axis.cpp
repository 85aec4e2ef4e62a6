#include "hal/emulated_servos/emulated_odrive_axis.h"

#include <algorithm>

namespace freefloat {
namespace {

constexpr std::uint32_t kInvalidState = 0x1;
constexpr std::uint32_t kAxisWatchdog = 0x800;
constexpr const char* kMotorCalibrated = "motor.is_calibrated";  // told, never written
constexpr const char* kEncoderReady = "encoder.is_ready";

}  // namespace

EmulatedOdriveAxis::EmulatedOdriveAxis()
    : properties_{{"config.enable_watchdog", 0},
                  {"config.watchdog_timeout", 0},
                  {"controller.config.control_mode", 3},
                  {"controller.config.input_mode", 1},
                  {"controller.config.vel_limit", 2},
                  {"motor.config.current_lim", 10},
                  {kMotorCalibrated, 1},
                  {kEncoderReady, 1}},
      saved_(properties_) {}

void EmulatedOdriveAxis::reboot() {
  for (auto& [name, value] : properties_) {
    if (name != kMotorCalibrated && name != kEncoderReady) value = saved_.at(name);
  }
  state_ = 1;
  errors_ = 0;
  goal_velocity_ = 0.0;
  goal_position_ = position_;
}

bool EmulatedOdriveAxis::write(const std::string& name, double value, Time now) {
  if (name == "requested_state") {
    if (value == 8.0 && errors_ != 0) return true;  // refused, without a word
    if (value == 8.0 && !is_calibrated()) {
      fail(kInvalidState);
      return true;
    }
    state_ = static_cast<int>(value);
    goal_velocity_ = 0.0;
    goal_position_ = position_;
    return true;
  }
  const auto found = properties_.find(name);
  if (found == properties_.end()) return false;
  if (name == stuck_ || name == kMotorCalibrated || name == kEncoderReady) return true;
  if (name == "config.enable_watchdog" && found->second == 0.0 && value != 0.0) fed_ = now;
  found->second = value;
  return true;
}

std::optional<double> EmulatedOdriveAxis::read(const std::string& name) const {
  if (name == "error") return errors_;
  if (name == "current_state") return state_;
  const auto found = properties_.find(name);
  return found == properties_.end() ? std::nullopt : std::optional(found->second);
}

bool EmulatedOdriveAxis::is_calibrated() const {
  return read(kMotorCalibrated).value_or(0.0) != 0.0 && read(kEncoderReady).value_or(0.0) != 0.0;
}

void EmulatedOdriveAxis::lose_calibration(bool motor) {
  properties_[motor ? kMotorCalibrated : kEncoderReady] = 0.0;
}

void EmulatedOdriveAxis::command_velocity(double turns_s, Time now) {
  goal_velocity_ = turns_s;
  feed(now);
}

void EmulatedOdriveAxis::command_position(double turns, Time now) {
  goal_position_ = turns;
  feed(now);
}

double EmulatedOdriveAxis::goal_velocity() const {
  const double limit = properties_.at("controller.config.vel_limit");
  return std::clamp(goal_velocity_, -limit, limit);
}

void EmulatedOdriveAxis::fail(std::uint32_t error) {
  errors_ |= error;
  state_ = 1;
}

void EmulatedOdriveAxis::tick(double position, double velocity, Time now) {
  position_ = position;
  velocity_ = velocity;
  const bool watched = read("config.enable_watchdog").value_or(0.0) != 0.0;
  if (watched && now - fed_ > from_seconds(read("config.watchdog_timeout").value_or(0.0)))
    fail(kAxisWatchdog);
}

}  // namespace freefloat
