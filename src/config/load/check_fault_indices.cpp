#include "config/load/check_fault_indices.h"

#include <string>

#include "types/marker_frame.h"

namespace freefloat {

namespace {

std::size_t count_target_leds(const RunConfig& run) {
  std::size_t count = 0;
  for (const TargetParameters& target : all_targets(run.sim)) count += target.markers.size();
  return count;
}

/// How a fault's index is limited.
struct IndexRange {
  int least = 0;
  int most = kMaxMarkers - 1;
  const char* problem = "there is no such LED or joint";
};

IndexRange index_range(SimFault fault, const RunConfig& run) {
  const int joints = run.controller.robot.joint_count();
  const int markers = static_cast<int>(run.controller.robot.markers.size() + count_target_leds(run));
  switch (index_of(fault)) {
    case FaultIndex::kMarker:
      return {0, markers - 1};
    case FaultIndex::kMarkerPair:
      return {0, markers - 2, "there are no two such LEDs"};
    case FaultIndex::kJoint:
      return {0, joints - 1};
    case FaultIndex::kJointPair:
      return {0, joints - 2, "there are no two such joints"};
    case FaultIndex::kJointCount:
      return {1, kMaxJoints, "no board has so many joints"};
    case FaultIndex::kNone:
      break;
  }
  return {};
}

}  // namespace

void check_fault_indices(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  for (std::size_t i = 0; i < run.sim.faults.size(); ++i) {
    const ScheduledFault& fault = run.sim.faults[i];
    const IndexRange range = index_range(fault.fault, run);
    if (fault.index >= range.least && fault.index <= range.most) continue;
    problems.add_at(places.experiment.find("faults")->items[i].nearest({"index"}), range.problem,
                    range.most < range.least
                        ? "a robot with more joints"
                        : std::to_string(range.least) + " to " + std::to_string(range.most));
  }
}

}  // namespace freefloat
