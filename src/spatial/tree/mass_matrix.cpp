#include "spatial/tree/mass_matrix.h"

namespace freefloat {

void compute_mass_matrix(const TreeModel& model, const TreePosture& posture, const TreeInertia& inertia,
                         Eigen::MatrixXd& matrix) noexcept {
  const int base = model.base_freedoms();
  const int count = model.body_count();
  matrix.setZero(model.velocity_count(), model.velocity_count());

  Matrix6 whole;
  inertia.bodies[0].outboard.fill(whole);
  for (int i = 0; i < base; ++i) {
    for (int j = 0; j <= i; ++j) {
      matrix(i, j) = matrix(j, i) = whole(model.base_component(i), model.base_component(j));
    }
  }
  for (int i = 1; i < count; ++i) {
    const Vector6& momentum = inertia.bodies[i].joint_momentum;
    const int column = base + i - 1;
    // A rate moves only what it carries, so that only joints on the way to the base feel it.
    for (int j = i; j > 0; j = model.parent(j)) {
      const int row = base + j - 1;
      const double value = posture.bodies[j].joint_twist.dot(momentum);
      matrix(row, column) = value;
      matrix(column, row) = value;
    }
    for (int j = 0; j < base; ++j) {
      const double value = momentum[model.base_component(j)];
      matrix(j, column) = value;
      matrix(column, j) = value;
    }
  }
}

}  // namespace freefloat
