// Several targets in one picture: told apart by three of their LEDs or more.
#include "vision/compare_figures.h"

#include <gtest/gtest.h>

#include <memory>

#include "types/angle.h"
#include "unit/vision/test_scene.h"
#include "vision/acquire_markers.h"

namespace freefloat {
namespace {

using Figure = std::vector<Vector2>;

constexpr double kTolerance = 0.006;  // m

const Figure kFirst{{0.0, 0.0}, {0.10, 0.04}, {0.10, -0.06}};
const Figure kSecond{{0.0, 0.0}, {0.06, 0.07}, {0.13, -0.02}};

Figure moved(const Figure& figure, double turn, const Vector2& by, bool mirrored = false) {
  Figure result;
  for (const Vector2& led : figure) {
    const Vector2 seen = mirrored ? Vector2(led.x(), -led.y()) : led;
    result.push_back(by + rotate(turn, seen));
  }
  return result;
}

TEST(CompareFigures, AreAlikeHoweverTheyAreTurnedAndNumbered) {
  Figure other = moved(kFirst, 2.1, {0.3, -0.2});
  EXPECT_TRUE(are_alike(kFirst, other, kTolerance));
  std::swap(other[0], other[2]);
  EXPECT_TRUE(are_alike(kFirst, other, kTolerance));
}

TEST(CompareFigures, AreToldApartByALengthOrBeingMirrored) {
  EXPECT_FALSE(are_alike(kFirst, kSecond, kTolerance));
  EXPECT_FALSE(are_alike(kFirst, moved(kFirst, 0.4, {0.0, 0.0}, true), kTolerance));
  Figure longer = kFirst;
  longer[1].x() += 0.005;
  EXPECT_TRUE(are_alike(kFirst, longer, kTolerance));
  longer[1].x() += 0.01;
  EXPECT_FALSE(are_alike(kFirst, longer, kTolerance));
}

TEST(CompareFigures, AreAlikeWhereThreeOfManyAre) {
  Figure more = moved(kFirst, -1.0, {0.1, 0.1});
  more.insert(more.begin(), {0.5, 0.5});
  EXPECT_TRUE(are_alike(kFirst, more, kTolerance));
  EXPECT_TRUE(are_alike(more, kFirst, kTolerance));
}

TEST(CompareFigures, MirroringDoesNotTellLedsInLineApart) {
  const Figure line{{0.0, 0.0}, {0.05, 0.001}, {0.12, 0.0}};
  EXPECT_TRUE(are_alike(line, moved(line, 1.0, {0.2, 0.0}, true), kTolerance));
}

/// Spots of both targets, one as blob 0 to 2, the other as 3 to 5.
struct TwoTargets {
  MarkerScene scene = make_marker_scene(make_test_robot(), kFirst, 0.2);
  std::unique_ptr<MappedBlobs> mapped = std::make_unique<MappedBlobs>();

  TwoTargets() { add_target(kSecond, 0.2, scene); }

  void show(const Figure& figure) {
    for (const Vector2& spot : figure) {
      const std::size_t blob = mapped->count++;
      mapped->positions[0][blob] = spot;
      mapped->flux[blob] = 100.0;
    }
  }

  Labels acquire(std::size_t target) const {
    Labels labels = no_labels();
    acquire_target(scene, scene.targets.at(target), *mapped, {}, VisionConfig{}, labels);
    return labels;
  }
};

TEST(SeveralFigures, EachIsFoundAmongTheOthersSpots) {
  TwoTargets the;
  the.show(moved(kFirst, 0.7, {0.1, 0.3}));
  the.show(moved(kSecond, -0.4, {0.3, 0.2}));
  const std::size_t first = the.scene.robot_count;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(the.acquire(0)[first + i], static_cast<int>(i));
    EXPECT_EQ(the.acquire(1)[first + 3 + i], static_cast<int>(3 + i));
  }
}

TEST(SeveralFigures, TwoSpotsOfAnotherTargetAreNotTakenForAHiddenOne) {
  // Two LEDs of the second are 114 mm apart, two of the first 117 mm.
  TwoTargets the;
  the.show(moved(kSecond, -0.4, {0.3, 0.2}));
  EXPECT_EQ(the.acquire(0), no_labels());
}

}  // namespace
}  // namespace freefloat
