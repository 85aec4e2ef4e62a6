#include "estimation/target_source.h"

#include <algorithm>

#include "estimation/watch_target.h"

namespace freefloat {

namespace {

constexpr Duration kOldest = std::chrono::milliseconds(250);  // as for the robot's pictures
constexpr Duration kForgotten = std::chrono::seconds(1);      // a source that is silent contradicts nothing

}  // namespace

void take_target_frame(const EstimatorSetup& setup, Time now, const MarkerFrame& frame,
                       TargetSourceWatch& watch, EstimatorState& state) {
  const WatchedTarget* target = watched_target(setup, state);
  if (target == nullptr || state.loaded) return;
  const Time captured = frame.capture_time;
  if (captured <= watch.newest || captured > now || now - captured > kOldest) return;
  watch.newest = captured;
  watch.contradicted = watch_target(*target, setup.unloaded.config, frame, state);
  note_since(watch.contradicted != 0, captured, watch.contradicted_since);
}

void tell_contradiction(const TargetSourceWatch& watch, Time now, StateEstimate& estimate) {
  if (!watch.contradicted_since || now - watch.newest > kForgotten) return;
  estimate.contradicted_markers |= watch.contradicted;
  estimate.contradicted_for = std::max(estimate.contradicted_for, watch.newest - *watch.contradicted_since);
}

}  // namespace freefloat
