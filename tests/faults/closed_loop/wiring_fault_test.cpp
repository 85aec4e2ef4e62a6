#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "fault_run.h"

namespace freefloat {
namespace {

using testing::AllOf;
using testing::HasSubstr;

FaultRun run_with(std::vector<ScheduledFault> faults) {
  FaultRun run(std::move(faults));
  run.run();
  return run;
}

/// Faults that are there before anything moves, and must keep it so.
void expect_refusal(std::vector<ScheduledFault> faults, const testing::Matcher<std::string>& reasons) {
  const FaultRun run = run_with(std::move(faults));
  EXPECT_FALSE(run.was_armed());
  EXPECT_EQ(run.fastest_from(Time{}), 0.0);
  EXPECT_THAT(run.reasons(), reasons);
}

TEST(WiringFault, SwappedPotentiometersAreSeenByTheCameraBeforeArming) {
  expect_refusal({from_s(SimFault::kPotsSwapped, 0.0)},
                 AllOf(HasSubstr("joint_disagreement: joint 1: potentiometer 129.0 deg, LEDs 22.0 deg"),
                       HasSubstr("are these two swapped?")));
}

TEST(WiringFault, SwappedJointsAreSeenByTheCameraAlthoughTheBoardIsContent) {
  expect_refusal({from_s(SimFault::kPotsSwapped, 0.0), from_s(SimFault::kTachosSwapped, 0.0),
                  from_s(SimFault::kMotorsSwapped, 0.0)},
                 HasSubstr("are these two swapped?"));
}

TEST(WiringFault, InvertedPotentiometerIsSeenBeforeArming) {
  for (const int joint : {0, 1}) {
    expect_refusal({from_s(SimFault::kPotInverted, 0.0, joint)},
                   AllOf(HasSubstr("joint_disagreement: joint " + std::to_string(joint + 1)),
                         HasSubstr("does it count the wrong way?")));
  }
}

TEST(WiringFault, PotentiometerThatHasSlippedIsSeenBeforeArming) {
  for (const int joint : {0, 1}) {
    expect_refusal({from_s(SimFault::kPotShifted, 0.0, joint, 0.15)},
                   AllOf(HasSubstr("joint_disagreement: joint " + std::to_string(joint + 1)),
                         HasSubstr("has it slipped")));
  }
}

TEST(WiringFault, SmallErrorOfAPotentiometerIsNoReasonToRefuse) {
  EXPECT_TRUE(run_with({from_s(SimFault::kPotShifted, 0.0, 0, 0.05)}).passed());
}

TEST(WiringFault, BrokenWireIsNamedBeforeArming) {
  for (const int joint : {0, 1}) {
    const std::string name = "board_fault: joint " + std::to_string(joint + 1);
    expect_refusal({from_s(SimFault::kPotBroken, 0.0, joint)},
                   HasSubstr(name + ": potentiometer off its scale"));
    expect_refusal({from_s(SimFault::kTachoBroken, 0.0, joint)},
                   HasSubstr(name + ": tachogenerator off its scale"));
  }
}

/// What may happen until the robot stands, when sensors or motors fail in motion: the servo is then partly
/// blind, and a joint without its sensors is only braked, by its short-circuited motor.
struct Bound {
  const char* called;
  SimFault fault;
  double rest;    ///< s until all shafts stand
  double turned;  ///< rad
  double speed;   ///< rad/s
};

[[maybe_unused]] void PrintTo(const Bound& bound, std::ostream* out) {
  *out << bound.called;
}

class FailureInMotion : public testing::TestWithParam<Bound> {};

TEST_P(FailureInMotion, EndsWithinItsBound) {
  const Bound& bound = GetParam();
  const int joints = index_of(bound.fault) == FaultIndex::kJointPair ? 1 : 2;
  int failures = 0;
  double rest = 0.0;
  double turned = 0.0;
  double speed = 0.0;
  for (const double begin : {1.3, 1.7, 2.1, 2.5, 3.0, 3.5, 4.0}) {
    for (int joint = 0; joint < joints; ++joint) {
      const FaultRun run = run_with({from_s(bound.fault, begin, joint, 0.3)});
      if (run.passed()) continue;  // a joint that hardly moves any more does not need what failed
      ++failures;
      EXPECT_THAT(run.reasons(), HasSubstr("joint")) << begin;
      rest = std::max(rest, to_seconds(run.rest()) - begin);
      turned = std::max(turned, run.turned_between(at_s(begin), run.rest()));
      speed = std::max(speed, run.fastest_from(at_s(begin)));
    }
  }
  EXPECT_GE(failures, 6);
  EXPECT_LE(rest, bound.rest);
  EXPECT_LE(turned, bound.turned);
  EXPECT_LE(speed, bound.speed);
  RecordProperty("rest_ms", static_cast<int>(1000.0 * rest));
  RecordProperty("turned_mrad", static_cast<int>(1000.0 * turned));
  RecordProperty("speed_mrad_s", static_cast<int>(1000.0 * speed));
  std::printf("rest after %.3f s, turned %.3f rad, fastest %.2f rad/s\n", rest, turned, speed);
}

INSTANTIATE_TEST_SUITE_P(Wiring, FailureInMotion,
                         testing::Values(Bound{"pot_stuck", SimFault::kPotStuck, 1.0, 1.4, 2.0},
                                         Bound{"tacho_stuck", SimFault::kTachoStuck, 0.8, 0.8, 4.5},
                                         Bound{"pot_shifted", SimFault::kPotShifted, 0.4, 0.2, 2.0},
                                         Bound{"pot_inverted", SimFault::kPotInverted, 0.4, 0.2, 2.0},
                                         Bound{"pots_swapped", SimFault::kPotsSwapped, 0.4, 0.2, 2.0},
                                         Bound{"pot_broken", SimFault::kPotBroken, 0.4, 0.2, 2.0},
                                         Bound{"tacho_broken", SimFault::kTachoBroken, 0.4, 0.2, 3.0},
                                         Bound{"tacho_inverted", SimFault::kTachoInverted, 0.6, 0.3, 5.0},
                                         Bound{"motor_inverted", SimFault::kMotorInverted, 0.6, 0.3, 5.0},
                                         Bound{"tachos_swapped", SimFault::kTachosSwapped, 0.6, 0.4, 7.0},
                                         Bound{"motors_swapped", SimFault::kMotorsSwapped, 0.6, 0.7, 11.0}),
                         [](const auto& tested) { return std::string(tested.param.called); });

}  // namespace
}  // namespace freefloat
