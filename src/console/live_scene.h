#pragma once

#include <cstdint>

#include "console/run_facts.h"
#include "console/scene_messages.h"
#include "types/cycle.h"

namespace freefloat::console {

/// Table, robot, target and workspace as simple bodies in the frames of runlog/robot_frames.h.
foxglove_msgs::SceneUpdate make_scene(const RunFacts& facts, const StateEstimate& estimate);

}  // namespace freefloat::console
