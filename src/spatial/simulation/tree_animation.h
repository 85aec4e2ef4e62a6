#pragma once

#include <string>
#include <string_view>

#include "spatial/simulation/simulation_result.h"

namespace freefloat {

/// Picture of a simulated motion that plays in a browser.
struct TreeAnimation {
  std::string svg;     ///< the last pose, poses before it, and the ways of the end points
  std::string motion;  ///< JSON for animation_script: all that it moves
};

/// @param result At least one sample.
TreeAnimation draw_tree_animation(const TreeModel& model, const SimulationResult& result);

/// Looks of the picture beyond drawing/style.h.
std::string_view animation_style();

/// Plays, pauses, moves in time and turns the view with the mouse; wants the elements of
/// animation_player and animation_views.
std::string_view animation_script();
std::string_view animation_player();
std::string_view animation_views();

}  // namespace freefloat
