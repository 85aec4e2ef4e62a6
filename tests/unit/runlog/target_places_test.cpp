// Where the targets of a run with several are, as its records tell.
#include "runlog/target_places.h"

#include <gtest/gtest.h>

#include "types/angle.h"

namespace freefloat {
namespace {

constexpr std::size_t kRobotLeds = 2;
const std::vector<TargetFacts> kTargets{{"left", {{0.0, 0.0}, {0.1, 0.0}}},
                                        {"right", {{0.0, 0.0}, {0.0, 0.1}, {0.05, 0.0}}}};

CycleRecord cycle_at(double seconds, std::uint32_t target) {
  CycleRecord record;
  record.input.now = Time{from_seconds(seconds)};
  record.input.op.target = target;
  record.output.estimate.at = record.input.now;
  return record;
}

/// A picture in which a target's LEDs are seen at this place.
void show(std::size_t target, const Vector2& at, double turn, CycleRecord& record) {
  if (!record.input.markers) record.input.markers.emplace();
  MarkerFrame& frame = *record.input.markers;
  frame.capture_time = record.input.now;
  frame.marker_count = 7;
  const std::size_t first = kRobotLeds + (target == 0 ? 0 : kTargets[0].leds.size());
  for (std::size_t i = 0; i < kTargets[target].leds.size(); ++i) {
    frame.markers[first + i].seen = true;
    frame.markers[first + i].p_WM = at + rotate(turn, kTargets[target].leds[i]);
    frame.markers[first + i].covariance = 1e-8 * Matrix2::Identity();
  }
}

TEST(TargetWatch, TheFollowedOneIsWhereItIsEstimatedTheOtherWhereItWasSeen) {
  TargetWatch watch(kRobotLeds, kTargets);
  EXPECT_TRUE(watch.has_several());
  EXPECT_FALSE(watch.places().targets[0].known);
  CycleRecord record = cycle_at(1.0, 0);
  show(0, {0.1, 0.2}, 0.3, record);
  show(1, {0.4, -0.2}, -0.5, record);
  record.output.estimate.valid = record.output.estimate.target.valid = true;
  record.output.estimate.target.p_WT = {0.11, 0.2};
  watch.add(record);
  const TargetPlaces& places = watch.places();
  EXPECT_EQ(places.followed, 0u);
  EXPECT_EQ(places.targets[0].name, "left");
  EXPECT_EQ(places.targets[0].p_WT, Vector2(0.11, 0.2));
  EXPECT_TRUE(places.targets[1].known);
  EXPECT_LT((places.targets[1].p_WT - Vector2(0.4, -0.2)).norm(), 1e-12);
  EXPECT_NEAR(places.targets[1].theta_WT, -0.5, 1e-12);
  EXPECT_NEAR(watch.attitude().value().angle, 0.3, 1e-12);
  EXPECT_FALSE(places.targets[1].truth);

  // It is not seen any more, and stays where it was.
  watch.add(cycle_at(2.0, 0));
  EXPECT_LT((places.targets[1].p_WT - Vector2(0.4, -0.2)).norm(), 1e-12);
  EXPECT_EQ(places.targets[1].seen, Time{from_seconds(1.0)});
}

TEST(TargetWatch, TimesOfADamagedLogThatReachBeyondAllTimesLeadNowhere) {
  TargetWatch watch(kRobotLeds, kTargets);
  CycleRecord record = cycle_at(1.0, 0);
  StateEstimate& estimate = record.output.estimate;
  estimate.valid = estimate.target.valid = true;
  estimate.at = Time::max();
  estimate.target.since_seen = Duration::min();
  watch.add(record);
  EXPECT_EQ(watch.places().targets[0].seen, Time::max());
}

TEST(TargetWatch, AnotherIsFollowedOnceTheHandIsEmpty) {
  TargetWatch watch(kRobotLeds, kTargets);
  CycleRecord record = cycle_at(1.0, 0);
  record.input.joints.emplace().gripper = GripperState::kHolding;
  watch.add(record);
  watch.add(cycle_at(1.1, 1));
  EXPECT_EQ(watch.places().followed, 0u) << "the held one stays";
  record = cycle_at(1.2, 1);
  record.input.joints.emplace().gripper = GripperState::kOpen;
  watch.add(record);
  EXPECT_EQ(watch.places().followed, 1u);
  watch.add(cycle_at(1.3, 9));
  EXPECT_EQ(watch.places().followed, 1u) << "there is no such target";
}

TEST(TargetWatch, TellsTheTruthOfEachWhereItIsKnown) {
  TargetWatch watch(kRobotLeds, kTargets);
  CycleRecord record = cycle_at(1.0, 0);
  record.truth.emplace();
  record.truth->target_count = 2;
  record.truth->targets[1].p = {0.7, 0.1};
  watch.add(record);
  ASSERT_TRUE(watch.places().targets[1].truth);
  EXPECT_EQ(watch.places().targets[1].truth->p, Vector2(0.7, 0.1));
  record.truth.reset();
  watch.add(record);
  EXPECT_FALSE(watch.places().targets[1].truth);
}

TEST(TargetWatch, OneTargetAloneHasItsAttitudeOnly) {
  TargetWatch watch(kRobotLeds, {kTargets[0]});
  CycleRecord record = cycle_at(1.0, 0);
  show(0, {0.1, 0.2}, 0.3, record);
  watch.add(record);
  EXPECT_FALSE(watch.has_several());
  EXPECT_NEAR(watch.attitude().value().angle, 0.3, 1e-12);
}

}  // namespace
}  // namespace freefloat
