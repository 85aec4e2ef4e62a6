// What may run in a loop must not allocate: this file counts calls of malloc.
#include <gtest/gtest.h>

#include "spatial/tree/forward_dynamics.h"
#include "spatial/tree/inverse_dynamics.h"
#include "spatial/tree/mass_matrix.h"
#include "spatial/tree/tree_generalized_jacobian.h"
#include "spatial/tree/tree_jacobian.h"
#include "support/count_mallocs.h"
#include "support/random_tree.h"
#include "support/tree_velocities.h"

namespace freefloat {
namespace {

TEST(TreeFunctions, DoNotAllocateAfterConstruction) {
  RandomTrees draw(81);
  for (const BaseKind kind : {BaseKind::kFree, BaseKind::kPlanar, BaseKind::kSpherical, BaseKind::kFixed}) {
    const TreeModel model(draw.tree(kind, 14, 0.2, 0.2));
    const TreeState state = draw.state(model, 1.0);
    TreePosture posture(model);
    TreeMotion motion(model);
    TreeInertia inertia(model);
    TreeInertia rate_work(model);
    TreeForces forces(model);
    ArticulatedBodies articulated(model);
    TreeGeneralizedJacobian jacobian(model);
    TreeGeneralizedJacobian rate(model);
    const int size = model.velocity_count();
    Eigen::MatrixXd matrix(size, size);
    Matrix6X point_jacobian(6, size);
    Eigen::VectorXd in = draw.vector(size, 1.0);
    Eigen::VectorXd out(size);
    Eigen::VectorXd joints = draw.vector(14, 1.0);
    Eigen::VectorXd torques(14);
    Vector6 base;
    const long before = malloc_calls;
    compute_posture(model, state, posture);
    compute_motion(model, posture, state, motion);
    compute_inertia(model, posture, inertia);
    compute_mass_matrix(model, posture, inertia, matrix);
    compute_generalized_jacobian(model, posture, inertia, 0, jacobian);
    const Vector3 tip = point_from_base(model, posture, model.end_point(0).body, model.end_point(0).position);
    compute_generalized_jacobian_rate(model, posture, motion, inertia, model.end_point(0).body, tip, jacobian,
                                      rate_work, rate);
    compute_end_point_jacobian(model, posture, 0, point_jacobian);
    compute_point_jacobian_rate(model, posture, motion, model.end_point(0).body, tip, point_jacobian);
    compute_inverse_dynamics(model, posture, motion, in, forces, out);
    compute_velocity_terms(model, posture, motion, forces, out);
    compute_gravity_terms(model, posture, forces, out);
    compute_floating_inverse_dynamics(model, posture, motion, inertia, joints, Vector6::Zero(), forces,
                                      torques, base);
    compute_forward_dynamics(model, posture, motion, in, articulated, out);
    const TreeTotals totals = compute_totals(model, posture, motion);
    EXPECT_EQ(malloc_calls - before, 0);
    EXPECT_TRUE(std::isfinite(totals.kinetic_energy + out.sum() + torques.sum() + matrix.sum()));
  }
}

}  // namespace
}  // namespace freefloat
