#include "runtime/planned_hand.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "control/arm_state.h"
#include "control/meet_target.h"

namespace freefloat {

namespace {

constexpr double kWaits = 0.05;  // s that are worth a word

/// A plan as it was made, and how far its joints have gone.
class PlanOnItsWay {
 public:
  PlanOnItsWay(const ControlSetup& setup, const CycleOutput& output, const JointVector& commanded,
               bool moving)
      : model_(setup.unloaded()),
        setup_{model_, setup.limits, urgent_ramp(setup.config), setup.config.singularity_threshold, 0.0} {
    FallWatch fall;
    fall.acceleration = output.guidance.meeting.fall;
    scene_ = meeting_scene(setup, output.estimate, commanded, fall, moving);
    at_ = output.estimate.at - from_seconds(before_effect(setup.config));
    meeting_.joints = output.guidance.meeting.joints;
    meeting_.rates = output.guidance.meeting.rates;
    meeting_.time = output.guidance.meeting.time;
    arm_ = {scene_.theta_WB, scene_.joints, scene_.angular_momentum};
  }

  /// @param time Later than before. @return The hand then, m; none after the meeting.
  std::optional<Vector2> hand_at(Time time) {
    const double t = to_seconds(time - at_);
    if (t > meeting_.time) return std::nullopt;
    const double step = t - gone_;
    if (step > 0.0) {
      JointVector rates(scene_.joints.size());
      for (Eigen::Index j = 0; j < rates.size(); ++j) {
        const JointRamp ramp = ramp_to_meeting(setup_, scene_, meeting_, j);
        rates[j] = (ramp.way(t) - ramp.way(gone_)) / step;
      }
      move_arm(model_, rates, step, arm_);
      gone_ = t;
    }
    return scene_.mass_centre.p_after(t) +
           compute_hand(model_, compute_posture(arm_.theta_WB, arm_.joints)).p_GX;
  }

 private:
  const PlanarModel& model_;
  MeetingSetup setup_;
  MeetingScene scene_;
  Meeting meeting_;
  Time at_{};
  ArmState arm_;
  double gone_ = 0.0;  ///< s
};

std::string way_in_words(MeetingWay way) {
  const bool over = way == MeetingWay::kOverLeft || way == MeetingWay::kOverRight;
  const bool right = way == MeetingWay::kKeptRight || way == MeetingWay::kOverRight;
  return fmt::format("elbow {}, joint 1 to the {}", over ? "turned over" : "kept", right ? "right" : "left");
}

std::string numbers_in_words(const WayToMeet& way) {
  std::string text = fmt::format("{:.2f} s", way.time);
  if (way.waits > kWaits) text += fmt::format(", {:.2f} s of them waiting for the target", way.waits);
  text += fmt::format(", smallest singular value {:.3f} m", way.sigma_min);
  return text + (way.held ? ", would touch" : "");
}

}  // namespace

PlannedHand compare_with_plan(const ControllerConfig& config, const std::deque<CycleRecord>& cycles) {
  const ControlSetup setup(config);
  PlannedHand compared;
  std::optional<PlanOnItsWay> plan;
  std::uint32_t number = 0;
  JointVector commanded = JointVector::Zero(setup.unloaded().joint_count());
  double sum = 0.0;
  int count = 0;
  for (const CycleRecord& cycle : cycles) {
    const CycleOutput& output = cycle.output;
    const MeetingOutput& meeting = output.guidance.meeting;
    if (!meeting.planned) {
      plan.reset();
    } else if (!plan || meeting.number != number) {
      plan.emplace(setup, output, commanded, cycle.input.op.task == Task::kCaptureMoving);
      number = meeting.number;
    }
    commanded = output.command.rates;
    const std::optional<Vector2> p_WE = plan ? plan->hand_at(output.estimate.at) : std::nullopt;
    compared.error.push_back(p_WE ? (output.estimate.p_WE - *p_WE).norm()
                                  : std::numeric_limits<double>::quiet_NaN());
    if (!p_WE) continue;
    sum += compared.error.back() * compared.error.back();
    compared.largest = std::max(compared.largest, compared.error.back());
    ++count;
  }
  compared.rms = count > 0 ? std::sqrt(sum / count) : std::numeric_limits<double>::quiet_NaN();
  return compared;
}

std::string describe_ways(const MeetingOutput& meeting) {
  if (!meeting.planned) return {};
  const auto chosen = static_cast<std::size_t>(meeting.way);
  std::string text = way_in_words(meeting.way) + ": " + numbers_in_words(meeting.ways.at(chosen));
  std::string others;
  for (std::size_t i = 0; i < meeting.ways.size(); ++i) {
    if (i == chosen || !meeting.ways[i].found) continue;
    others += (others.empty() ? "" : "; ") + way_in_words(static_cast<MeetingWay>(i)) + ": " +
              numbers_in_words(meeting.ways[i]);
  }
  return text + (others.empty() ? "; no other way was found" : ". Instead: " + others);
}

}  // namespace freefloat
