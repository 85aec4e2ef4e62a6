#include "safety/joint_disagreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "types/angle.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

constexpr double kTolerance = 0.1;

JointComparison compared(std::initializer_list<double> leds, std::initializer_list<double> pots) {
  JointComparison result;
  result.by_leds.resize(static_cast<Eigen::Index>(leds.size()));
  result.by_pots.resize(static_cast<Eigen::Index>(pots.size()));
  std::copy(leds.begin(), leds.end(), result.by_leds.begin());
  std::copy(pots.begin(), pots.end(), result.by_pots.begin());
  return result;
}

std::string explain(const JointComparison& comparison) {
  EXPECT_EQ(joints_disagree(comparison, kTolerance),
            !explain_joint_disagreement(comparison, kTolerance).empty());
  return explain_joint_disagreement(comparison, kTolerance);
}

TEST(JointDisagreement, NothingComparedIsNone) {
  EXPECT_EQ(explain(JointComparison{}), "");
}

TEST(JointDisagreement, BeginsBeyondTheTolerance) {
  EXPECT_EQ(explain(compared({0.5, -1.0}, {0.599, -1.099})), "");
  EXPECT_THAT(explain(compared({0.5, -1.0}, {0.5, -1.101})), HasSubstr("joint 2"));
}

TEST(JointDisagreement, WholeTurnsAreInvisibleToLeds) {
  EXPECT_EQ(explain(compared({0.5}, {0.5 + 2.0 * kPi})), "");
  EXPECT_EQ(explain(compared({kPi - 0.01}, {-kPi + 0.01})), "");
}

TEST(JointDisagreement, ExchangedJointsAreCalledSo) {
  const std::string text = explain(compared({0.4, 0.2, 2.2}, {2.2, 0.2, 0.4}));
  EXPECT_THAT(text, HasSubstr("joint 1: potentiometer 126.1 deg, LEDs 22.9 deg, joint 3:"));
  EXPECT_THAT(text, HasSubstr("are these two swapped?"));
}

TEST(JointDisagreement, InvertedPotentiometerIsCalledSo) {
  EXPECT_THAT(explain(compared({0.4, 2.2}, {-0.4, 2.2})), HasSubstr("does it count the wrong way?"));
}

TEST(JointDisagreement, AnyOtherIsASlip) {
  EXPECT_THAT(explain(compared({0.4, 2.2}, {0.7, 2.2})), HasSubstr("has it slipped"));
  EXPECT_THAT(explain(compared({0.4, 2.2}, {0.7, 2.9})), HasSubstr("has it slipped"));
}

TEST(JointDisagreement, NumbersThatAreNoneAreLeftToOthers) {
  EXPECT_EQ(explain(compared({0.4}, {std::numeric_limits<double>::quiet_NaN()})), "");
}

}  // namespace
}  // namespace freefloat
