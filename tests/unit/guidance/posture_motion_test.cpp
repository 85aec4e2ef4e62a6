#include "guidance/posture_motion.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

constexpr PosturePace kPosturePace{0.5, 1.0, 2.0, 0.01};

/// Joints that follow exactly.
struct Moved {
  JointVector joints;
  double time = 0.0;
  double largest_rate = 0.0;
  double largest_off_line = 0.0;  ///< joint 2 from the straight way in joint space, rad
  bool arrived = false;
};

Moved move(JointVector joints, const JointVector& goal) {
  Moved moved{.joints = joints};
  PostureMotion motion;
  Time now{};
  const JointVector from = joints;
  for (int i = 0; i < 3000 && !moved.arrived; ++i) {
    now += std::chrono::milliseconds(10);
    const PostureStep step = advance_posture(kPosturePace, moved.joints, goal, now, motion);
    moved.arrived = step.arrived;
    moved.joints += 0.01 * step.rates;
    moved.time += 0.01;
    moved.largest_rate = std::max(moved.largest_rate, step.rates.lpNorm<Eigen::Infinity>());
    const double share = (moved.joints[0] - from[0]) / (goal[0] - from[0]);
    moved.largest_off_line =
        std::max(moved.largest_off_line, std::abs(moved.joints[1] - from[1] - share * (goal[1] - from[1])));
  }
  return moved;
}

TEST(PostureMotion, BringsAllJointsThereTogetherWithinTheirRate) {
  const Moved moved = move(Eigen::Vector2d(0.0, 1.0), Eigen::Vector2d(2.0, 0.5));
  EXPECT_TRUE(moved.arrived);
  EXPECT_LT((moved.joints - JointVector(Eigen::Vector2d(2.0, 0.5))).norm(), kPosturePace.tolerance);
  EXPECT_LT(moved.largest_rate, kPosturePace.rate * 1.02);
  EXPECT_LT(moved.largest_off_line, 1e-6);
  EXPECT_NEAR(moved.time, 2.0 / 0.5 + 0.5 + 0.2, 0.2);
}

TEST(PostureMotion, HasArrivedWhenItIsThere) {
  const JointVector there = Eigen::Vector2d(0.3, 0.4);
  PostureMotion motion;
  Time now{};
  bool arrived = false;
  for (int i = 0; i < 30; ++i) {
    now += std::chrono::milliseconds(10);
    const PostureStep step = advance_posture(kPosturePace, there, there, now, motion);
    EXPECT_EQ(step.rates.norm(), 0.0);
    arrived = step.arrived;
  }
  EXPECT_TRUE(arrived);
}

TEST(PostureMotion, BeginsAnewAfterAHold) {
  PostureMotion motion;
  const JointVector goal = Eigen::Vector2d(1.0, 1.0);
  JointVector joints = Eigen::Vector2d(0.0, 0.0);
  Time now{};
  for (int i = 0; i < 100; ++i) {
    now += std::chrono::milliseconds(10);
    joints += 0.01 * advance_posture(kPosturePace, joints, goal, now, motion).rates;
  }
  now += std::chrono::seconds(5);
  joints = Eigen::Vector2d(0.1, 0.0);
  EXPECT_EQ(advance_posture(kPosturePace, joints, goal, now, motion).rates.norm(), 0.0) << "from rest";
  EXPECT_EQ(motion.from, joints);
}

}  // namespace
}  // namespace freefloat
