#pragma once

#include "report/top_view_scene.h"

// Runs with several targets: all are drawn with their names; the one that is followed at the end of the shown
// motion as a dot, the others as rings.

namespace freefloat {

/// The ways that they went, as estimated while they were followed and as last seen else; the truth where
/// known.
void draw_target_paths(Scene& scene);

/// Where they are at the end of the shown motion, with the figures of their LEDs.
void mark_targets(Scene& scene);

}  // namespace freefloat
