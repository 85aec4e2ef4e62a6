#pragma once

#include "answers/state_json.h"
#include "spatial/tree/tree_state.h"

namespace freefloat {

// Answers of `freefloat model` after Dubowsky & Vafa 1987, for every end point of a model whose base floats.

/// @return The virtual manipulators, Eqs. (2)-(6): of each virtual link D, H, V in the axes of its body and,
/// for a prismatic joint, the part of the shift that it makes; the points that they lead through from the
/// virtual ground to the end point, W.
/// @throws std::invalid_argument for a base on a bearing or a foundation.
OrderedJson answer_virtual_manipulators(const TreeModel& model, const TreeState& state);

/// @return Distances that the end points can have from the mass centre: with any attitude of the vehicle,
/// with its attitude kept (then from the first virtual joint), and at every attitude. Null: without end, or
/// not known.
/// @throws std::invalid_argument for a base on a bearing or a foundation, and a model without joints.
OrderedJson answer_workspaces(const TreeModel& model);

}  // namespace freefloat
