// What the link makes of its servos' answers.

#include <algorithm>
#include <cmath>

#include "hal/dynamixel/dynamixel_errors.h"
#include "hal/dynamixel/dynamixel_link.h"
#include "servo/plausibility.h"

namespace freefloat {
namespace {

constexpr Duration kEarly = std::chrono::microseconds(500);  // a mean delay may be less now and then
constexpr double kJawTolerance = 0.05;                       // rad

}  // namespace

JointVector DynamixelLink::angles() const {
  JointVector angles(static_cast<Eigen::Index>(joint_count()));
  for (std::size_t i = 0; i < joint_count(); ++i) {
    const double shaft = model(i).to_angle(blocks_[i].position);
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
  const double angle = model(servo).to_angle(blocks_[servo].position);
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
  health_.count_answer(exchange.sent_at, now);
  JointFeedback feedback;
  feedback.sample_time = std::min(exchange.read_at, now);
  feedback.angles = angles();
  feedback.rates.resize(feedback.angles.size());
  for (std::size_t i = 0; i < joint_count(); ++i) {
    feedback.rates[static_cast<Eigen::Index>(i)] =
        config_.joints[i].to_joint_rate(blocks_[i].velocity * model(i).velocity_unit);
  }
  gate_.report(report(), feedback, now);
  feedback.gripper = gripper_state();
  feedback.accepted_sequence = answered_;
  feedback.accepted_age = now - exchange.sent_at;
  newest_ = feedback;
}

}  // namespace freefloat
