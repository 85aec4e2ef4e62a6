// What runs in the control loop must not allocate: this file counts calls of malloc.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "model/dynamics.h"
#include "model/generalized_jacobian.h"
#include "support/random_robot.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FF_COUNTS_MALLOC 0
#else
#define FF_COUNTS_MALLOC 1
extern "C" void* __libc_malloc(std::size_t size);
namespace {
thread_local long malloc_calls = 0;
}
extern "C" void* malloc(std::size_t size) {
  ++malloc_calls;
  return __libc_malloc(size);
}
#endif

namespace freefloat {
namespace {

TEST(PlanarModelFunctions, DoNotAllocate) {
#if FF_COUNTS_MALLOC
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
#else
  GTEST_SKIP() << "the sanitizer has its own malloc";
#endif
}

}  // namespace
}  // namespace freefloat
