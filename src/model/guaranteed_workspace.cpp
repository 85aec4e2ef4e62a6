#include "model/guaranteed_workspace.h"

#include <algorithm>

namespace freefloat {

BodyVector link_coefficients(const PlanarModel& model) {
  return model.hand_vectors().colwise().norm().transpose();
}

double guaranteed_workspace_radius(const PlanarModel& model) {
  const BodyVector k = link_coefficients(model);
  return std::max(0.0, k.tail(k.size() - 1).sum() - k[0]);
}

}  // namespace freefloat
