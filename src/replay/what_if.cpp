#include "replay/what_if.h"

#include <algorithm>
#include <utility>

#include "mcap/decode.h"
#include "model/generalized_jacobian.h"
#include "model/posture.h"
#include "runlog/messages/cycle_messages.h"

namespace freefloat {

namespace {

void count(const CycleOutput& output, WhatIfCounts& counts) {
  if (output.state == SupervisorState::kActive) ++counts.active;
  if (output.resolved.scale < 1.0) ++counts.limited;
  if (output.guidance.tangent_corrected) ++counts.corrected;
  if (output.command.close_gripper && !counts.gripper_closed) counts.gripper_closed = output.now;
}

/// @param hand m.
WhatIfSide side_of(const CycleOutput& output, const Vector2& hand) {
  return {output.command.rates, hand, output.resolved.scale < 1.0, output.guidance.tangent_corrected};
}

bool same_command(const JointCommand& a, const JointCommand& b) {
  return a.enable == b.enable && a.stop == b.stop && a.clear == b.clear &&
         a.close_gripper == b.close_gripper && a.time_to_live == b.time_to_live &&
         a.rates.size() == b.rates.size() && (a.rates.array() == b.rates.array()).all();
}

}  // namespace

WhatIf::WhatIf(const RunConfig& config)
    : model_(config.controller.robot), period_(to_seconds(config.controller.period)) {}

void WhatIf::move_prediction(const CycleOutput& logged, const CycleOutput& replayed) {
  const RobotState& robot = logged.estimate.robot;
  const Eigen::Index n = model_.joint_count();
  if (!logged.estimate.valid || robot.joints.size() != n || logged.command.rates.size() != n ||
      replayed.command.rates.size() != n) {
    return;
  }
  const auto jacobian = compute_generalized_jacobian(model_, compute_posture(robot.theta_WB, robot.joints));
  const JointVector difference = replayed.command.rates - logged.command.rates;
  if (!difference.allFinite()) return;
  offset_ += period_ * (jacobian.position() * difference);
  result_.hand_offset = std::max(result_.hand_offset, offset_.norm());
}

void WhatIf::add(const LoggedCycle& logged, const CycleOutput& replayed) {
  CycleOutput before;
  if (!decode(logged.output, before)) return;
  count(before, result_.logged);
  count(replayed, result_.replayed);
  if (!same_command(before.command, replayed.command)) {
    ++result_.different_commands;
    if (!result_.first_difference) result_.first_difference = replayed.now;
    if (before.command.rates.size() == replayed.command.rates.size()) {
      const double largest = (before.command.rates - replayed.command.rates).cwiseAbs().maxCoeff();
      if (largest > result_.largest_rate_difference) {
        result_.largest_rate_difference = largest;
        result_.largest_at = replayed.now;
      }
    }
  }
  move_prediction(before, replayed);
  if (result_.cycles++ % stride_ != 0) return;
  const Vector2 hand = before.estimate.valid ? before.estimate.p_WE : Vector2::Constant(std::nan(""));
  result_.samples.push_back({replayed.now, side_of(before, hand), side_of(replayed, hand + offset_)});
  if (result_.samples.size() < kMostSamples) return;
  // Every second one stays.
  for (std::size_t i = 0; 2 * i < result_.samples.size(); ++i) result_.samples[i] = result_.samples[2 * i];
  result_.samples.resize(kMostSamples / 2);
  stride_ *= 2;
}

WhatIfResult WhatIf::take_result() {
  return std::exchange(result_, {});
}

std::vector<std::string> limits_of_knowledge(const WhatIfResult& result) {
  if (!result.first_difference) return {"No command differs, so the robot would have moved as it did."};
  const std::string at = std::to_string(to_seconds(*result.first_difference));
  const std::string when = at.substr(0, at.find('.') + 3) + " s";
  return {
      "Up to " + when + " the commands are the same, so the robot would have moved as it did.",
      "From then on the robot of the log still obeys the log's commands: the changed controller sees its own "
      "commands not followed, and what it commands later is its answer to that, not what it would have "
      "commanded on a robot that obeys.",
      "The predicted path of the hand adds up only what the difference of the joint rates moves the hand by, "
      "at the logged posture; read it as a direction, not as a place, once it has left the logged path.",
      "Whether a capture succeeds cannot be known from this; continue on the simulated plant with "
      "--branch-at.",
  };
}

}  // namespace freefloat
