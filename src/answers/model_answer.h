#pragma once

#include "answers/model_state.h"
#include "model/singularity_free_annulus.h"

namespace freefloat {

/// A robot with what `freefloat model` finds once for all states.
struct ModelSubject {
  PlanarModel model;
  Annulus annulus;

  explicit ModelSubject(const RobotParameters& robot);
};

/// @return The answer of `freefloat model`: the names of the joints from the satellite to the hand, then all
/// in the table frame W, SI units, arrays by row. Jacobians and inertias are about the mass centre held fixed
/// (Yoshida & Umetani 1990, Eqs. (7), (8)); `inertia_matrix`, `velocity_terms`, `accelerations` are for q =
/// (x0, y0, attitude, joints). Velocities, energy and momenta only when rates are given. The determinant is
/// null unless n = 2; an annulus is null when it is empty. Angles are not wrapped.
/// @throws StateError when a result is not finite.
OrderedJson answer_model_state(const ModelSubject& subject, const ModelState& state);

}  // namespace freefloat
