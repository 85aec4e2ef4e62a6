#pragma once

#include <cstdint>

#include "console/run_facts.h"
#include "console/scene_messages.h"
#include "types/cycle.h"

namespace freefloat::console {

/// Frames of a robot as viewers know them: `table` -> `satellite` -> `link_1` ... -> `hand`, `table` ->
/// `target`. The satellite's is at its mass centre, a link's at its joint.
/// @param estimate A valid one.
tf2_msgs::TFMessage make_transforms(const RunFacts& facts, const StateEstimate& estimate);

/// Table, robot, target and workspace as simple bodies in these frames.
foxglove_msgs::SceneUpdate make_scene(const RunFacts& facts, const StateEstimate& estimate);

}  // namespace freefloat::console
