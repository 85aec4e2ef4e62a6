#include "guidance/chart.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_robot.h"
#include "types/angle.h"

namespace freefloat {
namespace {

constexpr ChartKind kKinds[] = {ChartKind::kCartesian, ChartKind::kPolarCounterClockwise,
                                ChartKind::kPolarClockwise};

TaskSpaceState draw(RandomRobots& random) {
  const auto draw_vector = [&](double size) {
    const double x = random.number(-size, size);
    return Vector2(x, random.number(-size, size));
  };
  TaskSpaceState s;
  s.p_WG = draw_vector(0.2);
  s.v_WG = draw_vector(0.05);
  s.p_WE = s.p_WG + rotate(random.number(-kPi, kPi), {random.number(0.1, 0.5), 0.0});
  s.p_WT = s.p_WG + rotate(random.number(-kPi, kPi), {random.number(0.1, 0.5), 0.0});
  s.v_WE = draw_vector(0.1);
  s.v_WT = draw_vector(0.1);
  return s;
}

TEST(Chart, GivesBackTheVelocityThatItWasGiven) {
  RandomRobots random(1);
  for (int i = 0; i < 500; ++i) {
    const TaskSpaceState s = draw(random);
    for (const ChartKind kind : kKinds) {
      EXPECT_LT((from_chart(kind, s, to_chart(kind, s).hand_rate) - s.v_WE).norm(), 1e-14);
    }
  }
}

TEST(Chart, RatesAreTheDerivativesOfItsCoordinates) {
  RandomRobots random(2);
  constexpr double kStep = 1e-6;
  for (int i = 0; i < 500; ++i) {
    const TaskSpaceState s = draw(random);
    TaskSpaceState later = s;
    later.p_WE += kStep * s.v_WE;
    later.p_WT += kStep * s.v_WT;
    later.p_WG += kStep * s.v_WG;
    for (const ChartKind kind : kKinds) {
      const ChartState now = to_chart(kind, s);
      const ChartState then = to_chart(kind, later);
      const auto rate_of = [&](Vector2 change) {
        if (kind != ChartKind::kCartesian) change[1] = wrap_angle(change[1]);
        return Vector2(change / kStep);
      };
      EXPECT_LT((rate_of(then.hand - now.hand) - now.hand_rate).norm(), 1e-4);
      EXPECT_LT((rate_of(then.target - now.target) - now.target_rate).norm(), 1e-4);
    }
  }
}

TEST(Chart, UnwrapsTheTargetInItsOwnSense) {
  RandomRobots random(3);
  for (int i = 0; i < 500; ++i) {
    const TaskSpaceState s = draw(random);
    const ChartState left = to_chart(ChartKind::kPolarCounterClockwise, s);
    const ChartState right = to_chart(ChartKind::kPolarClockwise, s);
    const double ahead_left = left.target[1] - left.hand[1];
    const double ahead_right = right.target[1] - right.hand[1];
    EXPECT_GE(ahead_left, -0.2);
    EXPECT_LT(ahead_left, 2.0 * kPi - 0.2 + 1e-12);
    EXPECT_LE(ahead_right, 0.2);
    EXPECT_GT(ahead_right, -2.0 * kPi + 0.2 - 1e-12);
    // Both end at the target.
    for (const ChartState& state : {left, right}) {
      EXPECT_LT((s.p_WG + rotate(state.target[1], {state.target[0], 0.0}) - s.p_WT).norm(), 1e-12);
    }
  }
}

TEST(Chart, AStraightWayInPolarCoordinatesKeepsBetweenTheRadiiOfItsEnds) {
  RandomRobots random(4);
  for (int i = 0; i < 100; ++i) {
    TaskSpaceState s = draw(random);
    s.v_WG.setZero();
    for (const ChartKind kind : {ChartKind::kPolarCounterClockwise, ChartKind::kPolarClockwise}) {
      TaskSpaceState on_way = s;
      const double low = std::min((s.p_WE - s.p_WG).norm(), (s.p_WT - s.p_WG).norm());
      const double high = std::max((s.p_WE - s.p_WG).norm(), (s.p_WT - s.p_WG).norm());
      const ChartState start = to_chart(kind, s);
      const Vector2 rate = start.target - start.hand;
      for (int step = 0; step < 2000; ++step) {
        on_way.p_WE += from_chart(kind, on_way, rate) / 2000.0;
        const double radius = (on_way.p_WE - on_way.p_WG).norm();
        ASSERT_GT(radius, low - 0.02);
        ASSERT_LT(radius, high + 0.02);
      }
      EXPECT_LT((on_way.p_WE - s.p_WT).norm(), 0.02);
    }
  }
}

TEST(Chart, StaysFiniteAtTheMassCentre) {
  TaskSpaceState s;
  s.v_WE = {0.1, 0.0};
  s.p_WT = {0.3, 0.1};
  for (const ChartKind kind : kKinds) {
    const ChartState state = to_chart(kind, s);
    EXPECT_TRUE(state.hand_rate.allFinite());
    EXPECT_TRUE(from_chart(kind, s, state.target - state.hand).allFinite());
  }
}

class LineCrossesHole : public testing::Test {
 protected:
  bool crosses(const Vector2& hand, const Vector2& target, double clearance = 0.02) const {
    TaskSpaceState s;
    s.p_WG = {0.1, -0.2};
    s.p_WE = s.p_WG + hand;
    s.p_WT = s.p_WG + target;
    return line_crosses_hole(s, {0.24, 0.49, 0.49}, clearance);
  }
};

TEST_F(LineCrossesHole, SeesTheHoleBetweenHandAndTarget) {
  EXPECT_TRUE(crosses({0.4, 0.0}, {-0.4, 0.0}));
  EXPECT_TRUE(crosses({0.4, 0.25}, {-0.4, 0.25}));   // 0.25 m from G, less than the clearance beyond the hole
  EXPECT_FALSE(crosses({0.4, 0.27}, {-0.4, 0.27}));  // clear of it
}

TEST_F(LineCrossesHole, IgnoresAHoleThatLiesBehindHandOrTarget) {
  EXPECT_FALSE(crosses({0.3, 0.0}, {0.45, 0.0}));
  EXPECT_FALSE(crosses({0.45, 0.0}, {0.3, 0.0}));
  EXPECT_FALSE(crosses({0.3, 0.0}, {0.3, 0.0}));
}

TEST_F(LineCrossesHole, DoesNotCountAnEndThatIsItselfNearTheEdge) {
  EXPECT_FALSE(crosses({0.25, 0.0}, {0.45, 0.0}));
  EXPECT_FALSE(crosses({0.25, 0.0}, {0.25, 0.2}));
  EXPECT_TRUE(crosses({0.25, 0.0}, {-0.25, 0.0}));
}

}  // namespace
}  // namespace freefloat
