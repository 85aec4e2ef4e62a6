#include "campaign/label_errors.h"

#include <algorithm>
#include <iterator>

#include "model/posture.h"

namespace freefloat {
namespace {

constexpr double kWrong = 0.01;                            // m
constexpr Duration kLongestWay = std::chrono::seconds(1);  // of a picture

// A short while later, at the rates of then.
RobotState state_after(const RobotState& robot, double elapsed) {
  RobotState after = robot;
  after.p_WB += elapsed * robot.v_WB;
  after.theta_WB += elapsed * robot.w_WB;
  after.joints += elapsed * robot.joint_rates;
  return after;
}

}  // namespace

Vector2 LabelErrors::true_place(std::size_t marker, const RobotState& robot) const {
  const Posture posture = compute_posture(robot.theta_WB, robot.joints);
  const Vector2 led = compute_point(model_, posture, markers_[marker].body, markers_[marker].position).p_GX;
  return robot.p_WB + led - satellite_from_mass_centre(model_, posture);
}

const std::pair<Time, Truth>& LabelErrors::truth_before(Time capture) const {
  const auto later =
      std::find_if(truths_.begin(), truths_.end(), [&](const auto& entry) { return entry.first > capture; });
  return later == truths_.begin() ? truths_.front() : *std::prev(later);
}

void LabelErrors::add(const CycleRecord& record) {
  if (!record.truth) return;
  truths_.emplace_back(record.input.now, *record.truth);
  while (record.input.now - truths_.front().first > kLongestWay) truths_.pop_front();
  if (!record.input.markers) return;
  const MarkerFrame& frame = *record.input.markers;
  const auto& [at, truth] = truth_before(frame.capture_time);
  const double elapsed = to_seconds(frame.capture_time - at);
  const RobotState robot = state_after(truth.robot, elapsed);
  const auto look = [&](std::size_t m, const Vector2& place) {
    const bool told = m < static_cast<std::size_t>(frame.marker_count) && frame.markers[m].seen;
    if (told && !((frame.markers[m].p_WM - place).norm() <= kWrong)) ++wrong_;
  };
  for (std::size_t m = 0; m < markers_.size(); ++m) look(m, true_place(m, robot));
  const auto place_of = [&](const BodyState& target) { return Vector2(target.p + elapsed * target.v); };
  if (target_leds_.size() < 2) return look(markers_.size(), place_of(truth.target));
  std::size_t first = markers_.size();  // which marks the grapple point
  for (std::size_t i = 0; i < target_leds_.size() && i < truth.target_count; ++i) {
    look(first, place_of(truth.targets[i]));
    first += target_leds_[i];
  }
}

}  // namespace freefloat
