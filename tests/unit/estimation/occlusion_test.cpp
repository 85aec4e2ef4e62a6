// Hidden LEDs: DESIGN's bounds on the hand's error, 2 mm with any one LED hidden for any time, any two for 1
// s.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "unit/estimation/estimated_run.h"

namespace freefloat {
namespace {

constexpr int kSeeds = 20;

struct Worst {
  double hidden = 0.0;  // largest hand error while LEDs are hidden, m
  double after = 0.0;   // and afterwards, m
};

/// Two seconds with all LEDs, then without `markers`, then two with all.
Worst hide_for(double seconds, const std::vector<std::size_t>& markers) {
  Worst worst;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    EstimatedRun run(kUsualNoise, seed);
    run.run(2.0);
    run.spoil_frame = [&](MarkerFrame& frame) {
      for (const std::size_t marker : markers) hide(frame, {marker});
    };
    for (int i = 0; i < std::lround(seconds * 100.0); ++i) {
      run.cycle();
      worst.hidden = std::max(worst.hidden, run.hand_error());
      EXPECT_TRUE(run.estimate.valid);
    }
    run.spoil_frame = nullptr;
    for (int i = 0; i < 200; ++i) {
      run.cycle();
      worst.after = std::max(worst.after, run.hand_error());
    }
  }
  return worst;
}

TEST(Occlusion, AnyOneLedMayBeHiddenForAnyTime) {
  for (std::size_t marker = 0; marker < 4; ++marker) {
    const Worst worst = hide_for(60.0, {marker});
    std::printf("LED %zu hidden for 60 s: hand error at most %.2f mm, then %.2f mm\n", marker,
                1e3 * worst.hidden, 1e3 * worst.after);
    EXPECT_LT(worst.hidden, 2e-3);
    EXPECT_LT(worst.after, 2e-3);
  }
}

TEST(Occlusion, AnyTwoLedsMayBeHiddenForOneSecond) {
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = a + 1; b < 4; ++b) {
      const Worst worst = hide_for(1.0, {a, b});
      std::printf("LEDs %zu and %zu hidden for 1 s: hand error at most %.2f mm, then %.2f mm\n", a, b,
                  1e3 * worst.hidden, 1e3 * worst.after);
      EXPECT_LT(worst.hidden, 2e-3);
      EXPECT_LT(worst.after, 2e-3);
    }
  }
}

TEST(Occlusion, TheEstimateCoastsThroughASecondWithoutAnyLed) {
  const Worst worst = hide_for(1.0, {0, 1, 2, 3});
  std::printf("all LEDs hidden for 1 s: hand error at most %.2f mm, then %.2f mm\n", 1e3 * worst.hidden,
              1e3 * worst.after);
  EXPECT_LT(worst.hidden, 4e-3);
  EXPECT_LT(worst.after, 4e-3);
}

TEST(Occlusion, TheRunMayStartWithAnyLedHidden) {
  for (std::size_t marker = 0; marker < 4; ++marker) {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      EstimatedRun run(kUsualNoise, seed);
      run.spoil_frame = [&](MarkerFrame& frame) { hide(frame, {marker}); };
      run.run(1.0);
      for (int i = 0; i < 500; ++i) {
        run.cycle();
        ASSERT_TRUE(run.estimate.valid);
        ASSERT_LT(run.hand_error(), 2e-3) << marker << ", seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace freefloat
