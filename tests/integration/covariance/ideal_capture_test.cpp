// With exact LEDs and ideal joints nothing is left that could lead the program from the computed path.
#include <gtest/gtest.h>

#include "config/load/load_experiment.h"
#include "integration/covariance/ideal_case.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

TEST(IdealTestbed, ReproducesComputedCaptures) {
  CovarianceRecord filter;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const PathDifference path = compare_with_computed(draw_ideal_case(seed), filter);
    EXPECT_GT(path.samples, 20) << seed;
    EXPECT_LT(path.hand, kPathTolerance) << seed;
    EXPECT_LT(path.angle, kAngleTolerance) << seed;
  }
  EXPECT_EQ(filter.refused, 0);
  EXPECT_EQ(filter.indefinite, 0);
  EXPECT_LT(filter.angular_momentum_error, 1e-7);
}

TEST(IdealTestbed, RefusesNoExactLedWhenTheTargetIsTaken) {
  const RunConfig config =
      load_experiment(source_dir() + "/configs/experiments/moving_target_reference.yaml");
  RunSession run(config);
  CovarianceRecord filter;
  bool held = false;
  run.add({.on_cycle = [&](const CycleRecord& record) {
    filter.add(record, run.controller().state().estimator);
    held = held || record.truth->holding;
  }});
  run.run();
  EXPECT_TRUE(held);
  EXPECT_EQ(filter.refused, 0);
  EXPECT_EQ(filter.indefinite, 0);
}

}  // namespace
}  // namespace freefloat
