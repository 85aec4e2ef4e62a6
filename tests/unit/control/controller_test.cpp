#include "control/controller.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "config/load/load_experiment.h"
#include "safety/fault_table.h"
#include "support/recorded_capture.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

bool same_bits(const JointVector& a, const JointVector& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

void expect_same(const CycleOutput& a, const CycleOutput& b) {
  ASSERT_EQ(a.now, b.now);
  const double at = to_seconds(a.now);
  ASSERT_EQ(a.state, b.state) << at;
  ASSERT_EQ(a.faults, b.faults) << at;
  ASSERT_TRUE(same_bits(a.command.rates, b.command.rates)) << at;
  ASSERT_TRUE(same_bits(a.resolved.raw, b.resolved.raw)) << at;
  ASSERT_EQ(a.command.close_gripper, b.command.close_gripper) << at;
  ASSERT_EQ(a.estimate.p_WE, b.estimate.p_WE) << at;
  ASSERT_EQ(a.estimate.angular_momentum, b.estimate.angular_momentum) << at;
  ASSERT_EQ(a.guidance.v_WE, b.guidance.v_WE) << at;
  ASSERT_EQ(a.guidance.rendezvous, b.guidance.rendezvous) << at;
  for (std::size_t i = 0; i < kMaxMarkers; ++i)
    ASSERT_EQ(a.prediction.markers[i].p_WM, b.prediction.markers[i].p_WM) << at;
}

const RecordedCapture& moving() {
  static const RecordedCapture recorded = record_capture("moving_target.yaml");
  return recorded;
}

/// The first cycle in which the arm moves.
std::size_t first_motion(const RecordedCapture& recorded) {
  std::size_t i = 0;
  while (recorded.outputs.at(i).command.rates.norm() < 0.05) ++i;
  return i;
}

TEST(Controller, GivesTheSameBitsForTheSameInputs) {
  ASSERT_TRUE(moving().passed);
  Controller controller(moving().config.controller);
  for (std::size_t i = 0; i < moving().inputs.size(); ++i) {
    expect_same(controller.step(moving().inputs[i]), moving().outputs[i]);
    if (HasFatalFailure()) return;
  }
}

TEST(Controller, CommandsNothingBeforeItIsActive) {
  for (const CycleOutput& output : moving().outputs) {
    if (output.state == SupervisorState::kActive || output.state == SupervisorState::kHold) continue;
    EXPECT_EQ(output.command.rates.norm(), 0.0);
    EXPECT_EQ(output.command.enable, output.state == SupervisorState::kArmed);
  }
}

TEST(Controller, HoldsWhenTheTargetLeavesTheReachableRegion) {
  // A constant force drives the target off while the hand is on its way.
  int left = 0;
  for (const char* seed : {"seed=1", "seed=2", "seed=3", "seed=4", "seed=5", "seed=6", "seed=7", "seed=8"}) {
    SCOPED_TRACE(seed);
    const RecordedCapture run = record_capture(
        "moving_target.yaml", {seed, "target.irregular_force_n=0.1", "target.irregular_interval_ms=60000"});
    const double limit = run.config.controller.max_joint_rate;
    bool moved = false;
    bool held = false;
    bool gone = false;
    double last = 0.0;
    for (const CycleOutput& output : run.outputs) {
      const double size = output.command.rates.norm();
      ASSERT_LE(output.command.rates.lpNorm<Eigen::Infinity>(), limit * (1.0 + 1e-12));
      moved = moved || (output.state == SupervisorState::kActive && size > 0.05);
      if (output.state == SupervisorState::kHold) {
        held = held || output.latched_faults != 0;
        gone = gone || (output.latched_faults & fault_bit(Fault::kTargetUnreachable)) != 0;
        EXPECT_LE(size, last);
      }
      last = size;
    }
    EXPECT_TRUE(run.passed || held);
    left += moved && gone ? 1 : 0;
  }
  EXPECT_GE(left, 2);
}

/// Replays up to the first motion and a little further.
class InMotion : public testing::Test {
 protected:
  InMotion() : controller_(moving().config.controller), next_(first_motion(moving()) + 40) {
    for (std::size_t i = 0; i < next_; ++i) last_ = controller_.step(moving().inputs[i]);
  }

  CycleInput next_input() { return moving().inputs.at(next_++); }
  const CycleOutput& step(const CycleInput& input) { return last_ = controller_.step(input); }

  Controller controller_;
  std::size_t next_;
  CycleOutput last_;
};

TEST_F(InMotion, FaultsAtOverspeedThatLastsAndNotAtOneReading) {
  const double beyond = 2.0 * moving().config.controller.max_joint_rate;
  const auto with_rate = [&](double rate) {
    CycleInput input = next_input();
    if (input.joints) input.joints->rates[1] = rate;
    return input;
  };
  while (!step(with_rate(beyond)).estimate.valid || !moving().inputs[next_ - 1].joints) {
  }
  while (!moving().inputs[next_].joints) step(next_input());
  step(next_input());  // as it should be again
  EXPECT_EQ(last_.state, SupervisorState::kActive);
  const Time begin = moving().inputs[next_].now;
  while (last_.state == SupervisorState::kActive && last_.now < begin + std::chrono::seconds(1))
    step(with_rate(beyond));
  EXPECT_EQ(last_.state, SupervisorState::kFault);
  EXPECT_EQ(last_.latched_faults, fault_bit(Fault::kOverspeed));
  EXPECT_LE(last_.now - begin, std::chrono::milliseconds(60));
}

TEST_F(InMotion, RampsToZeroInHoldAndKeepsTheDirection) {
  ASSERT_EQ(last_.state, SupervisorState::kActive);
  ASSERT_GT(last_.command.rates.norm(), 0.05);
  const ControllerConfig& config = moving().config.controller;
  const double most = config.hold_deceleration * to_seconds(config.period);
  JointVector before = last_.command.rates;
  for (int i = 0; i < 200; ++i) {
    CycleInput input = next_input();
    input.op.request = Request::kHold;
    const CycleOutput& output = step(input);
    ASSERT_EQ(output.state, SupervisorState::kHold);
    EXPECT_TRUE(output.command.enable);
    const JointVector& rates = output.command.rates;
    EXPECT_NEAR((before - rates).norm(), std::min(before.norm(), most), 1e-12);
    EXPECT_NEAR(std::abs(rates.dot(before)), rates.norm() * before.norm(), 1e-12);
    before = rates;
    if (before.norm() == 0.0) break;
  }
  EXPECT_EQ(before.norm(), 0.0);
}

TEST_F(InMotion, KeepsAJogWithinTheLimit) {
  const double limit = moving().config.controller.max_joint_rate;
  CycleInput input = next_input();
  input.op.task = Task::kJog;
  input.op.jog_rates = Vector2{5.0 * limit, -2.5 * limit};
  step(input);
  ASSERT_EQ(last_.state, SupervisorState::kActive);
  const JointVector& rates = last_.command.rates;
  EXPECT_DOUBLE_EQ(moving().config.controller.rate_norm == RateNorm::kEuclidean
                       ? rates.norm()
                       : rates.lpNorm<Eigen::Infinity>(),
                   limit);
  EXPECT_GT(rates[0], 0.0);
  EXPECT_DOUBLE_EQ(rates[1], -0.5 * rates[0]);
  input.op.jog_rates[1] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(step(input).command.rates.norm(), 0.0);
}

TEST_F(InMotion, GoesOnAfterAHoldOnlyWhenAskedAnew) {
  CycleInput input = next_input();
  input.op.request = Request::kHold;
  step(input);
  for (int i = 0; i < 60; ++i) {  // neither nothing nor the hold itself starts motion
    input = next_input();
    input.op.request = i % 2 == 0 ? Request::kHold : Request::kNone;
    step(input);
    ASSERT_EQ(last_.state, SupervisorState::kHold);
  }
  EXPECT_EQ(last_.command.rates.norm(), 0.0);
  step(next_input());  // recorded: activate
  EXPECT_EQ(last_.state, SupervisorState::kActive);
}

TEST_F(InMotion, StopsAtOnceAndLatches) {
  CycleInput input = next_input();
  input.op.request = Request::kStop;
  step(input);
  EXPECT_EQ(last_.state, SupervisorState::kStopped);
  EXPECT_EQ(last_.command.rates.norm(), 0.0);
  EXPECT_TRUE(last_.command.stop);
  EXPECT_FALSE(last_.command.enable);
  for (int i = 0; i < 20; ++i) {  // the recorded requests go on asking for motion
    step(next_input());
    EXPECT_EQ(last_.state, SupervisorState::kStopped);
    EXPECT_TRUE(last_.command.stop);
    EXPECT_EQ(last_.command.rates.norm(), 0.0);
  }
}

TEST_F(InMotion, FaultsOnAResultThatIsNotANumber) {
  ASSERT_EQ(last_.state, SupervisorState::kActive);
  ControllerState state = controller_.state();
  state.v_WE_next.x() = std::numeric_limits<double>::quiet_NaN();
  ASSERT_TRUE(controller_.restore(state));
  step(next_input());
  EXPECT_FALSE(last_.resolved.raw.allFinite());
  EXPECT_EQ(last_.command.rates.norm(), 0.0);
  EXPECT_TRUE(controller_.state().result_not_finite);
  step(next_input());
  EXPECT_EQ(last_.state, SupervisorState::kFault);
  EXPECT_EQ(last_.latched_faults, fault_bit(Fault::kNotFinite));
  EXPECT_FALSE(last_.command.enable);
  EXPECT_EQ(last_.command.rates.norm(), 0.0);
}

TEST_F(InMotion, FaultsOnWhatIsNotANumberInTheFeedback) {
  CycleInput input = next_input();
  while (!input.joints) input = next_input();
  input.joints->rates[0] = std::numeric_limits<double>::quiet_NaN();
  step(input);
  EXPECT_EQ(last_.state, SupervisorState::kFault);
  EXPECT_EQ(last_.command.rates.norm(), 0.0);
  EXPECT_FALSE(last_.command.enable);
  for (int i = 0; i < 50; ++i) step(next_input());
  EXPECT_EQ(last_.state, SupervisorState::kFault);  // though the cause has gone
  input = next_input();
  input.op.request = Request::kAcknowledge;
  step(input);
  EXPECT_EQ(last_.state, SupervisorState::kDisarmed);
}

TEST(Controller, ForgetsTheTargetThatItFollowedBeforeWhenARunBegins) {
  RunConfig config =
      load_experiment(source_dir() + "/configs/experiments/two_targets.yaml", {"targets[0].mount=floating"});
  Controller controller(config.controller);
  CycleInput input;
  input.op.target = 1;
  controller.step(input);
  ASSERT_EQ(controller.state().estimator.watched, 1u);
  EXPECT_FALSE(controller.setup().estimator.loaded.free) << "the second stands on the table";
  ASSERT_TRUE(controller.restore(Controller(config.controller).state()));
  const ControlSetup fresh(config.controller);
  EXPECT_TRUE(controller.setup().estimator.loaded.free);
  EXPECT_EQ(controller.setup().loaded().total_mass(), fresh.loaded().total_mass());
}

}  // namespace
}  // namespace freefloat
