#include "hal/servos/servo_gate.h"

#include <algorithm>
#include <cmath>

namespace freefloat {
namespace {

constexpr Duration kStopTime = std::chrono::milliseconds(250);    // at rest long before
constexpr Duration kEnableTime = std::chrono::milliseconds(250);  // from the wish to what the servos say
constexpr double kLimitTime = 0.15;  // s: towards a limit a joint is no faster than reaches it in so long
constexpr std::uint16_t kJointMask = 0x00FF;

}  // namespace

double CarriedRounding::round(double value) {
  if (value == 0.0 || !std::isfinite(value)) {
    carry_ = 0.0;
    return 0.0;
  }
  const double whole = std::nearbyint(value + carry_);
  carry_ = std::clamp(carry_ + value - whole, -1.0, 1.0);
  return whole;
}

ServoGate::ServoGate(std::vector<ServoLimits> limits) : limits_(std::move(limits)) {
  const auto joint_count = static_cast<Eigen::Index>(limits_.size());
  wanted_ = JointVector::Zero(joint_count);
  angles_ = JointVector::Zero(joint_count);
}

void ServoGate::begin_stop(BoardState latch, Time now) {
  if (following_) {
    stopping_ = true;
    changed_ = now;
  }
  following_ = false;
  may_enable_ = false;
  latch_ = latch;
}

void ServoGate::command(const JointCommand& command, Time now) {
  const bool usable =
      command.rates.size() == 0 || (command.rates.size() == wanted_.size() && command.rates.allFinite());
  wanted_.setZero();
  if (usable && command.rates.size() > 0) wanted_ = command.rates;
  if (stopping_ && now - changed_ >= kStopTime) stopping_ = false;
  if (command.stop || !usable) {
    if (latch_ != BoardState::kFault) begin_stop(BoardState::kStop, now);
  } else if (command.enable) {
    const bool ready = may_enable_ && known_ && !present_.any_energised && present_.faults == 0 &&
                       !present_.timed_out && !present_.restarted;
    if (!following_ && !stopping_ && !is_latched() && ready) {
      following_ = true;
      changed_ = now;
    }
  } else {
    if (following_) begin_stop(BoardState::kOff, now);
    if (command.clear && is_latched()) {
      clear_asked_ = true;
      const bool gone = present_.faults == 0 && !present_.timed_out && !present_.restarted;
      if (!stopping_ && !present_.any_energised && gone) {
        latch_ = BoardState::kOff;
        latched_faults_ = 0;
      }
    }
    if (!is_latched()) may_enable_ = true;
  }
  if (following_) close_gripper_ = command.close_gripper;
}

void ServoGate::report(const ServoReport& report, JointFeedback& feedback, Time now) {
  present_ = report;
  angles_ = feedback.angles;
  known_ = true;
  latched_faults_ |= report.faults;
  // What a servo has latched itself stays until somebody asks for it to be cleared, whatever was commanded.
  if (report.faults != 0 || report.restarted) {
    if (latch_ != BoardState::kFault) begin_stop(BoardState::kFault, now);
  } else if (report.timed_out) {
    if (!is_latched()) begin_stop(BoardState::kTimeout, now);
  } else if (following_ && !report.energised && now - changed_ >= kEnableTime) {
    begin_stop(BoardState::kOff, now);
  }
  feedback.board_state = state();
  feedback.board_faults = faults();
  feedback.clamp_flags = static_cast<std::uint16_t>(std::exchange(clamps_, 0) & kJointMask);
}

JointVector ServoGate::rates() const {
  JointVector rates = JointVector::Zero(wanted_.size());
  if (!following_ || !present_.energised) return rates;
  for (Eigen::Index j = 0; j < rates.size(); ++j) {
    const ServoLimits& limit = limits_[j];
    const double up = std::clamp((limit.max_angle - angles_[j]) / kLimitTime, 0.0, limit.max_rate);
    const double down = std::clamp((angles_[j] - limit.min_angle) / kLimitTime, 0.0, limit.max_rate);
    rates[j] = std::clamp(wanted_[j], -down, up);
    if (rates[j] != wanted_[j]) clamps_ = static_cast<std::uint16_t>(clamps_ | (1u << j));
  }
  return rates;
}

BoardState ServoGate::state() const {
  if (is_latched()) return latch_;
  if (!following_ || !present_.energised) return BoardState::kOff;
  return wanted_.isZero() ? BoardState::kEnabled : BoardState::kRun;
}

}  // namespace freefloat
