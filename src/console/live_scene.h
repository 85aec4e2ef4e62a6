#pragma once

#include <cstdint>

#include "console/run_facts.h"
#include "console/scene_messages.h"
#include "types/cycle.h"

namespace freefloat::console {

/// Table, robot, target and workspace as simple bodies in the frames of runlog/robot_frames.h.
/// @param facts What does not change. @param estimate A valid one. @param targets Where there are several:
/// all are shown with their names, those that are not followed paler.
foxglove_msgs::SceneUpdate make_scene(const RunFacts& facts, const StateEstimate& estimate,
                                      const TargetPlaces& targets = {});

}  // namespace freefloat::console
