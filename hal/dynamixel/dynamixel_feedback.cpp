// What the link makes of its servos' answers.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hal/dynamixel/dynamixel_errors.h"
#include "hal/dynamixel/dynamixel_link.h"
#include "servo/plausibility.h"

namespace freefloat {
namespace {

constexpr double kShaftTurn = 2.0 * std::numbers::pi;
constexpr Duration kEarly = std::chrono::microseconds(500);  // a mean delay may be less now and then
constexpr double kJawTolerance = 0.05;                       // rad

}  // namespace

JointVector DynamixelLink::angles() const {
  JointVector angles(static_cast<Eigen::Index>(joint_count()));
  for (std::size_t i = 0; i < joint_count(); ++i) {
    const double shaft = blocks_[i].position * kShaftTurn / model(i).pulses_per_turn;
    angles[static_cast<Eigen::Index>(i)] = config_.joints[i].to_joint_angle(shaft);
  }
  return angles;
}

/// @return The newest exchange whose answers can be there: on a line with a long delay several are under way.
const DynamixelLink::Exchange& DynamixelLink::find_exchange(Time now) {
  while (answered_ < sequence_ && exchanges_[(answered_ + 1) % exchanges_.size()].answered_at <= now + kEarly)
    ++answered_;
  return exchanges_[answered_ % exchanges_.size()];
}

ServoReport DynamixelLink::report() const {
  ServoReport report;
  if (!heard_since_setup_) return report;
  report.energised = true;
  for (std::size_t i = 0; i < joint_count(); ++i) {
    const DynamixelBlock& block = blocks_[i];
    report.energised = report.energised && block.torque;
    report.any_energised = report.any_energised || block.torque;
    report.timed_out = report.timed_out || block.watchdog == DynamixelBlock::kTripped;
    report.restarted = report.restarted ||
                       (block.watchdog != DynamixelBlock::kTripped && block.watchdog != roles_[i].watchdog);
    const std::uint16_t faults = to_board_faults(block.hardware_error);
    if (faults != 0)
      report.faults = static_cast<std::uint16_t>(report.faults | faults | (1u << (FF_FAULT_JOINT_SHIFT + i)));
  }
  return report;
}

GripperState DynamixelLink::gripper_state() const {
  if (!config_.gripper) return GripperState::kOpen;
  const std::size_t servo = joint_count();
  if (!gripper_told_ || !stated_gripper_) return GripperState::kOpen;
  const double angle = blocks_[servo].position * kShaftTurn / model(servo).pulses_per_turn;
  if (std::abs(angle - config_.gripper->closed) < kJawTolerance) return GripperState::kEmpty;
  const bool begun = std::abs(angle - config_.gripper->open) > kJawTolerance;
  return begun && !blocks_[servo].moving ? GripperState::kHolding : GripperState::kClosing;
}

void DynamixelLink::accept_all(Time now) {
  answers_ = 0;
  blocks_ = fresh_;
  heard_since_setup_ = true;
  const std::uint32_t last = answered_;
  const Exchange& exchange = find_exchange(now);
  if (answered_ > last) health_.lost += answered_ - last - 1;
  const Duration silence = now - health_.newest_status;
  if (health_.received > 0 && silence > health_.longest_gap) {
    health_.longest_gap = silence;
    health_.gap_end = now;
  }
  ++health_.received;
  health_.newest_status = now;
  health_.obeyed_until = now;
  health_.round_trip = now - exchange.sent_at;
  health_.shortest_round_trip =
      health_.received == 1 ? health_.round_trip : std::min(health_.shortest_round_trip, health_.round_trip);
  health_.mean_round_trip +=
      (health_.round_trip - health_.mean_round_trip) / static_cast<std::int64_t>(health_.received);
  JointFeedback feedback;
  feedback.sample_time = std::min(exchange.read_at, now);
  feedback.angles = angles();
  feedback.rates.resize(feedback.angles.size());
  for (std::size_t i = 0; i < joint_count(); ++i) {
    feedback.rates[static_cast<Eigen::Index>(i)] =
        config_.joints[i].to_joint_rate(blocks_[i].velocity * model(i).velocity_unit);
  }
  gate_.report(report(), feedback.angles, now);
  feedback.board_state = gate_.state();
  feedback.board_faults = gate_.faults();
  feedback.gripper = gripper_state();
  feedback.accepted_sequence = answered_;
  feedback.accepted_age = now - exchange.sent_at;
  feedback.clamp_flags = gate_.take_clamps();
  newest_ = feedback;
}

}  // namespace freefloat
