#include "estimation/tumbling_filter.h"

#include <gtest/gtest.h>

#include <cmath>

#include "estimation/start_robot_filter.h"
#include "estimation/watch_target.h"
#include "model/dynamics.h"
#include "model/payload.h"
#include "support/test_robots.h"
#include "types/angle.h"
#include "types/random.h"

namespace freefloat {
namespace {

constexpr Duration kTumblingPeriod = std::chrono::milliseconds(10);
constexpr std::size_t kFirst = 4;  // LED of the target in the frame
constexpr double kNoise = 1e-4;    // m

/// A target that drifts and turns, and what a camera tells of it.
class TumblingFilter : public testing::Test {
 protected:
  TumblingFilter() {
    shape_.markers = {{0.0, 0.0}, {0.1, 0.04}, {0.1, -0.06}};
    shape_.p_TC = {0.05, 0.0};
    shape_.mass = 2.0;
    shape_.inertia = 0.02;
  }

  MarkerFrame frame() {
    MarkerFrame frame;
    frame.capture_time = now_;
    for (std::size_t i = 0; i < shape_.markers.size(); ++i) {
      MarkerMeasurement& marker = frame.markers[kFirst + i];
      marker.seen = true;
      const double x = random_.normal();
      marker.p_WM = body_.p + rotate(body_.theta, shape_.markers[i] - true_centre_) +
                    kNoise * Vector2(x, random_.normal());
      marker.covariance = kNoise * kNoise * Matrix2::Identity();
    }
    return frame;
  }

  void move() {
    now_ += kTumblingPeriod;
    body_.p += to_seconds(kTumblingPeriod) * body_.v;
    body_.theta += to_seconds(kTumblingPeriod) * body_.w;
  }

  TumblingUpdate look(const MarkerFrame& frame) {
    propagate_tumbling_filter(config_, now_, state_);
    return update_tumbling_filter(config_, shape_, frame, kFirst, state_);
  }

  void watch(double seconds) {
    for (int i = 0; i < std::lround(seconds / to_seconds(kTumblingPeriod)); ++i) {
      move();
      look(frame());
    }
  }

  /// Where the grapple point will be.
  Vector2 grapple_after(double time) const {
    return body_.p + time * body_.v + rotate(body_.theta + time * body_.w, -true_centre_);
  }

  EstimatorConfig config_;
  TumblingBody shape_;
  Vector2 true_centre_{0.05, 0.0};
  TumblingFilterState state_;
  Time now_{};
  BodyState body_{{0.3, 0.4}, 0.7, {-0.02, 0.01}, deg_to_rad(-10.0)};
  Random random_{1};
};

TEST_F(TumblingFilter, PredictsTheGrapplePointOnItsArc) {
  watch(3.0);
  for (const double ahead : {0.0, 1.0, 4.0}) {
    const TargetEstimate there = estimate_tumbling_target(config_, state_, now_, now_ + from_seconds(ahead));
    ASSERT_TRUE(there.valid && there.turns);
    EXPECT_LT((there.p_WT - grapple_after(ahead)).norm(), 2e-3) << ahead;
    const double angle = body_.theta + ahead * body_.w;
    const Vector2 v = body_.v + body_.w * perpendicular(rotate(angle, -true_centre_));
    EXPECT_LT((there.v_WT - v).norm(), 1e-3) << ahead;
    EXPECT_NEAR(there.theta_WT, angle, 0.01) << ahead;
  }
  // On a straight line it would be elsewhere.
  const TargetEstimate now = estimate_tumbling_target(config_, state_, now_, now_);
  EXPECT_GT((now.p_WT + 4.0 * now.v_WT - grapple_after(4.0)).norm(), 0.01);
}

TEST_F(TumblingFilter, LearnsWhereTheMassCentreIs) {
  // On a table so level that nothing else bends its way.
  config_.target_acceleration_density = 1e-4;
  true_centre_ = {0.06, 0.008};
  shape_.mass_centre_sigma = 0.01;
  watch(12.0);
  EXPECT_LT((state_.p_TC - true_centre_).norm(), 3e-3);
}

TEST_F(TumblingFilter, KnowsHowWellItKnows) {
  // Squared errors over their predicted variance: 1 in the mean, of place and rate alike.
  double place = 0.0;
  double rate = 0.0;
  constexpr int kRuns = 60;
  for (int run = 0; run < kRuns; ++run) {
    random_ = Random(static_cast<std::uint64_t>(run), "filter");
    state_ = {};
    watch(2.0);
    const TargetEstimate estimate = estimate_tumbling_target(config_, state_, now_, now_);
    place += (estimate.p_WT - grapple_after(0.0)).squaredNorm() / estimate.covariance.trace() / kRuns;
    rate += (state_.w_WT - body_.w) * (state_.w_WT - body_.w) / variance_of(7, state_.covariance) / kRuns;
  }
  EXPECT_LT(place, 1.5);
  EXPECT_LT(rate, 1.5);
  EXPECT_GT(rate, 0.1);
}

TEST_F(TumblingFilter, NeedsTwoLedsToBegin) {
  MarkerFrame one = frame();
  one.markers[kFirst + 1].seen = one.markers[kFirst + 2].seen = false;
  look(one);
  EXPECT_FALSE(state_.initialised);
  look(frame());
  EXPECT_TRUE(state_.initialised);
}

TEST_F(TumblingFilter, GoesOnWithoutTheGrapplePointsLed) {
  watch(2.0);
  for (int i = 0; i < 300; ++i) {
    move();
    MarkerFrame hidden = frame();
    hidden.markers[kFirst].seen = false;
    EXPECT_EQ(look(hidden).used, 2);
  }
  const TargetEstimate estimate = estimate_tumbling_target(config_, state_, now_, now_);
  EXPECT_LT((estimate.p_WT - grapple_after(0.0)).norm(), 1e-3);
}

TEST_F(TumblingFilter, RefusesAnLedThatIsElsewhereAndNamesIt) {
  watch(2.0);
  move();
  MarkerFrame wrong = frame();
  wrong.markers[kFirst + 2].p_WM += Vector2(0.05, 0.0);
  const TumblingUpdate update = look(wrong);
  EXPECT_EQ(update.used, 2);
  EXPECT_EQ(update.far, 1u << (kFirst + 2));
  EXPECT_LT((estimate_tumbling_target(config_, state_, now_, now_).p_WT - grapple_after(0.0)).norm(), 1e-3);
}

TEST_F(TumblingFilter, BeginsAnewWhereTheTargetWasMovedByHand) {
  watch(2.0);
  body_.p += Vector2(0.2, 0.1);
  body_.theta += 1.0;
  watch(1.0);
  EXPECT_LT((estimate_tumbling_target(config_, state_, now_, now_).p_WT - grapple_after(0.0)).norm(), 1e-3);
}

TEST_F(TumblingFilter, ExpectsItsLedsWhereTheyCome) {
  watch(2.0);
  const TargetEstimate estimate = estimate_tumbling_target(config_, state_, now_, now_);
  const PredictedMarker led = predict_target_marker(estimate, shape_.markers[1]);
  const Vector2 arm = rotate(body_.theta, shape_.markers[1] - true_centre_);
  EXPECT_TRUE(led.known);
  EXPECT_LT((led.p_WM - body_.p - arm).norm(), 1e-3);
  EXPECT_LT((led.v_WM - body_.v - body_.w * perpendicular(arm)).norm(), 1e-3);
}

TEST_F(TumblingFilter, GivesItsMomentumToTheWholeAtTheGrasp) {
  const RobotParameters robot = table2_robot();
  const PlanarModel alone(robot);
  RobotFilterSetup loaded{PlanarModel(with_payload(robot, shape_.mass, shape_.inertia, {0.03, 0.04})),
                          robot.markers, config_, true};
  RobotFilterState before;
  before.initialised = true;
  before.joints = Vector2{0.6, -1.1};
  before.theta_WB = 0.4;
  before.p_WG = {0.1, -0.1};
  before.v_WG = {0.01, -0.02};
  before.angular_momentum = 0.003;
  before.covariance = independent_states(StateVector::Ones(8));
  // The target's mass centre where the loaded robot has it.
  const Posture posture = compute_posture(before.theta_WB, before.joints);
  state_.initialised = true;
  state_.p_WC = before.p_WG + compute_hand(alone, posture).p_GX +
                rotate(before.theta_WB + before.joints.sum(), {0.03, 0.04});
  state_.v_WC = {-0.05, 0.04};
  state_.w_WT = -0.2;
  RobotFilterState after = before;
  change_model(alone, loaded, after);
  WatchedTarget target{static_cast<int>(kFirst), shape_};
  join_momenta(target, alone, before, state_, after);
  // Counted about the table's origin, where both are sums.
  const double mass = alone.total_mass();
  const double whole = loaded.model.total_mass();
  EXPECT_LT((whole * after.v_WG - mass * before.v_WG - 2.0 * state_.v_WC).norm(), 1e-14);
  const double l_before = before.angular_momentum + mass * cross(before.p_WG, before.v_WG) +
                          2.0 * cross(state_.p_WC, state_.v_WC) + 0.02 * state_.w_WT;
  const double l_after = after.angular_momentum + whole * cross(after.p_WG, after.v_WG);
  EXPECT_NEAR(l_after, l_before, 1e-14);
}

}  // namespace
}  // namespace freefloat
