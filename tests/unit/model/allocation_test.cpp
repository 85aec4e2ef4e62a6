// What runs in the control loop must not allocate: this file counts calls of malloc.
#include <gtest/gtest.h>

#include <cmath>

#include "model/dynamics.h"
#include "model/generalized_jacobian.h"
#include "support/count_mallocs.h"
#include "support/random_robot.h"

namespace freefloat {
namespace {

TEST(PlanarModelFunctions, DoNotAllocate) {
  RandomRobots draw(51);
  for (int n = 1; n <= kMaxJoints; ++n) {
    const PlanarModel model(draw.robot(n, true));
    RobotState state;
    state.joints = draw.vector(n, -2.0, 2.0);
    state.joint_rates = draw.vector(n, -1.0, 1.0);
    const long before = malloc_calls;
    const Posture posture = compute_posture(0.3, state.joints);
    const BodyVector rates = compute_body_rates(0.1, state.joint_rates);
    double sum = compute_generalized_jacobian(model, posture).position().sum();
    sum += compute_inertia_matrix(model, posture).sum();
    sum += compute_velocity_terms(model, posture, rates).sum();
    sum += compute_accelerations(model, posture, rates, state.joints, {{1.0, 2.0}, 3.0}).sum();
    sum += compute_motion_totals(model, posture, state).kinetic_energy;
    EXPECT_EQ(malloc_calls - before, 0) << n;
    EXPECT_TRUE(std::isfinite(sum));
  }
}

}  // namespace
}  // namespace freefloat
