#include "safety/monitors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "safety/fault_table.h"
#include "types/angle.h"

namespace freefloat {
namespace {

/// A robot of two joints for which nothing is wrong.
class Monitors : public testing::Test {
 protected:
  Monitors() {
    limits_.joints.assign(2, JointLimits{-3.0, 3.0, 2.0});
    limits_.joint_margin = config_.joint_limit_margin;
    limits_.max_joint_rate = 0.5;
    limits_.satellite_range = satellite_range({}, 0.21);
    limits_.satellite_size = {0.3, 0.3};
    estimate_.target.p_WT = {2.0, 2.0};
    estimate_.valid = true;
    estimate_.target.valid = true;
    feedback_.angles = Eigen::Vector2d(0.3, -1.0);
    feedback_.rates = Eigen::Vector2d(0.1, -0.1);
    feedback_.board_state = BoardState::kRun;
    commanded_ = feedback_.rates;
    estimate_.compared.at = view_.now;
    view_.last_cycle = view_.now - from_seconds(0.01);
    view_.feedback_time = view_.now;
    view_.capturing = true;
  }

  std::uint32_t observe() { return observe_faults(config_, limits_, view_); }

  /// Exactly this one.
  void expect_only(Fault fault) { EXPECT_EQ(observe(), fault_bit(fault)); }

  SafetyConfig config_;
  MotionLimits limits_;
  StateEstimate estimate_;
  JointFeedback feedback_;
  JointVector commanded_;
  MonitorView view_{.now = Time{} + from_seconds(10.0),
                    .period = from_seconds(0.01),
                    .estimate = estimate_,
                    .feedback = feedback_,
                    .commanded = commanded_};
};

TEST_F(Monitors, FindNothingWhereNothingIsWrong) {
  EXPECT_EQ(observe(), 0u);
}

TEST_F(Monitors, SeeWhatIsNotANumberInTheFeedback) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    feedback_.angles[1] = bad;
    expect_only(Fault::kNotFinite);
    feedback_.angles[1] = 0.0;
    feedback_.rates[0] = bad;
    expect_only(Fault::kNotFinite);
    feedback_.rates[0] = 0.0;
  }
}

TEST_F(Monitors, SeeAMissingEstimate) {
  estimate_.valid = false;
  estimate_.sigma_hand = 1.0;  // of an estimate that is not valid nothing else is judged
  expect_only(Fault::kNoEstimate);
}

TEST_F(Monitors, SeeMissingFrames) {
  estimate_.since_frame = config_.frame_timeout;
  EXPECT_EQ(observe(), 0u);
  estimate_.since_frame += Duration{1};
  expect_only(Fault::kFramesMissing);
}

TEST_F(Monitors, SeeAnUncertainHand) {
  estimate_.sigma_hand = 1.01 * config_.max_hand_sigma;
  expect_only(Fault::kHandUncertain);
}

TEST_F(Monitors, SeeMissingFeedback) {
  view_.feedback_time = view_.now - config_.feedback_timeout;
  EXPECT_EQ(observe(), 0u);
  *view_.feedback_time -= Duration{1};
  expect_only(Fault::kFeedbackMissing);
}

TEST_F(Monitors, MissFeedbackThatNeverCameOrIsOfAnotherRobot) {
  view_.feedback_time.reset();
  expect_only(Fault::kFeedbackMissing);
  view_.feedback_time = view_.now;
  feedback_.angles = JointVector::Zero(3);
  expect_only(Fault::kFeedbackMissing);
  feedback_.angles = JointVector::Zero(2);
  feedback_.rates.resize(0);
  expect_only(Fault::kFeedbackMissing);
}

TEST_F(Monitors, SeeALatchedBoard) {
  for (const BoardState state : {BoardState::kTimeout, BoardState::kFault, BoardState::kStop}) {
    feedback_.board_state = state;
    expect_only(Fault::kBoardLatched);
  }
  for (const BoardState state : {BoardState::kOff, BoardState::kEnabled}) {
    feedback_.board_state = state;
    EXPECT_EQ(observe(), 0u);
  }
}

TEST_F(Monitors, SeeABoardThatIsOffThoughToldToEnergise) {
  feedback_.board_state = BoardState::kOff;
  view_.energised_since = view_.now - config_.board_off_timeout;
  EXPECT_EQ(observe(), 0u);
  *view_.energised_since -= Duration{1};
  expect_only(Fault::kBoardOff);
  feedback_.board_state = BoardState::kEnabled;
  EXPECT_EQ(observe(), 0u);
}

TEST_F(Monitors, SeeAJointFaultOfABoardThatIsOff) {
  feedback_.board_state = BoardState::kOff;
  feedback_.board_faults = 1;
  expect_only(Fault::kBoardFault);
  feedback_.board_state = BoardState::kFault;  // latched: says so itself
  expect_only(Fault::kBoardLatched);
}

TEST_F(Monitors, SeePotentiometersThatContradictTheLedsForLong) {
  view_.disagreeing_since = view_.now - config_.joint_disagreement_for;
  EXPECT_EQ(observe(), 0u);
  *view_.disagreeing_since -= Duration{1};
  expect_only(Fault::kJointDisagreement);
}

TEST_F(Monitors, KnowOverspeedEitherWay) {
  const double most = config_.overspeed_factor * limits_.max_joint_rate;
  for (const double sign : {1.0, -1.0}) {
    feedback_.rates[1] = 0.99 * sign * most;
    EXPECT_FALSE(is_overspeed(config_, limits_, feedback_));
    feedback_.rates[1] = 1.01 * sign * most;
    EXPECT_TRUE(is_overspeed(config_, limits_, feedback_));
  }
  feedback_.rates[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(is_overspeed(config_, limits_, feedback_));
}

TEST_F(Monitors, SeeOverspeedThatLasts) {
  feedback_.sample_time = view_.now;
  view_.overspeed_since = feedback_.sample_time - config_.overspeed_for;
  EXPECT_EQ(observe(), 0u);
  *view_.overspeed_since -= Duration{1};
  expect_only(Fault::kOverspeed);
}

TEST_F(Monitors, SeeAJointThatMovesIntoItsLimit) {
  for (const double sign : {1.0, -1.0}) {
    feedback_.angles[0] = sign * 2.96;
    commanded_[0] = 0.1 * sign;
    expect_only(Fault::kJointLimit);
    commanded_[0] = -0.1 * sign;  // back is free
    EXPECT_EQ(observe(), 0u);
    commanded_[0] = 0.0;
    EXPECT_EQ(observe(), 0u);
  }
}

TEST_F(Monitors, SeeTheTableEdgeOnAllSides) {
  const double keep = 0.9 - 0.21 - 0.05;
  for (const Vector2& side : {Vector2(1.0, 0.0), Vector2(-1.0, 0.0), Vector2(0.0, 1.0), Vector2(0.0, -1.0)}) {
    estimate_.robot.p_WB = (keep - 0.001) * side;
    EXPECT_EQ(observe(), 0u);
    estimate_.robot.p_WB = (keep + 0.001) * side;
    expect_only(Fault::kTableEdge);
  }
}

TEST_F(Monitors, SeeTheTableEdgeThatIsReachedBeforeTheArmRests) {
  estimate_.robot.p_WB = {0.62, 0.0};  // 20 mm before it
  estimate_.robot.v_WB = {0.1, 0.0};
  view_.to_stop = from_seconds(0.19);
  EXPECT_EQ(observe(), 0u);
  view_.to_stop = from_seconds(0.21);
  expect_only(Fault::kTableEdge);
  estimate_.robot.v_WB.x() = -0.1;
  EXPECT_EQ(observe(), 0u);
  estimate_.sigma_hand = 0.0029;
  EXPECT_EQ(observe(), 0u);
  estimate_.robot.p_WB.x() = 0.632;
  expect_only(Fault::kTableEdge);
}

TEST_F(Monitors, SeeAJointWhoseSensorsTellOtherTurns) {
  view_.contradicted_turns = 0b10;
  expect_only(Fault::kTurnDisagreement);
}

TEST_F(Monitors, SeeALostTargetOnlyWhileCapturing) {
  estimate_.target.since_seen = config_.target_timeout + Duration{1};
  expect_only(Fault::kTargetLost);
  view_.capturing = false;
  EXPECT_EQ(observe(), 0u);
  view_.capturing = true;
  estimate_.target = TargetEstimate{};
  expect_only(Fault::kTargetLost);
}

TEST_F(Monitors, SeeLedsThatContradictTheModelForLong) {
  estimate_.contradicted_for = config_.contradiction_for - Duration{1};
  EXPECT_EQ(observe(), 0u);
  estimate_.contradicted_for = config_.contradiction_for;
  expect_only(Fault::kMarkersContradict);
  view_.capturing = false;
  expect_only(Fault::kMarkersContradict);
}

TEST_F(Monitors, SeeATargetWithinTheSatellite) {
  estimate_.robot.theta_WB = 0.25 * kPi;  // its corners are at 0.21 m along x and y
  estimate_.target.p_WT = {0.16, 0.0};
  expect_only(Fault::kTargetImplausible);
  estimate_.target.p_WT = {0.15, 0.15};  // beside a side, within the circle of the corners
  EXPECT_EQ(observe(), 0u);
  estimate_.target.p_WT = {0.0, 0.0};
  view_.capturing = false;
  EXPECT_EQ(observe(), 0u);
}

TEST_F(Monitors, SeeATargetWithinASatelliteThatIsNotSquare) {
  limits_.satellite_size = {0.4, 0.2};
  estimate_.robot.p_WB = {0.3, -0.2};
  estimate_.robot.theta_WB = kPi / 6.0;
  const Vector2 ahead{std::cos(kPi / 6.0), std::sin(kPi / 6.0)};  // the long way
  const Vector2 aside{-ahead.y(), ahead.x()};
  estimate_.target.p_WT = estimate_.robot.p_WB + 0.18 * ahead;
  expect_only(Fault::kTargetImplausible);
  estimate_.target.p_WT = estimate_.robot.p_WB - 0.08 * aside;
  expect_only(Fault::kTargetImplausible);
  for (const Vector2& outside : {Vector2(0.21 * ahead), Vector2(0.11 * aside), Vector2(-0.18 * aside)}) {
    estimate_.target.p_WT = estimate_.robot.p_WB + outside;
    EXPECT_EQ(observe(), 0u) << outside.transpose();
  }
}

TEST_F(Monitors, SeeATargetFasterThanTargetsAre) {
  estimate_.target.v_WT = {0.0, -0.99 * config_.max_target_speed};
  EXPECT_EQ(observe(), 0u);
  estimate_.target.v_WT.y() = -1.01 * config_.max_target_speed;
  expect_only(Fault::kTargetImplausible);
}

TEST_F(Monitors, SeeAFrozenCamera) {
  view_.camera_frozen = true;
  expect_only(Fault::kCameraFrozen);
}

TEST_F(Monitors, SeeARobotThatItsMomentumDoesNotCarryThere) {
  RobotParameters robot;
  view_.moving = &robot;
  estimate_.at = view_.now;
  config_.momentum_for = std::chrono::milliseconds(150);
  view_.disturbed_since = view_.now - config_.momentum_for;
  estimate_.markers_rejected = 3;
  estimate_.markers_used = 1;
  expect_only(Fault::kMomentumChanged);
  view_.moving = nullptr;  // disarmed, it may be pushed
  EXPECT_EQ(observe(), 0u);
  view_.moving = &robot;
  *view_.disturbed_since += Duration{1};
  EXPECT_EQ(observe(), 0u);
  *view_.disturbed_since -= Duration{1};
  estimate_.markers_rejected = 1;  // one LED is one LED's affair
  EXPECT_EQ(observe(), 0u);
  estimate_.markers_rejected = 3;
  estimate_.contradicted_markers = 0b1;  // LEDs off their lengths have a fault of their own
  EXPECT_EQ(observe(), 0u);
  estimate_.contradicted_markers = 0;
  config_.momentum_for = Duration::zero();  // masses are not known: momentum tells nothing
  EXPECT_EQ(observe(), 0u);
}

TEST_F(Monitors, SeeACollisionOfWhatMoves) {
  RobotParameters robot;
  robot.links.resize(2);
  limits_.half_table = {0.9, 0.9};
  estimate_.robot.joints = estimate_.robot.joint_rates = JointVector::Zero(2);
  estimate_.target.p_WT = {0.16, 0.0};
  estimate_.target.v_WT = {-0.2, 0.0};
  view_.to_stop = from_seconds(0.2);
  EXPECT_EQ(observe(), 0u);
  view_.moving = &robot;
  expect_only(Fault::kCollision);
  view_.capturing = false;
  EXPECT_EQ(observe(), 0u);
}

TEST_F(Monitors, SeeAStalledLoop) {
  view_.last_cycle = view_.now - from_seconds(0.05);
  EXPECT_EQ(observe(), 0u);
  view_.last_cycle = view_.now - from_seconds(0.051);
  expect_only(Fault::kLoopStalled);
}

}  // namespace
}  // namespace freefloat
