#include "runlog/target_places.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace freefloat {

namespace {

/// A damaged log may tell any times. @return `at` where the difference is beyond all times.
Time earlier(Time at, Duration by) {
  std::int64_t difference = 0;
  const bool beyond = __builtin_sub_overflow(at.time_since_epoch().count(), by.count(), &difference);
  return beyond ? at : Time{Duration{difference}};
}

}  // namespace

TargetWatch::TargetWatch(std::size_t robot_leds, std::vector<TargetFacts> targets)
    : robot_leds_(robot_leds),
      facts_(std::move(targets)),
      attitudes_(std::max<std::size_t>(1, facts_.size())) {
  for (const TargetFacts& target : facts_) places_.targets.push_back({.name = target.name});
}

void TargetWatch::add(const CycleRecord& record) {
  // As the controller chooses: another one is followed only while the hand is empty.
  if (record.input.joints) holding_ = record.input.joints->gripper == GripperState::kHolding;
  if (!holding_ && record.input.op.target < facts_.size()) places_.followed = record.input.op.target;
  if (record.input.markers) look(*record.input.markers);
  if (record.input.target_markers) look(*record.input.target_markers);
  if (!has_several()) return;
  if (record.output.estimate.valid) take_estimate(record.output.estimate);
  for (std::size_t i = 0; i < places_.targets.size(); ++i) {
    const bool told = record.truth && i < record.truth->target_count;
    places_.targets[i].truth = told ? std::optional(record.truth->targets[i]) : std::nullopt;
  }
}

void TargetWatch::look(const MarkerFrame& frame) {
  std::size_t first = robot_leds_;
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    TargetPlace& place = places_.targets[i];
    if (const auto turned = measure_target_attitude(frame, first, facts_[i].leds)) {
      attitudes_[i] = turned;
      place.turned = true;
      place.theta_WT = turned->angle;
    }
    const bool told = first < frame.markers.size() && frame.markers[first].seen;
    if (told && (!place.known || frame.capture_time >= place.seen)) {
      place.known = true;
      place.p_WT = frame.markers[first].p_WM;
      place.seen = frame.capture_time;
    }
    first += facts_[i].leds.size();
  }
}

void TargetWatch::take_estimate(const StateEstimate& estimate) {
  if (!estimate.target.valid) return;
  TargetPlace& place = places_.targets[places_.followed];
  place.known = true;
  place.p_WT = estimate.target.p_WT;
  place.seen = earlier(estimate.at, estimate.target.since_seen);
  if (!estimate.target.turns) return;
  place.turned = true;
  place.theta_WT = estimate.target.theta_WT;
}

}  // namespace freefloat
