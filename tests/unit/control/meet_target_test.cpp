#include "control/meet_target.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <utility>

#include "model/generalized_jacobian.h"
#include "runtime/preview.h"
#include "runtime/preview_meeting.h"
#include "support/recorded_capture.h"

namespace freefloat {
namespace {

/// @return Of the capture phase, s; NaN: not passed.
double seconds_of_capture(const std::string& experiment, std::vector<std::string> overrides) {
  overrides.emplace_back("simulation.imaging.render=false");
  RunSession run(load_experiment(source_dir() + "/configs/experiments/" + experiment, overrides));
  run.run();
  for (const PhaseResult& phase : run.finish().phases) {
    if (is_capture(phase.kind) && phase.verdict == Verdict::kPassed)
      return to_seconds(phase.end - phase.begin);
  }
  return std::nan("");
}

RunConfig standing(double urgency) {
  return load_experiment(source_dir() + "/configs/experiments/standing_target.yaml",
                         {"guidance.urgency=" + std::to_string(urgency)});
}

/// @return Predicted time of the standing capture, s.
double predicted(double urgency) {
  const RunConfig config = standing(urgency);
  double end = 0.0;
  const PredictedEnd how = preview_meeting(ControlSetup(config.controller), estimate_at_start(config), false,
                                           [&end](const CapturePrediction& now) { end = now.elapsed; });
  return how == PredictedEnd::kCaptured ? end : std::nan("");
}

TEST(MeetTarget, CapturesAStandingTargetSeveralTimesSooner) {
  const double calm = seconds_of_capture("standing_target.yaml", {});
  const double urgent = seconds_of_capture("standing_target.yaml", {"guidance.urgency=1"});
  EXPECT_LT(urgent, 0.4 * calm);
}

TEST(MeetTarget, CapturesAMovingTarget) {
  EXPECT_LT(seconds_of_capture("moving_target.yaml", {"guidance.urgency=1"}), 8.0);  // it comes late
}

TEST(MeetTarget, CapturesOnATableThatIsTiltedLikeThePapers) {
  EXPECT_LT(
      seconds_of_capture("standing_target.yaml", {"guidance.urgency=1", "simulation.residuals.tilt_g=1e-3"}),
      2.5);
}

TEST(MeetTarget, TakesTwiceTheTimeAtHalfTheUrgency) {
  const double dwell = 0.1;
  EXPECT_NEAR(predicted(0.5) - dwell, 2.0 * (predicted(1.0) - dwell), 0.3);
}

TEST(MeetTarget, NeverAsksForMoreThanTheJointsCan) {
  const RecordedCapture recorded = record_capture("standing_target.yaml", {"guidance.urgency=1"});
  ASSERT_TRUE(recorded.passed);
  for (const CycleOutput& output : recorded.outputs) {
    if (output.resolved.raw.size() == 0) continue;
    EXPECT_LE(output.resolved.raw.lpNorm<Eigen::Infinity>(),
              recorded.config.controller.max_joint_rate * (1.0 + 1e-9));
  }
}

/// @return Speed along its line, radially outwards, of a hand 30 mm before its target; times the rate of the
/// quickest joint that a metre a second needs.
std::pair<double, double> radial_speed(const RunConfig& config, double elbow) {
  StateEstimate estimate = estimate_at_start(config);
  estimate.robot.joints = JointVector::Map(std::array{0.4, elbow}.data(), 2);
  ControlSetup setup(config.controller);
  const Posture posture = compute_posture(estimate.robot.theta_WB, estimate.robot.joints);
  const Vector2 p_GE = compute_hand(setup.unloaded(), posture).p_GX;
  estimate.target.p_WT = estimate.p_WG + p_GE + 0.03 * p_GE.normalized();
  estimate.v_WE.setZero();
  setup.turn_approach(std::atan2(p_GE.y(), p_GE.x()) - setup.approach()->direction);
  const MeetingScene scene = meeting_scene(setup, estimate, JointVector::Zero(2), FallWatch{}, false);
  EXPECT_TRUE(scene.line && scene.line->slides);
  const Matrix2 jacobian = compute_generalized_jacobian(setup.unloaded(), posture).position();
  const Vector2 rates = jacobian.inverse() * p_GE.normalized();
  return {scene.line->speed, scene.line->speed * rates.lpNorm<Eigen::Infinity>()};
}

TEST(MeetTarget, GoesAlongALineAsFastAsAShareOfTheJointsRatesAllows) {
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml",
                                           {"guidance.urgency=1", "target.approach_deg=0"});
  const double share = 0.4 * urgent_ramp(config.controller).rate;
  const auto [bent, of_bent] = radial_speed(config, 1.5);
  EXPECT_NEAR(bent, std::sqrt(2.0 * 0.15 * 0.03), 1e-6);  // what the hand may
  EXPECT_LT(of_bent, share);
  const auto [stretched, of_stretched] = radial_speed(config, 0.3);
  EXPECT_LT(stretched, 0.9 * bent);
  EXPECT_NEAR(of_stretched, share, 1e-6);
}

TEST(MeetTarget, SaysThatATargetOutOfReachIs) {
  RunConfig config = standing(1.0);
  StateEstimate estimate = estimate_at_start(config);
  estimate.target.p_WT = {2.0, 0.0};
  const ControlSetup setup(config.controller);
  MeetingPlanner planner;
  const MeetingScene scene = meeting_scene(setup, estimate, JointVector::Zero(2), FallWatch{}, false);
  Time at{};
  for (int cycle = 0; cycle < 400 && !planner.unreachable(); ++cycle, at += config.controller.period)
    EXPECT_TRUE(meet_target(setup, scene, at, planner).isZero());
  EXPECT_TRUE(planner.unreachable());
}

TEST(MeetingScene, FloatsOnWithTheMomentumOfTheWhole) {
  const RunConfig config = standing(1.0);
  const ControlSetup setup(config.controller);
  StateEstimate estimate = estimate_at_start(config);
  estimate.linear_momentum = Vector2(0.3, -0.6);
  estimate.target.v_WT = {0.02, 0.05};
  FallWatch fall;
  fall.acceleration = {0.004, -0.009};
  const MeetingScene floats = meeting_scene(setup, estimate, JointVector::Constant(2, -99.0), fall, true);
  const double mass = setup.unloaded().total_mass();
  const double back = before_effect(config.controller);
  EXPECT_LT((floats.mass_centre.v - Vector2(0.3, -0.6) / mass + back * fall.acceleration).norm(), 1e-12);
  EXPECT_EQ(floats.mass_centre.acceleration, fall.acceleration);
  EXPECT_LT((floats.target.v - Vector2(0.02, 0.05) + back * fall.acceleration).norm(), 1e-12);
  EXPECT_EQ(floats.target.acceleration, fall.acceleration);
  EXPECT_EQ(floats.rates, JointVector::Constant(2, -urgent_ramp(config.controller).rate));
  const MeetingScene stands = meeting_scene(setup, estimate, JointVector::Zero(2), fall, false);
  EXPECT_TRUE(stands.target.v.isZero() && stands.target.acceleration.isZero());
}

TEST(MeetingScene, GrapplePointOfATurningTargetGoesAroundItsMassCentre) {
  const RunConfig config = standing(1.0);
  const ControlSetup setup(config.controller);
  StateEstimate estimate = estimate_at_start(config);
  const double rate = 0.15;
  const Vector2 p_CT(0.03, -0.04);
  const Vector2 v_WC(0.01, 0.02);
  estimate.target.turns = true;
  estimate.target.p_WC = estimate.target.p_WT - p_CT;
  estimate.target.w_WT = rate;
  estimate.target.v_WT = v_WC + rate * perpendicular(p_CT);
  const MeetingScene scene = meeting_scene(setup, estimate, JointVector::Zero(2), FallWatch{}, true);
  const double back = before_effect(config.controller);
  for (const double t : {0.0, 1.0, 8.0}) {
    const double angle = std::atan2(p_CT.y(), p_CT.x()) + rate * t;
    const Vector2 there =
        estimate.target.p_WC + t * v_WC + p_CT.norm() * Vector2(std::cos(angle), std::sin(angle));
    EXPECT_LT((scene.target.p_after(back + t) - there).norm(), 1e-12) << t;
  }
}

/// Where the joints are when the last command is in the middle of its effect: before the estimate's time.
TEST(MeetingScene, IsOfTheTimeWhenTheLastCommandIsInTheMiddleOfItsEffect) {
  const RunConfig config = standing(1.0);
  const ControlSetup setup(config.controller);
  StateEstimate estimate = estimate_at_start(config);
  estimate.target.v_WT = {0.02, 0.05};
  JointVector commanded(2);
  commanded << 1.2, -0.4;
  const MeetingScene scene = meeting_scene(setup, estimate, commanded, FallWatch{}, true);
  const double back = before_effect(config.controller);
  EXPECT_LT((scene.joints + back * commanded - estimate.robot.joints).norm(), 1e-12);
  EXPECT_LT((scene.target.p_after(back) - estimate.target.p_WT).norm(), 1e-12);
  EXPECT_LT((scene.mass_centre.p_after(back) - estimate.p_WG).norm(), 1e-12);
  ArmState arm{scene.theta_WB, scene.joints, scene.angular_momentum};
  move_arm(setup.unloaded(), commanded, back, arm);
  EXPECT_NEAR(arm.theta_WB, estimate.robot.theta_WB, 1e-5);
  // Drives that need three quarters of a period to the next rate are later than drives that jump.
  const double share = urgent_ramp(config.controller).acceleration / config.controller.max_joint_acceleration;
  EXPECT_NEAR(share, 0.75, 0.01);
  EXPECT_NEAR(back, 0.01 * (1.0 - 0.5 * share), 1e-12);
}

/// A robot that does what it is told arrives when it was said at first: nothing is left to correct.
TEST(MeetTarget, ArrivesWhenItWasPlanned) {
  const RunConfig config = standing(1.0);
  const ControlSetup setup(config.controller);
  MeetingPlanner planner;
  const StateEstimate begin = estimate_at_start(config);
  Time at{};
  for (int cycle = 0; cycle < 100 && !planner.planned; ++cycle, at += config.controller.period)
    meet_target(setup, meeting_scene(setup, begin, JointVector::Zero(2), FallWatch{}, false), at, planner);
  ASSERT_TRUE(planner.planned);
  // Four cycles of the search, and two in which the last change takes effect.
  const double cycles = 6.0 * to_seconds(config.controller.period);
  EXPECT_NEAR(predicted(1.0) - to_seconds(config.controller.guidance.capture_dwell), planner.plan.time,
              cycles);
}

TEST(MeetTarget, CapturesInASlowLoopAsItWasPredicted) {
  EXPECT_LT(seconds_of_capture("standing_target.yaml", {"guidance.urgency=1", "loop.period_ms=100"}), 2.5);
}

/// In 100 ms there is time for ten times as many postures as in 10 ms: a meeting far ahead is found before
/// the time for it has passed.
TEST(MeetTarget, LooksFurtherAheadInASlowLoopsCycle) {
  RunConfig config = load_experiment(source_dir() + "/configs/experiments/moving_target.yaml",
                                     {"guidance.urgency=1", "loop.period_ms=100"});
  const ControlSetup setup(config.controller);
  const StateEstimate begin = estimate_at_start(config);
  MeetingPlanner planner;
  Time at{};
  int cycles = 0;
  for (; cycles < 100 && !planner.planned; ++cycles, at += config.controller.period)
    meet_target(setup, meeting_scene(setup, begin, JointVector::Zero(2), FallWatch{}, true), at, planner);
  ASSERT_TRUE(planner.planned);
  EXPECT_GT(planner.plan.time, 4.0);
  EXPECT_LT(cycles, 12);  // of 60 before
}

TEST(MeetingWay, TellsElbowAndTurnOfJointOne) {
  const auto way = [](double first, double second) {
    JointVector now(2), there(2);
    now << 0.2, 0.5;
    there << first, second;
    return way_to(now, there);
  };
  EXPECT_EQ(way(0.3, 1.5), MeetingWay::kKeptLeft);
  EXPECT_EQ(way(0.1, 1.5), MeetingWay::kKeptRight);
  EXPECT_EQ(way(0.3, -1.5), MeetingWay::kOverLeft);
  EXPECT_EQ(way(0.1, -1.5), MeetingWay::kOverRight);
}

/// @return The planner when it has taken its first plan.
MeetingPlanner first_plan(const std::string& experiment) {
  const RunConfig config =
      load_experiment(source_dir() + "/configs/experiments/" + experiment, {"guidance.urgency=1"});
  const ControlSetup setup(config.controller);
  MeetingPlanner planner;
  Time at{};
  const bool moving = experiment == "moving_target.yaml";
  const MeetingScene scene =
      meeting_scene(setup, estimate_at_start(config), JointVector::Zero(2), FallWatch{}, moving);
  for (int cycle = 0; cycle < 400 && !planner.planned; ++cycle, at += config.controller.period)
    meet_target(setup, scene, at, planner);
  return planner;
}

TEST(MeetTarget, SaysWhatItsPlanWasChosenFrom) {
  const MeetingPlanner planner = first_plan("standing_target.yaml");
  ASSERT_TRUE(planner.planned);
  EXPECT_EQ(planner.number, 1u);
  const MeetingOutput output = describe_meeting(planner, Vector2::Zero());
  const WayToMeet& chosen = output.ways[static_cast<std::size_t>(output.way)];
  ASSERT_TRUE(chosen.found);
  EXPECT_NEAR(chosen.time, output.time, 1e-9);
  EXPECT_NEAR(chosen.waits, 0.0, 1e-9);
  int found = 0;
  for (const WayToMeet& way : output.ways) {
    if (!way.found) continue;
    ++found;
    const double most = 0.5;  // that a hard posture costs
    EXPECT_TRUE(way.held || way.time >= chosen.time - most);
  }
  EXPECT_GE(found, 2);
}

TEST(MeetTarget, WaitsForATargetThatComesLater) {
  const MeetingPlanner planner = first_plan("moving_target.yaml");
  ASSERT_TRUE(planner.planned);
  const WayToMeet& chosen = planner.ways[static_cast<std::size_t>(planner.way)];
  EXPECT_GT(chosen.waits, 1.0);
  EXPECT_LT(chosen.waits, chosen.time);
}

/// Looks for a plan for as long as that may take. @return When it was looked for last.
Time plan_first(const ControlSetup& setup, const MeetingScene& scene, MeetingPlanner& planner) {
  Time at{};
  for (int cycle = 0; cycle < 100 && !planner.planned; ++cycle, at += setup.config.period)
    meet_target(setup, scene, at, planner);
  return at;
}

/// A robot that never moves needs as long in each cycle; what was planned before does not make it later.
TEST(MeetTarget, CountsTheTimeThatIsLeftDown) {
  const RunConfig config = standing(1.0);
  const ControlSetup setup(config.controller);
  MeetingPlanner planner;
  const MeetingScene scene =
      meeting_scene(setup, estimate_at_start(config), JointVector::Zero(2), FallWatch{}, false);
  Time at = plan_first(setup, scene, planner);
  ASSERT_TRUE(planner.planned);
  const double needed = planner.plan.time;
  at = planner.at;
  for (int cycle = 0; cycle < 20; ++cycle) {
    at += std::chrono::milliseconds(60);
    EXPECT_FALSE(meet_target(setup, scene, at, planner).isZero());
  }
  EXPECT_LT(planner.plan.time, needed + 1e-3);
}

TEST(MeetTarget, PlansAnewAfterAHold) {
  const RunConfig config = standing(1.0);
  const ControlSetup setup(config.controller);
  MeetingPlanner planner;
  const MeetingScene scene =
      meeting_scene(setup, estimate_at_start(config), JointVector::Zero(2), FallWatch{}, false);
  const Time at = plan_first(setup, scene, planner);
  ASSERT_TRUE(planner.planned);
  EXPECT_TRUE(meet_target(setup, scene, at + from_seconds(5.0), planner).isZero());
  EXPECT_FALSE(planner.planned);
}

}  // namespace
}  // namespace freefloat
