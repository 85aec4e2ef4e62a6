#pragma once

#include "spatial/answers/tree_question.h"

namespace freefloat {

/// @return The answer of `freefloat model` for a spatial model: frame W, SI units, arrays by row.
///
/// `joints` names the joints in the order in which they are counted everywhere: that of the model's links.
/// `inertia_matrix`, `velocity_terms`, `gravity_terms`, `accelerations` are for u = (v_WB, w_WB as far as the
/// base can move; joint rates): H u' + c + g = Q. Velocities, energy and momenta only when rates are given;
/// inverse dynamics only when joint accelerations are. An attitude in Euler angles adds `lagrangian`, the
/// quantities of Moosavian & Papadopoulos 2004 for q = (R_C0, Euler angles, joints), where the model is of
/// their kind: free base with its origin at its mass centre, no gravity.
/// @throws StateError when a result is not finite.
OrderedJson answer_tree_question(const TreeModel& model, const TreeQuestion& question);

}  // namespace freefloat
