#include "model/guaranteed_workspace.h"

#include <algorithm>

namespace freefloat {

namespace {

/// Lengths that sums of vectors of the lengths `parts`, each in any direction, can have.
template <class Lengths>
Annulus reach_of(const Lengths& parts) {
  const double sum = parts.sum();
  return {std::max(0.0, 2.0 * parts.maxCoeff() - sum), sum};
}

}  // namespace

BodyVector link_coefficients(const PlanarModel& model) {
  return model.hand_vectors().colwise().norm().transpose();
}

double guaranteed_workspace_radius(const PlanarModel& model) {
  return any_attitude_annulus(model).outer;
}

Annulus reachable_annulus(const PlanarModel& model) {
  return reach_of(link_coefficients(model));
}

Annulus any_attitude_annulus(const PlanarModel& model) {
  const BodyVector k = link_coefficients(model);
  const Annulus arm = reach_of(k.tail(k.size() - 1));
  const bool has_hole = arm.inner > 1e-12 * arm.outer;  // two equal links leave one of rounding errors
  return {has_hole ? k[0] + arm.inner : 0.0, std::max(0.0, arm.outer - k[0])};
}

}  // namespace freefloat
