#include "safety/turn_comparison.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freefloat {
namespace {

constexpr double kShareOfTurn = 0.12;

/// A joint that swings by 0.6 rad to and fro, beside one that rests.
struct Swing {
  double pot_gain = 1.0;
  double tacho_gain = 1.0;
  double tacho_offset = 0.0;
  Duration period = from_seconds(0.01);

  JointFeedback at(double t) const {
    JointFeedback feedback;
    feedback.sample_time = Time{} + from_seconds(t);
    feedback.angles = Eigen::Vector2d(0.4, -pot_gain * 0.6 * std::cos(t));
    feedback.rates = Eigen::Vector2d(tacho_offset, tacho_gain * 0.6 * std::sin(t) + tacho_offset);
    return feedback;
  }

  /// @return The joints that contradict after 5 s.
  std::uint32_t contradicted(double seconds = 5.0) const {
    TurnComparison turns;
    for (double t = 0.0; t < seconds; t += to_seconds(period)) compare_turns(at(t), kShareOfTurn, turns);
    return turns.contradicted;
  }
};

TEST(TurnComparison, IsContentWithSensorsThatAgree) {
  EXPECT_EQ(Swing().contradicted(), 0u);
  EXPECT_EQ(Swing{.tacho_gain = 1.05}.contradicted(), 0u);
  EXPECT_EQ(Swing{.tacho_offset = 0.005}.contradicted(), 0u);
  EXPECT_EQ(Swing{.period = from_seconds(0.066)}.contradicted(), 0u);
}

TEST(TurnComparison, SeesAGainThatIsOffByAFifth) {
  EXPECT_EQ(Swing{.tacho_gain = 0.8}.contradicted(), 0b10u);
  EXPECT_EQ(Swing{.tacho_gain = 1.25}.contradicted(), 0b10u);
  EXPECT_EQ(Swing{.pot_gain = 0.8}.contradicted(), 0b10u);
}

TEST(TurnComparison, SeesASensorThatSticksOrCountsTheWrongWay) {
  EXPECT_EQ(Swing{.tacho_gain = 0.0}.contradicted(), 0b10u);
  EXPECT_EQ(Swing{.tacho_gain = -1.0}.contradicted(), 0b10u);
  EXPECT_EQ(Swing{.pot_gain = 0.0}.contradicted(), 0b10u);
}

TEST(TurnComparison, BeginsAnewAfterAGap) {
  const Swing swing{.period = from_seconds(0.25)};
  EXPECT_EQ(swing.contradicted(), 0u);
  Swing wrong = swing;
  wrong.tacho_gain = 0.5;
  EXPECT_EQ(wrong.contradicted(), 0u);  // nothing is known between two such readings
}

TEST(TurnComparison, TakesInNothingThatIsNoNumber) {
  TurnComparison turns;
  compare_turns(Swing().at(0.0), kShareOfTurn, turns);
  JointFeedback broken = Swing().at(0.01);
  broken.rates[1] = NAN;
  compare_turns(broken, kShareOfTurn, turns);
  EXPECT_EQ(turns.rates.size(), 0);
}

}  // namespace
}  // namespace freefloat
