#include "identification/jog_plan.h"

#include <gtest/gtest.h>

#include "identification/body_masses.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

constexpr double kPeriod = 0.01;  // s

/// A robot whose satellite and links are heavier elsewhere than its file says.
struct Jogged {
  RobotParameters file = table2_robot();
  BodyGeometry geometry{file};
  BodyMasses masses = masses_of(file, file);
  JogPlan plan;
  MotionStretch stretch;

  Jogged() {
    file.markers = {{"tail", 0, {-0.19, 0.0}, 0.2},
                    {"joint 1", 0, {0.19, 0.0}, 0.2},
                    {"joint 2", 1, {0.188, 0.0}, 0.2},
                    {"tip", 2, {0.186, 0.0}, 0.2}};
    geometry = BodyGeometry(file);
    masses.centre[0] += Vector2(0.02, -0.015);
    masses.centre[1] += Vector2(-0.01, 0.005);
    masses.mass[1] *= 1.3;
    plan.attitude = 0.4;
    plan.joints = (JointVector(2) << 0.5, 1.0).finished();
    plan.satellite = {0.1, -0.05};
    plan.steps = {{(JointVector(2) << 0.6, -0.2).finished(), 1.0},
                  {(JointVector(2) << -0.4, 0.7).finished(), 1.0}};
    MotionLimits limits;
    limits.half_table = {0.9, 0.9};
    limits.satellite_range = {0.6, 0.6};
    stretch = predict_motion(file, with_masses(file, masses), limits, plan,
                             {kPeriod, {1e-4, 1e-4, 1e-4, 1e-4}}, kPeriod)
                  .stretch;
  }

  /// Mass centres of the bodies, m, in W.
  std::vector<Vector2> centres(const BodyPoses& pose) const {
    std::vector<Vector2> found;
    Vector2 origin = pose.origin;
    for (std::size_t k = 0; k < masses.centre.size(); ++k) {
      const double angle = pose.angles[static_cast<Eigen::Index>(k)];
      found.push_back(origin + rotate(angle, masses.centre[k]));
      origin += rotate(angle, geometry.to_next[k]);
    }
    return found;
  }

  Vector2 mass_centre(const BodyPoses& pose) const {
    Vector2 sum = Vector2::Zero();
    const std::vector<Vector2> all = centres(pose);
    for (std::size_t k = 0; k < all.size(); ++k) sum += masses.mass[static_cast<Eigen::Index>(k)] * all[k];
    return sum / masses.total();
  }

  /// About the origin of W from one pose to the next, N m s.
  double angular_momentum(const BodyPoses& from, const BodyPoses& to) const {
    const std::vector<Vector2> before = centres(from);
    const std::vector<Vector2> after = centres(to);
    double sum = 0.0;
    for (std::size_t k = 0; k < before.size(); ++k) {
      const auto body = static_cast<Eigen::Index>(k);
      const Vector2 middle = 0.5 * (before[k] + after[k]);
      const Vector2 way = after[k] - before[k];
      sum += masses.mass[body] * (middle.x() * way.y() - middle.y() * way.x()) +
             masses.inertia[body] * (to.angles[body] - from.angles[body]);
    }
    return sum / kPeriod;
  }
};

TEST(PredictedJogs, BeginWhereThePlanSays) {
  const Jogged jogged;
  const BodyPoses& first = jogged.stretch.front();
  EXPECT_LT((first.origin - jogged.plan.satellite).norm(), 1e-12);
  EXPECT_DOUBLE_EQ(first.angles[0], 0.4);
  EXPECT_DOUBLE_EQ(first.joint(0), 0.5);
  EXPECT_DOUBLE_EQ(first.joint(1), 1.0);
}

TEST(PredictedJogs, HaveNoMomentum) {
  const Jogged jogged;
  ASSERT_EQ(jogged.stretch.size(), 201u);
  EXPECT_GT((jogged.stretch.back().origin - jogged.stretch.front().origin).norm(), 0.01);
  const Vector2 begin = jogged.mass_centre(jogged.stretch.front());
  for (std::size_t i = 1; i < jogged.stretch.size(); ++i) {
    const BodyPoses& pose = jogged.stretch[i];
    EXPECT_LT((jogged.mass_centre(pose) - begin).norm(), 1e-12) << i;
    // Of the satellite's inertia alone 0.1 rad/s would be some 1e-2.
    EXPECT_NEAR(jogged.angular_momentum(jogged.stretch[i - 1], pose), 0.0, 1e-6) << i;
  }
}

TEST(PredictedJogs, EndWithTheJointsWhereTheStepsLead) {
  const Jogged jogged;
  EXPECT_NEAR(jogged.stretch.back().joint(0), 0.7, 1e-12);
  EXPECT_NEAR(jogged.stretch.back().joint(1), 1.5, 1e-12);
}

}  // namespace
}  // namespace freefloat
