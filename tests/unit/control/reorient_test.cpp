#include <gtest/gtest.h>

#include <cmath>

#include "control/controller.h"
#include "support/recorded_capture.h"

namespace freefloat {
namespace {

const RecordedCapture& turn() {
  static const RecordedCapture recorded = record_capture("reorient.yaml");
  return recorded;
}

bool same(const CycleOutput& a, const CycleOutput& b) {
  return a.state == b.state && a.command.rates == b.command.rates && a.guidance.status == b.guidance.status &&
         a.guidance.reorientation.missing == b.guidance.reorientation.missing &&
         a.guidance.reorientation.needed_time == b.guidance.reorientation.needed_time;
}

TEST(ControllerReorient, GoesOnBitForBitFromAnyMomentItsMemoryIsRestoredAt) {
  ASSERT_TRUE(turn().passed);
  const std::size_t count = turn().inputs.size();
  for (std::size_t cut = 100; cut < count; cut += count / 7) {
    Controller first(turn().config.controller);
    for (std::size_t i = 0; i < cut; ++i) first.step(turn().inputs[i]);
    Controller second(turn().config.controller);
    ASSERT_TRUE(second.restore(first.state()));
    for (std::size_t i = cut; i < count; ++i) {
      ASSERT_TRUE(same(second.step(turn().inputs[i]), turn().outputs[i])) << "cycle " << i << " from " << cut;
    }
  }
}

TEST(ControllerReorient, RefusesAMemoryWhoseLoopNamesAJointThatIsNotThere) {
  Controller controller(turn().config.controller);
  for (std::size_t i = 0; i < turn().inputs.size() / 2; ++i) controller.step(turn().inputs[i]);
  ControllerState state = controller.state();
  ASSERT_TRUE(state.reorientation.begun);
  state.reorientation.search.fitted.second = 2;
  EXPECT_FALSE(controller.restore(state));
}

TEST(ControllerReorient, KeepsTheRateLimit) {
  const double limit = turn().config.controller.max_joint_rate;
  double largest = 0.0;
  for (const CycleOutput& output : turn().outputs) {
    if (output.command.rates.size() == 0) continue;
    largest = std::max(largest, output.command.rates.lpNorm<Eigen::Infinity>());
  }
  EXPECT_LE(largest, limit * (1.0 + 1e-12));
  EXPECT_GT(largest, 0.7 * limit);
}

TEST(ControllerReorient, BeginsNoLoopWhenTheTurnIsNoNumberOrBeyondAllMeasure) {
  for (const double asked : {std::nan(""), HUGE_VAL, 1e300}) {
    Controller controller(turn().config.controller);
    bool active = false;
    for (CycleInput input : turn().inputs) {
      input.op.turn = asked;
      const CycleOutput output = controller.step(input);
      active = active || output.state == SupervisorState::kActive;
      ASSERT_NE(output.guidance.status, TaskStatus::kRunning);
    }
    EXPECT_TRUE(active);
  }
}

TEST(ControllerReorient, HoldsStillWhileTheGripperHoldsATargetFixedToTheTable) {
  ControllerConfig config = turn().config.controller;
  config.payload.fixed = true;
  Controller controller(config);
  bool active = false;
  for (CycleInput input : turn().inputs) {
    if (input.joints) input.joints->gripper = GripperState::kHolding;
    const CycleOutput output = controller.step(input);
    if (output.state != SupervisorState::kActive) continue;
    active = true;
    EXPECT_EQ(output.guidance.status, TaskStatus::kUnreachable);
    EXPECT_EQ(output.command.rates.norm(), 0.0);
    break;
  }
  EXPECT_TRUE(active);
}

}  // namespace
}  // namespace freefloat
