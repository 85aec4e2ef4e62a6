#include "bound/quickest_capture.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <nlopt.hpp>

#include "model/generalized_jacobian.h"
#include "model/guaranteed_workspace.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

constexpr double kRate = 1.5;  // rad/s

MotionLimits wide() {
  MotionLimits limits;
  limits.joints.assign(2, {-6.1, 6.1, 2.0});
  return limits;
}

MeetingScene at_rest(double theta, double joint1, double joint2, const Vector2& target) {
  MeetingScene scene;
  scene.theta_WB = theta;
  scene.joints = Eigen::Vector2d(joint1, joint2);
  scene.rates = JointVector::Zero(2);
  scene.target.p = target;
  return scene;
}

/// A satellite that nothing moves: the arm is an ordinary robot's.
RobotParameters heavy_base() {
  RobotParameters robot = table2_robot();
  robot.satellite_mass = 1e9;
  robot.satellite_inertia = 1e9;
  return robot;
}

/// @return Of the fixed base: for both elbows and all turns the joints' trapezoids, s.
double closed_form(const MeetingScene& scene, const RampLimits& ramp) {
  const RobotParameters robot = heavy_base();
  const double l1 = 0.35;
  const double l2 = 0.35;
  const Vector2 from_joint = rotate(-scene.theta_WB, scene.target.p) - robot.satellite_to_joint;
  const double cosine = (from_joint.squaredNorm() - l1 * l1 - l2 * l2) / (2.0 * l1 * l2);
  double best = 1e9;
  for (const double elbow : {std::acos(cosine), -std::acos(cosine)}) {
    const double shoulder = std::atan2(from_joint.y(), from_joint.x()) -
                            std::atan2(l2 * std::sin(elbow), l1 + l2 * std::cos(elbow));
    for (int turn1 = -1; turn1 <= 1; ++turn1) {
      for (int turn2 = -1; turn2 <= 1; ++turn2) {
        const double way1 = shoulder + 2.0 * kPi * turn1 - scene.joints[0];
        const double way2 = elbow + 2.0 * kPi * turn2 - scene.joints[1];
        best = std::min(best, std::max(std::abs(way1), std::abs(way2)) / ramp.rate);
      }
    }
  }
  return best + ramp.rate / ramp.acceleration;
}

TEST(QuickestCapture, IsThatOfTwoTrapezoidsWhereTheBaseStandsStill) {
  const PlanarModel model(heavy_base());
  const MotionLimits limits = wide();
  for (const double acceleration : {5.0, 70.0}) {
    const MeetingSetup setup{model, limits, {kRate, acceleration}, 0.0, 0.0};
    for (const auto& [joint1, joint2, x, y] :
         {std::array{0.3, 0.9, 0.35, 0.4}, {-2.0, 1.2, 0.5, 0.3}, {1.0, -2.0, 0.3, -0.35}}) {
      const MeetingScene scene = at_rest(0.2, joint1, joint2, {x, y});
      const auto time = quickest_capture(setup, scene, 20.0);
      ASSERT_TRUE(time);
      const double known = closed_form(scene, setup.ramp);
      EXPECT_NEAR(*time, known, 0.005 + 0.01 * known) << joint1 << " at " << acceleration;
    }
  }
}

TEST(QuickestCapture, OfATargetOutOfReachIsNone) {
  const PlanarModel model(table2_robot());
  const MotionLimits limits = wide();
  const MeetingSetup setup{model, limits, {kRate, 70.0}, 0.0, 0.0};
  EXPECT_FALSE(quickest_capture(setup, at_rest(0.2, 0.3, 0.9, {1.2, 0.4}), 3.0));
  // One that flies away before the joints come there.
  MeetingScene leaving = at_rest(0.2, 0.3, 2.4, {-0.6, 0.0});
  leaving.target.v = {-2.0, 0.0};
  EXPECT_FALSE(quickest_capture(setup, leaving, 3.0));
}

TEST(QuickestCapture, OfATargetThatComesIsWhenItIsInReach) {
  const PlanarModel model(table2_robot());
  const MotionLimits limits = wide();
  const MeetingSetup setup{model, limits, {kRate, 70.0}, 0.0, 0.0};
  MeetingScene scene = at_rest(0.0, 0.4, 0.6, {1.2, 0.0});
  scene.target.v = {-0.1, 0.0};
  const auto time = quickest_capture(setup, scene, 20.0);
  ASSERT_TRUE(time);
  const double reach = reachable_annulus(model).outer;
  EXPECT_GT(*time, (1.2 - reach) / 0.1);
  EXPECT_LT(*time, (1.2 - reach) / 0.1 + 1.0);
}

/// Against differences of the motion itself: rates that turn the satellite one way and back, with momentum.
TEST(Reach, KnowsHowEachRateTurnsTheSatellite) {
  const PlanarModel model(table2_robot());
  const MotionLimits limits = wide();
  const MeetingSetup setup{model, limits, {kRate, 5.0}, 0.0, 0.0};
  MeetingScene scene = at_rest(0.3, 0.4, 1.1, {0.3, 0.3});
  scene.angular_momentum = 0.03;
  Reach reach(setup, scene);
  RateNodes nodes;
  nodes.times = {0.0, 0.3, 0.8, 1.2, 1.5};
  for (const auto& [first, second] :
       {std::array{0.1, -0.2}, {0.9, 0.7}, {-1.2, 0.4}, {0.3, -1.1}, {0.2, 0.5}})
    nodes.rates.emplace_back(Eigen::Vector2d(first, second));
  reach.follow(nodes);
  const std::vector<JointVector> told = reach.turn_by_rates();
  ASSERT_EQ(told.size(), nodes.times.size());
  constexpr double kStep = 1e-4;
  for (std::size_t k = 0; k < nodes.times.size(); ++k) {
    for (Eigen::Index j = 0; j < 2; ++j) {
      RateNodes more = nodes, less = nodes;
      more.rates[k][j] += kStep;
      less.rates[k][j] -= kStep;
      const double slope = (reach.follow(more) - reach.follow(less)) / (2.0 * kStep);
      EXPECT_GT(std::abs(slope), 1e-3) << "which tells nothing";
      EXPECT_NEAR(told[k][j], slope, 1e-5) << k << ", joint " << j + 1;
    }
  }
}

/// The same by sequential quadratic programming (D. Kraft) of NLopt, on rates that are steady in each of
/// kParts and jump between them, integrated by the hand's own velocity.
class ByNlopt {
 public:
  static constexpr int kParts = 16;

  ByNlopt(const PlanarModel& model, const MeetingScene& scene) : model_(model), scene_(scene) {}

  Vector2 miss(const std::vector<double>& x) const {
    constexpr int kSteps = 8;
    const double step = x[0] / (kParts * kSteps);
    double theta = scene_.theta_WB;
    JointVector joints = scene_.joints;
    for (std::size_t k = 0; k < kParts; ++k) {
      const JointVector rates = Eigen::Vector2d(x[1 + 2 * k], x[2 + 2 * k]);
      for (int i = 0; i < kSteps; ++i) {
        const JointVector middle = joints + 0.5 * step * rates;
        const GeneralizedJacobian jacobian =
            compute_generalized_jacobian(model_, compute_posture(theta, middle));
        theta +=
            step * (jacobian.satellite_rate.dot(rates) + jacobian.by_momentum[2] * scene_.angular_momentum);
        joints += step * rates;
      }
    }
    return scene_.mass_centre.p_after(x[0]) + compute_hand(model_, compute_posture(theta, joints)).p_GX -
           scene_.target.p_after(x[0]);
  }

  double quickest(double first_time, const Eigen::Vector2d& way) const {
    nlopt::opt solver(nlopt::LD_SLSQP, 1 + 2 * kParts);
    std::vector<double> low(1 + 2 * kParts, -kRate), high(1 + 2 * kParts, kRate), x(1 + 2 * kParts);
    low[0] = 0.05;
    high[0] = 10.0;
    x[0] = first_time;
    for (std::size_t i = 0; i < 2 * kParts; ++i) x[1 + i] = 0.8 * kRate * way[static_cast<long>(i % 2)];
    solver.set_lower_bounds(low);
    solver.set_upper_bounds(high);
    solver.set_min_objective(
        [](unsigned n, const double* at, double* gradient, void*) {
          if (gradient != nullptr) std::fill(gradient, gradient + n, 0.0), gradient[0] = 1.0;
          return at[0];
        },
        nullptr);
    solver.add_equality_mconstraint(
        [](unsigned, double* result, unsigned n, const double* at, double* gradient, void* self) {
          std::vector<double> point(at, at + n);
          const auto& problem = *static_cast<const ByNlopt*>(self);
          const Vector2 here = problem.miss(point);
          result[0] = here.x();
          result[1] = here.y();
          if (gradient == nullptr) return;
          for (unsigned i = 0; i < n; ++i) {
            point[i] += 1e-7;
            const Vector2 change = (problem.miss(point) - here) / 1e-7;
            gradient[i] = change.x();
            gradient[n + i] = change.y();
            point[i] = at[i];
          }
        },
        const_cast<ByNlopt*>(this), std::vector<double>{1e-6, 1e-6});
    solver.set_xtol_rel(1e-7);
    solver.set_maxeval(300);
    double time = 0.0;
    try {
      solver.optimize(x, time);
    } catch (const std::runtime_error&) {  // as near as it can come
    }
    return miss(x).norm() < 1e-4 ? x[0] : 1e9;
  }

 private:
  const PlanarModel& model_;
  const MeetingScene& scene_;
};

TEST(QuickestCapture, IsThatOfAnotherSolver) {
  const PlanarModel model(table2_robot());
  const MotionLimits limits = wide();
  const MeetingSetup setup{model, limits, {kRate, 1e4}, 0.0, 0.0};
  for (const auto& [joint1, joint2, x, y] :
       {std::array{0.4, 2.25, 0.096, 0.363}, {-2.0, 1.2, 0.5, 0.2}, {1.0, -2.0, 0.2, -0.45}}) {
    MeetingScene scene = at_rest(0.3, joint1, joint2, {x, y});
    scene.angular_momentum = 0.02;
    scene.mass_centre.v = {0.01, -0.02};
    scene.mass_centre.acceleration = {0.004, 0.008};
    const auto time = quickest_capture(setup, scene, 20.0);
    ASSERT_TRUE(time);
    double other = 1e9;
    const ByNlopt solver(model, scene);
    for (const double first : {-1.0, 0.0, 1.0}) {
      for (const double second : {-1.0, 0.0, 1.0})
        other = std::min(other, solver.quickest(1.2 * *time, {first, second}));
    }
    EXPECT_NEAR(*time, other, 0.015 * other + 0.003) << joint1;
  }
}

}  // namespace
}  // namespace freefloat
