#include "guidance/detumble.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/momentum.h"
#include "model/payload.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

/// The laboratory robot with 2 kg in its hand; the joints do what they are told, L is kept.
class Detumble : public testing::Test {
 protected:
  Detumble() : model_(with_payload(table2_robot(), 2.0, 0.02, {0.03, 0.04})) {
    limits_.joints.assign(2, {-6.0, 6.0, 2.0});
    limits_.joint_margin = 0.05;
    limits_.max_joint_rate = 1.5;
    limits_.satellite_range = satellite_range({}, 0.21);
    limits_.half_table = {0.9, 0.9};
    estimate_.valid = true;
    estimate_.robot.joints = Vector2{-2.4, 2.0};
    estimate_.robot.joint_rates = Vector2::Zero();
    estimate_.angular_momentum = 0.0064;
  }

  DetumbleSetup setup() const { return {model_, limits_, {0.5, 5.0, 2.0, 0.01}}; }

  double inertia(const JointVector& joints) const {
    return compute_angular_inertia(model_, compute_posture(0.0, joints)).satellite;
  }

  /// Turns the whole until the task is done. @return What it says in the end.
  GuidanceOutput detumble(double most_rate) {
    GuidanceOutput out;
    for (int i = 0; i < 4000 && out.status != TaskStatus::kDone; ++i) {
      const JointVector rates = follow_detumble(setup(), most_rate, estimate_, state_, out);
      const AngularInertia now =
          compute_angular_inertia(model_, compute_posture(0.0, estimate_.robot.joints));
      estimate_.robot.w_WB = satellite_rate(now, rates, estimate_.angular_momentum);
      estimate_.robot.theta_WB += 0.01 * estimate_.robot.w_WB;
      estimate_.robot.joints += 0.01 * rates;
      estimate_.at += from_seconds(0.01);
      largest_ = std::max(largest_, rates.lpNorm<Eigen::Infinity>());
    }
    return out;
  }

  const PlanarModel model_;
  MotionLimits limits_;
  StateEstimate estimate_;
  DetumbleState state_;
  double largest_ = 0.0;  // rad/s
};

TEST_F(Detumble, EndsAtTheRateThatMomentumDictates) {
  const GuidanceOutput out = detumble(deg_to_rad(0.45));
  ASSERT_EQ(out.status, TaskStatus::kDone);
  const double dictated = estimate_.angular_momentum / inertia(estimate_.robot.joints);
  EXPECT_NEAR(out.detumble.measured_rate, dictated, 1e-5);
  EXPECT_NEAR(out.detumble.dictated_rate, dictated, 1e-12);
  EXPECT_LT(std::abs(dictated), deg_to_rad(0.45));
  EXPECT_LT(largest_, 0.55);
}

TEST_F(Detumble, LeavesAnArmWhereItIsThatTurnsSlowlyEnough) {
  const JointVector before = estimate_.robot.joints;
  const GuidanceOutput out = detumble(deg_to_rad(2.0));
  EXPECT_EQ(out.status, TaskStatus::kDone);
  EXPECT_LT((estimate_.robot.joints - before).norm(), 1e-9);
}

TEST_F(Detumble, StretchesTheArmAsFarAsItMayWhereMomentumLeavesMore) {
  estimate_.angular_momentum = -0.05;
  const GuidanceOutput out = detumble(deg_to_rad(0.5));
  ASSERT_EQ(out.status, TaskStatus::kDone);
  EXPECT_LT(out.detumble.measured_rate, -deg_to_rad(0.5)) << "it goes on turning the way it turned";
  EXPECT_NEAR(out.detumble.measured_rate, out.detumble.least_rate, 1e-4);
  EXPECT_GT(inertia(estimate_.robot.joints), 1.2 * inertia(Vector2{-2.4, 2.0}));
}

TEST_F(Detumble, StaysOnTheTable) {
  estimate_.angular_momentum = 0.05;
  estimate_.p_WG = {0.0, -0.75};
  estimate_.robot.theta_WB = 1.0;  // the arm would stretch beyond the edge
  SlowPosture least;
  const SlowPosture found = find_slow_posture(setup(), estimate_, deg_to_rad(0.5), least);
  estimate_.p_WG = {0.0, 0.0};
  SlowPosture free;
  find_slow_posture(setup(), estimate_, deg_to_rad(0.5), free);
  EXPECT_GT(std::abs(found.rate), std::abs(free.rate));
}

TEST_F(Detumble, HandStaysOnTheTableWhileTheSatelliteTurnsUnderTheArm) {
  estimate_.angular_momentum = 1e-9;  // what turns is the arm's doing alone
  estimate_.p_WG = {0.0, -0.5};
  const JointVector from = estimate_.robot.joints;
  int stopped = 0;
  for (double attitude = 0.0; attitude < 2.0 * kPi; attitude += 0.05) {
    estimate_.robot.theta_WB = attitude;
    SlowPosture least;
    find_slow_posture(setup(), estimate_, 1e-12, least);
    const JointVector way = least.joints - from;
    stopped += std::abs(least.joints[1]) > 0.1;
    double theta_WB = attitude;
    constexpr int kSteps = 500;
    for (int k = 0; k < kSteps; ++k) {
      const JointVector middle = from + (k + 0.5) / kSteps * way;
      const AngularInertia there = compute_angular_inertia(model_, compute_posture(0.0, middle));
      theta_WB += satellite_rate(there, way / kSteps, 0.0);
      const JointVector joints = from + (k + 1.0) / kSteps * way;
      const Vector2 p_WE = estimate_.p_WG + compute_hand(model_, compute_posture(theta_WB, joints)).p_GX;
      ASSERT_LT(p_WE.cwiseAbs().maxCoeff(), 0.9) << attitude;
    }
  }
  EXPECT_GT(stopped, 10) << "the edge was never near";
}

TEST_F(Detumble, TurnsTheWayThatAddsLeastToTheJoints) {
  estimate_.robot.joints[1] = 2.0 + 2.0 * kPi - 4.0 * kPi;  // the same arm, one turn back
  SlowPosture least;
  const SlowPosture found = find_slow_posture(setup(), estimate_, 1e-6, least);
  EXPECT_LT((found.joints - estimate_.robot.joints).norm(), kPi);
}

}  // namespace
}  // namespace freefloat
