#include "vision/choose_target.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace freefloat {
namespace {

/// Spots on the table in one picture after the other, 50 ms apart; none is the robot's.
class FollowedSpots : public testing::Test {
 protected:
  static constexpr int kPlane = 0;

  TargetChoice look(const std::vector<Vector2>& places, bool target_seen = false) {
    mapped_->count = static_cast<int>(places.size());
    SpotMarks candidates{};
    for (std::size_t i = 0; i < places.size(); ++i) {
      mapped_->positions[0][i] = places[i];
      candidates[i] = true;
    }
    now_ += std::chrono::milliseconds(50);
    known_.target_seen = target_seen;
    follow_spots(*mapped_, kPlane, known_, now_, memory_, followed_);
    return choose_target(scene_, memory_, followed_, candidates, mapped_->count, now_);
  }

  /// Twelve spots that stand where they stand, then one that moves along x.
  std::vector<Vector2> room(double x) const {
    std::vector<Vector2> places;
    for (int i = 0; i < 12; ++i) places.push_back({0.1 * i - 0.6, 0.3});
    places.push_back({x, 0.0});
    return places;
  }

  std::unique_ptr<MappedBlobs> mapped_ = std::make_unique<MappedBlobs>();
  MarkerScene scene_;
  KnownBlobs known_;
  SpotMemory memory_;
  FollowedBlobs followed_{};
  Time now_{};
};

TEST_F(FollowedSpots, TheOnlySpotIsTheTargetOnceItWasSeenThreeTimes) {
  EXPECT_EQ(look({{0.1, 0.2}}).reason, Unseen::kNotYetConfirmed);
  EXPECT_EQ(look({{0.1, 0.2}}).reason, Unseen::kNotYetConfirmed);
  EXPECT_EQ(look({{0.1, 0.2}}).blob, 0);
}

TEST_F(FollowedSpots, AFastTargetIsExpectedFurtherOnItsWay) {
  const auto place = [](int picture) { return Vector2{0.015 * picture, -0.006 * picture}; };  // 0.3 m/s
  for (int i = 0; i < 10; ++i) EXPECT_EQ(look({place(i)}).blob, i < 2 ? kNoBlob : 0) << i;
  // Where it came from is not where it goes.
  EXPECT_EQ(look({place(8)}).blob, kNoBlob);
}

TEST_F(FollowedSpots, OneThatWasSeenAndMissedBeforeHasNotComeAfterTheOthers) {
  std::vector<Vector2> places = room(0.0);
  places.back() = {0.4, -0.3};
  for (int i = 0; i < 20; ++i) look(places);
  const auto with = [&](const Vector2& place) {
    std::vector<Vector2> all = places;
    all.push_back(place);
    return all;
  };
  // Hardly bright enough: in most pictures it is not seen.
  const Vector2 faint{-0.2, -0.4};
  for (int i = 0; i < 3; ++i) {
    look(with(faint));
    look(places);
  }
  for (int i = 0; i < 6; ++i) EXPECT_EQ(look(with(faint)).blob, kNoBlob) << i;
  for (int i = 0; i < 20; ++i) look(places);
  // Elsewhere it is one that comes.
  int blob = kNoBlob;
  for (int i = 0; i < 3; ++i) blob = look(with({0.1, -0.6})).blob;
  EXPECT_EQ(blob, 13);
}

/// Noise on the edge of a lamp's glow: it is seen for a while, missed, and seen again beside.
TEST_F(FollowedSpots, OneThatWasMissedAndIsSeenAgainOffItsWayDoesNotMove) {
  std::vector<Vector2> places = room(0.0);
  places.pop_back();
  for (int i = 0; i < 20; ++i) look(places);
  const auto with = [&](const Vector2& place) {
    std::vector<Vector2> all = places;
    all.push_back(place);
    return all;
  };
  const auto moving = [](int picture) { return Vector2{0.0016 * picture, -0.2}; };
  known_.maybe_older[places.size()] = true;
  for (int i = 0; i < 3; ++i) look(with({0.0, -0.2}));
  look(places);
  EXPECT_EQ(look(with({0.007, -0.2})).reason, Unseen::kSeveralFit);
  // One that was missed on its way does.
  for (int i = 0; i < 20; ++i) look(places);
  for (int i = 0; i < 3; ++i) look(with(moving(i)));
  look(places);
  EXPECT_EQ(look(with(moving(4))).blob, 12);
}

/// A pixel of the camera that is hardly bright enough.
TEST_F(FollowedSpots, WhatIsSeenNowAndThenIsNoTarget) {
  known_.maybe_older[0] = true;
  for (int i = 0; i < 40; ++i) {
    const bool seen = i % 5 < 3;
    const int blob = look(seen ? std::vector<Vector2>{{0.1, 0.2}} : std::vector<Vector2>{}).blob;
    EXPECT_EQ(blob, kNoBlob) << i;
  }
  int blob = kNoBlob;
  for (int i = 0; i < 100; ++i) blob = look({{0.1, 0.2}}).blob;
  EXPECT_EQ(blob, 0) << "once it is seen three times as often as not";
}

/// Where it may have gone since it was seen last there is room for any glare.
TEST_F(FollowedSpots, WhatMovesIsNoTargetWhenItWasMissedForLong) {
  const auto place = [](int picture) { return Vector2{0.005 * picture, -0.2}; };
  for (int i = 0; i < 6; ++i) look({place(i)});
  for (int i = 6; i < 12; ++i) look({});
  EXPECT_EQ(look({place(12) + Vector2{0.02, 0.01}}).reason, Unseen::kNotYetConfirmed);
}

/// Two spots that were one: what is found near it is the one that stood in the other's light.
TEST_F(FollowedSpots, OneThatWasInAnothersLightHasNotComeAfterTheOthers) {
  std::vector<Vector2> places = room(0.0);
  places.pop_back();
  for (int i = 0; i < 20; ++i) look(places);
  const auto with = [&](const Vector2& place) {
    std::vector<Vector2> all = places;
    all.push_back(place);
    return all;
  };
  for (int i = 0; i < 3; ++i) look(with({0.0, -0.2}));
  look(places);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(look(with({0.007, -0.2})).blob, kNoBlob) << i;
  // Elsewhere it has come.
  int blob = kNoBlob;
  for (int i = 0; i < 20; ++i) look(places);
  for (int i = 0; i < 3; ++i) blob = look(with({0.5, -0.2})).blob;
  EXPECT_EQ(blob, 12);
}

/// The LED beside it drew it aside as long as both were seen.
TEST_F(FollowedSpots, WhatWasSeenBesideAnLedIsNotItWhenItIsAlone) {
  known_.robot_seen = 1U << 2;
  const Vector2 place{0.3, 0.1};
  for (int i = 0; i < 4; ++i) look({place + Vector2{-0.001 * i, 0.0}});
  mapped_->positions[0][0] = place - Vector2{0.004, 0.0};
  TrackingHints hints;
  mark_resting(memory_, *mapped_, kPlane, hints);
  EXPECT_TRUE(hints.was_beside(0, 2));
  EXPECT_FALSE(hints.was_beside(0, 1));
  EXPECT_FALSE(hints.resting[0]);
}

TEST_F(FollowedSpots, GlareIsNoTarget) {
  for (int i = 0; i < 20; ++i) {
    const double x = i % 2 == 0 ? 0.05 * i : -0.05 * i;
    EXPECT_EQ(look({{x, 0.3 - 0.04 * i}}).blob, kNoBlob);
  }
}

TEST_F(FollowedSpots, OfGlaresThreeMayLieOnAWayAndAreNoTarget) {
  for (int i = 0; i < 20; ++i) look(room(0.0));
  std::vector<Vector2> places = room(0.0);
  const auto glares = [&](int i, Vector2 on_a_way) {
    std::vector<Vector2> all = places;
    all.push_back(on_a_way);
    all.push_back({0.1 * i - 0.7, -0.5});
    return all;
  };
  for (int i = 0; i < 4; ++i) EXPECT_EQ(look(glares(i, {-0.8 + 0.01 * i, -0.1})).blob, kNoBlob) << i;
  // One that goes on for longer is no glare.
  int first = 0;
  for (int i = 4; i < 12; ++i) {
    const int blob = look(glares(i, {-0.8 + 0.01 * i, -0.1})).blob;
    EXPECT_TRUE(blob == kNoBlob || blob == 13) << blob;
    if (blob == 13 && first == 0) first = i;
  }
  EXPECT_EQ(first, 5);
}

TEST_F(FollowedSpots, WhatComesWhereAMovingOneVanishedIsAnother) {
  for (int i = 0; i < 20; ++i) look(room(0.002 * i));
  std::vector<Vector2> others = room(0.0);
  others.pop_back();
  for (int i = 0; i < 8; ++i) look(others);
  // Within its reach after 0.45 s, and not where it went.
  others.push_back({0.09, 0.04});
  EXPECT_EQ(look(others).blob, kNoBlob);
  others.back() = {0.04, 0.05};
  EXPECT_EQ(look(others).blob, kNoBlob);
}

TEST_F(FollowedSpots, OneThatRanTogetherWithTheTargetAtFirstHidesItNoLongerThanASecond) {
  int blob = kNoBlob;
  for (int i = 1; i <= 30; ++i) {
    std::vector<Vector2> places = room(0.002 * i);
    if (i < 5) places[0].x() += 0.004;
    blob = look(places).blob;
    EXPECT_TRUE(blob == kNoBlob || blob == 12) << blob;
  }
  EXPECT_EQ(blob, 12);
}

TEST_F(FollowedSpots, OfManySpotsTheOneThatMovesIsTheTargetAsSoonAsTheOthersRest) {
  int first = 0;
  for (int i = 1; i <= 20; ++i) {
    const TargetChoice choice = look(room(0.002 * i));
    if (choice.blob == kNoBlob) continue;
    EXPECT_EQ(choice.blob, 12);
    if (first == 0) first = i;
  }
  EXPECT_GT(first, 3);
  EXPECT_LE(first, 10);
}

TEST_F(FollowedSpots, OfManyStandingSpotsNoneIsGuessed) {
  for (int i = 0; i < 20; ++i) EXPECT_EQ(look(room(0.0)).blob, kNoBlob);
  EXPECT_EQ(look(room(0.0)).reason, Unseen::kSeveralFit);
}

TEST_F(FollowedSpots, WhatComesAfterTheOthersHaveRestedIsTheTarget) {
  std::vector<Vector2> before = room(0.0);
  before.pop_back();
  for (int i = 0; i < 20; ++i) look(before);
  look(room(0.0));
  look(room(0.0));
  EXPECT_EQ(look(room(0.0)).blob, 12);
}

TEST_F(FollowedSpots, WhatCameHardlyAboveTheThresholdMayHaveBeenThereBefore) {
  std::vector<Vector2> before = room(0.0);
  before.pop_back();
  for (int i = 0; i < 20; ++i) look(before);
  known_.maybe_older[12] = true;
  for (int i = 0; i < 5; ++i) EXPECT_EQ(look(room(0.0)).blob, kNoBlob);
}

TEST_F(FollowedSpots, WhatCameAfterASpotWasForgottenForLackOfRoomMayBeThatSpot) {
  std::vector<Vector2> before = room(0.0);
  before.pop_back();
  for (int i = 0; i < 20; ++i) look(before);
  std::vector<Vector2> crowd = before;
  for (int i = 0; i < SpotMemory::kMost; ++i) crowd.push_back({0.05 * (i % 16) + 0.7, 0.05 * (i / 16) - 0.6});
  look(crowd);
  for (int i = 0; i < 20; ++i) look(before);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(look(room(0.0)).blob, kNoBlob);
}

TEST_F(FollowedSpots, WhatStandsIsRememberedThroughACrowdThatComesAndGoes) {
  const Vector2 stands{0.1, 0.2};
  for (int i = 0; i < 4; ++i) look({stands});
  for (int picture = 0; picture < 2; ++picture) {
    std::vector<Vector2> crowd;
    for (int i = 0; i < SpotMemory::kMost; ++i)
      crowd.push_back({0.05 * (i % 16) + 0.7 + 0.03 * picture, 0.05 * (i / 16) - 0.6});
    look(crowd);
  }
  EXPECT_EQ(count_sightings(memory_, stands, now_ + std::chrono::milliseconds(50)), 4);
}

TEST_F(FollowedSpots, TheOnlyOneThatIsRememberedMayNotBeTheOnlyOneThereIs) {
  for (int i = 0; i < 20; ++i) EXPECT_EQ(look({{0.1, 0.2}}).blob, i < 2 ? kNoBlob : 0);
  std::vector<Vector2> crowd{{0.1, 0.2}};
  for (int i = 0; i < SpotMemory::kMost; ++i) crowd.push_back({0.05 * (i % 16) + 0.7, 0.05 * (i / 16) - 0.6});
  look(crowd);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(look({{0.1, 0.2}}).blob, kNoBlob);
}

TEST_F(FollowedSpots, ASpotIsNoLedThatWasSeenElsewhereMeanwhile) {
  const std::uint16_t leds = 0b0101;
  known_.robot_seen = leds;
  look({{0.1, 0.2}});
  known_.robot_seen = 0;
  look({{0.1, 0.2}});
  TrackingHints hints;
  mark_resting(memory_, *mapped_, kPlane, hints);
  EXPECT_FALSE(hints.resting[0]) << "it has not been there for long";
  EXPECT_EQ(hints.beside_leds[0], leds);
  for (int i = 1; i < 10; ++i) look({{0.1 + 0.004 * i, 0.2}});
  mark_resting(memory_, *mapped_, kPlane, hints);
  EXPECT_EQ(hints.beside_leds[0], 0) << "what goes along may be anything";
}

TEST_F(FollowedSpots, WhatWasSeenBesideTheTargetIsNeverTakenForIt) {
  for (int i = 0; i < 10; ++i) look({{0.3, 0.3}}, true);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(look({{0.3, 0.3}}).reason, Unseen::kBackground);
}

TEST_F(FollowedSpots, TheTargetDoesNotLeapOverTheTable) {
  note_target({0.0, 0.0}, now_, memory_);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(look({{0.6, 0.0}}).reason, Unseen::kTooFar);
}

TEST_F(FollowedSpots, TwoThatMoveAreNotToldApart) {
  for (int i = 1; i <= 20; ++i) {
    EXPECT_EQ(look({{0.002 * i, 0.0}, {-0.002 * i, 0.3}}).blob, kNoBlob);
  }
}

TEST_F(FollowedSpots, OneThatRestedWhereAnLedCameByHasNotComeLast) {
  std::vector<Vector2> places = room(0.0);
  places.pop_back();
  for (int i = 0; i < 20; ++i) look(places);
  // An LED of the robot goes over the first spot, which cannot be seen then.
  known_.leds[0] = known_.moving[0] = true;
  for (int i = 0; i < 3; ++i) look(places);
  known_.leds[0] = known_.moving[0] = false;
  for (int i = 0; i < 20; ++i) EXPECT_EQ(look(places).blob, kNoBlob) << i;
}

TEST_F(FollowedSpots, OneThatAnotherHasHiddenFromTheStartHasNotComeLast) {
  std::vector<Vector2> places = room(0.0);
  places.pop_back();
  known_.leds[0] = true;
  for (int i = 0; i < 20; ++i) look(places);
  // The LED has gone on by 20 mm: what it hid is seen.
  places.push_back(places[0]);
  places[0].x() += 0.02;
  for (int i = 0; i < 20; ++i) EXPECT_EQ(look(places).blob, kNoBlob) << i;
}

TEST_F(FollowedSpots, TheOneLeftIsNoTargetWhileAnotherMayOnlyBeHidden) {
  for (int i = 0; i < 20; ++i) look({{0.1, 0.2}, {0.4, 0.2}});
  for (int i = 0; i < 20; ++i) EXPECT_EQ(look({{0.1, 0.2}}).reason, Unseen::kSeveralFit) << i;
}

TEST_F(FollowedSpots, OneOutsideOfTheTargetsPlaceIsNoRival) {
  scene_.target_place = {0.1, 0.2};
  scene_.target_radius = 0.03;
  for (int i = 0; i < 20; ++i) look({{0.1, 0.2}, {0.4, 0.2}});
  EXPECT_EQ(look({{0.1, 0.2}}).blob, 0);
}

TEST_F(FollowedSpots, OneBesideTheTableIsNoRival) {
  scene_.table_size = {1.2, 0.8};
  EXPECT_TRUE(scene_.in_target_region({0.62, -0.42})) << "an LED may stand beyond the edge";
  EXPECT_FALSE(scene_.in_target_region({0.1, 0.46}));
  for (int i = 0; i < 20; ++i) look({{0.1, 0.2}, {0.7, 0.2}});
  EXPECT_EQ(look({{0.1, 0.2}}).blob, 0);
}

TEST_F(FollowedSpots, OneThatGlarePullsAsideForOnePictureHasNotComeLast) {
  std::vector<Vector2> places = room(0.0);
  places.pop_back();
  for (int i = 0; i < 6; ++i) look(places);
  std::vector<Vector2> pulled = places;
  pulled[0].x() += 0.005;
  look(pulled);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(look(places).blob, kNoBlob) << i;
}

TEST_F(FollowedSpots, WhatHasStoodIsNotFoundAgainElsewhere) {
  for (int i = 0; i < 6; ++i) look({{0.1, 0.2}});
  for (int i = 0; i < 3; ++i) look({});
  look({{0.115, 0.2}});
  EXPECT_EQ(memory_.count, 2);
  EXPECT_EQ(memory_.spots[0].last, Vector2(0.1, 0.2));
}

TEST_F(FollowedSpots, WhatRestsIsNotTakenForOneThatWasLostOnItsWayThere) {
  for (int i = 0; i < 20; ++i) look({{0.2, 0.2}, {0.002 * i, 0.2}});
  for (int i = 0; i < 3; ++i) look({{0.002 * (20 + i), 0.2}});
  // Expected where the other one rests, when it comes back.
  memory_.spots[1].last = {0.198, 0.2};
  look({{0.2, 0.2}});
  EXPECT_EQ(memory_.spots[followed_[0]].first, Vector2(0.2, 0.2));
}

TEST_F(FollowedSpots, OneThatStandsFromTheBeginningIsNoTargetWhileAnotherIsLostFromSight) {
  for (int i = 0; i < 4; ++i) look({{0.1, 0.2}, {0.4 + 0.001 * i, 0.2}});
  EXPECT_EQ(look({{0.1, 0.2}}).reason, Unseen::kSeveralFit);
}

TEST_F(FollowedSpots, OneThatLeftTheTargetsPlaceIsARivalStill) {
  scene_.target_place = {0.1, 0.2};
  scene_.target_radius = 0.03;
  for (int i = 0; i < 20; ++i) look({{0.1, 0.2}, {0.12 + 0.003 * i, 0.2}});
  EXPECT_EQ(look({{0.1, 0.2}}).reason, Unseen::kSeveralFit);
}

TEST_F(FollowedSpots, WhatPartsComesFromWhereBothCameFrom) {
  for (int i = 0; i < 10; ++i) look({{0.003 * i, 0.2}});
  look({{0.03, 0.2}, {0.015, 0.2285}});  // glare
  memory_.spots[followed_[1]].origin = {0.5, 0.5};
  look({{0.033, 0.2}, {0.015, 0.2}});
  EXPECT_EQ(memory_.spots[followed_[1]].first, Vector2(0.015, 0.2));
  EXPECT_EQ(memory_.spots[followed_[1]].origin, Vector2(0.0, 0.2));
}

TEST_F(FollowedSpots, WhatIsNotSeenInThreeSearchesRunningIsNoTarget) {
  for (int i = 0; i < 30; ++i) {
    const bool shines = i % 3 != 2;
    EXPECT_EQ(look(shines ? std::vector<Vector2>{{0.1, 0.2}} : std::vector<Vector2>{}).blob, kNoBlob) << i;
  }
}

// A mover whose light runs together with that of a standing spot is not seen; what stands elsewhere, and came
// late, is still not it.
TEST_F(FollowedSpots, WhatComesWhileTheOneThatMovesIsHiddenIsNotTheTarget) {
  std::vector<Vector2> others = room(0.0);
  others.pop_back();
  const auto with = [&others](const Vector2& place) {
    std::vector<Vector2> places = others;
    places.push_back(place);
    return places;
  };
  for (int i = 1; i <= 10; ++i) look(with({0.003 * i, 0.0}));
  for (int i = 0; i < 8; ++i) EXPECT_EQ(look(with({0.5, -0.3})).blob, kNoBlob) << i;
}

TEST_F(FollowedSpots, ForgetsTheSpotsFollowedLongestAgoWhenThereAreTooMany) {
  for (int k = 0; k < 10; ++k) {
    std::vector<Vector2> places;
    for (int i = 0; i < 40; ++i) places.push_back({0.02 * i, 0.05 * k});
    look(places);
    EXPECT_LE(memory_.count, SpotMemory::kMost);
    for (int i = 0; i < 40; ++i) EXPECT_EQ(memory_.spots[followed_[i]].last, places[i]);
  }
}

TEST(FollowedSpot, ThatLeaptDoesNotMoveSteadily) {
  FollowedSpot spot;
  spot.last = {0.01, 0.0};
  spot.last_time = spot.first_time + std::chrono::milliseconds(200);
  spot.sightings = 5;
  spot.velocity = {0.05, 0.0};
  EXPECT_TRUE(moves_steadily(spot));
  spot.velocity = {0.2, 0.0};  // all of it at once
  EXPECT_FALSE(moves_steadily(spot));
  spot.velocity = {0.0, 0.0};  // and then nothing
  EXPECT_FALSE(moves_steadily(spot));
}

TEST_F(FollowedSpots, WhatIsSeenWhenTheTargetIsFoundIsNotTheTargetLater) {
  for (int i = 0; i < 3; ++i) look({{0.1, 0.2}, {0.4, 0.2}});
  EXPECT_EQ(count_sightings(memory_, {0.4, 0.2}, now_), 3);
  EXPECT_EQ(count_sightings(memory_, {0.25, 0.2}, now_), 0);
  note_beside_target(followed_[0], now_, memory_);
  EXPECT_FALSE(memory_.spots[followed_[0]].beside_target);
  EXPECT_TRUE(memory_.spots[followed_[1]].beside_target);
  let_go(followed_[0], memory_);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(look({{0.4, 0.2}}).blob, kNoBlob);
}

}  // namespace
}  // namespace freefloat
