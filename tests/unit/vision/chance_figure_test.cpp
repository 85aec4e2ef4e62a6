// With an LED hidden, another figure may hold by chance.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "hal/sim/rendered_camera.h"
#include "unit/vision/test_scene.h"
#include "vision/acquire_markers.h"
#include "vision/check_joints.h"
#include "vision/confirmed_assignments.h"
#include "vision/vision_pipeline.h"

namespace freefloat {
namespace {

constexpr double kAttitude = 0.4;
constexpr double kJoint1 = 0.7;
constexpr double kJoint2 = -1.2;

constexpr double kTargetHeight = 0.2;

/// Puts the target's LED where it is seen by the same ray as a place at another height.
void show_target_as(SceneSamples& scene, const Vector2& place, double height) {
  const CameraParameters camera = make_test_camera();
  const double z = camera.p_WC.z();
  const Vector2 below = camera.p_WC.head<2>();
  scene.leds[4].p_WM.fill(below + (place - below) * (z - kTargetHeight) / (z - height));
}

/// Joint 2's LED is dark, and the target's stands where joint 2 were if tail and joint 1 were exchanged: two
/// lengths and the joint's angle hold.
SceneSamples misleading_scene() {
  SceneSamples scene = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1, kJoint2}, {0.0, 0.0});
  scene.leds[2].visible = false;
  const Vector2 place = scene.leds[0].p_WM[0] + rotate(kAttitude + kPi + kJoint1, {0.34, 0.0});
  show_target_as(scene, place, 0.22);
  return scene;
}

TEST(ChanceFigure, DoesNotOverruleLedsThatAreWherePredicted) {
  const SceneSamples scene = misleading_scene();
  RenderedCamera camera(make_test_camera(), {}, 1);
  VisionPipeline vision(VisionConfig{.read_noise = 1.5}, make_test_camera(),
                        make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2));
  MarkerPrediction prediction;
  prediction.joints = Vector2{kJoint1, kJoint2};
  prediction.joint_sigma = 3e-3;
  for (std::size_t led = 0; led < 4; ++led)
    prediction.markers[led] = {true, scene.leds[led].p_WM[0], Vector2::Zero(), 5e-4};
  const MarkerFrame frame = vision.process(camera.render(scene, Time{}, 0).image, Time{}, 0, prediction);
  ASSERT_TRUE(frame.full_scan);
  for (const std::size_t led : {0u, 1u, 3u}) {
    ASSERT_TRUE(frame.markers[led].seen) << led;
    EXPECT_LT((frame.markers[led].p_WM - scene.leds[led].p_WM[0]).norm(), 1e-3) << led;
  }
  EXPECT_FALSE(frame.markers[2].seen);
}

/// Joint 1's LED is dark, and the target's stands where joint 1 were if joint 2 and tip were exchanged and
/// the tail dark: two lengths and joint 2's angle hold, of the truth one length and joint 1's angle.
TEST(ChanceFigure, IsNoBetterThanTheTruthForTheLedThatItHides) {
  SceneSamples scene = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1, kJoint2}, {0.0, 0.0});
  scene.leds[1].visible = false;
  const Vector2 place = scene.leds[3].p_WM[0] - rotate(kAttitude + kPi + kJoint1, {0.34, 0.0});
  show_target_as(scene, place, 0.25);
  RenderedCamera camera(make_test_camera(), {}, 1);
  VisionPipeline vision(VisionConfig{.read_noise = 1.5}, make_test_camera(),
                        make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2));
  MarkerPrediction prediction;
  prediction.joints = Vector2{kJoint1, kJoint2};
  prediction.joint_sigma = 3e-3;
  const MarkerFrame frame = vision.process(camera.render(scene, Time{}, 0).image, Time{}, 0, prediction);
  for (std::size_t led = 0; led < 4; ++led) {
    if (!frame.markers[led].seen) continue;
    EXPECT_LT((frame.markers[led].p_WM - scene.leds[led].p_WM[0]).norm(), 1e-3) << led;
  }
}

/// The tail's LED is dark, and the target's stands as far from joint 1 as the tail would: all lengths hold.
class StrangerAsTail : public ::testing::Test {
 protected:
  StrangerAsTail() {
    samples_.leds[0].visible = false;
    const double length = (samples_.leds[0].p_WM[0] - samples_.leds[1].p_WM[0]).norm();
    const Vector2 place = samples_.leds[1].p_WM[0] + rotate(2.4, {length, 0.0});
    show_target_as(samples_, place, 0.22);
    scene_.joints_told = true;
  }

  MarkerFrame look(const JointVector& joints) {
    VisionPipeline vision(VisionConfig{.read_noise = 1.5}, make_test_camera(), scene_);
    MarkerPrediction prediction;
    prediction.joints = joints;
    prediction.joint_sigma = 3e-3;
    RenderedCamera camera(make_test_camera(), {}, 1);
    return vision.process(camera.render(samples_, Time{}, 0).image, Time{}, 0, prediction);
  }

  SceneSamples samples_ = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1, kJoint2}, {0.0, 0.0});
  MarkerScene scene_ = make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2);
};

TEST_F(StrangerAsTail, IsNotBelievedBeforeTheAnglesAreKnown) {
  const MarkerFrame frame = look({});
  for (std::size_t led = 0; led < 4; ++led) EXPECT_FALSE(frame.markers[led].seen) << led;
}

TEST_F(StrangerAsTail, IsSeenThroughByTheAngles) {
  const MarkerFrame frame = look(Vector2{kJoint1, kJoint2});
  EXPECT_FALSE(frame.markers[0].seen);
  for (const std::size_t led : {1u, 2u, 3u}) {
    ASSERT_TRUE(frame.markers[led].seen) << led;
    EXPECT_LT((frame.markers[led].p_WM - samples_.leds[led].p_WM[0]).norm(), 1e-3) << led;
  }
}

void show(MappedBlobs& mapped, const Vector2& place) {
  for (auto& plane : mapped.positions) plane[mapped.count] = place;
  ++mapped.count;
}

/// Where an LED of the robot may be that is not labelled, no target is.
TEST(UnlabelledLed, IsKnownByItsLengthsAndTheAngles) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, kTargetHeight);
  const SceneSamples samples = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1, kJoint2}, {0.0, 0.0});
  const auto mapped = std::make_unique<MappedBlobs>();
  for (std::size_t led = 0; led < 4; ++led) mapped->positions[0][led] = samples.leds[led].p_WM[0];
  const JointVector joints = Vector2{kJoint1, kJoint2};
  const JointCheck check{joints, 3e-3, 0.006};
  Labels labels = no_labels();
  labels[2] = 2;
  labels[3] = 3;
  EXPECT_TRUE(may_be_unlabelled_led(scene, *mapped, labels, 0, check));
  EXPECT_TRUE(may_be_unlabelled_led(scene, *mapped, labels, 1, check));
  labels[1] = 1;
  const Vector2 to_tail = (mapped->positions[0][0] - mapped->positions[0][1]).normalized();
  mapped->positions[0][4] = mapped->positions[0][0] + 0.015 * to_tail;
  EXPECT_TRUE(may_be_unlabelled_led(scene, *mapped, labels, 4, check)) << "drawn aside by another spot";
  mapped->positions[0][4] = mapped->positions[0][0] + 0.035 * to_tail;
  EXPECT_FALSE(may_be_unlabelled_led(scene, *mapped, labels, 4, check));
  labels[1] = kNoBlob;
  // As far from joint 2 as joint 1, but not where the angle puts it.
  const Vector2& joint2 = mapped->positions[0][2];
  mapped->positions[0][4] = joint2 + rotate(1.2, Vector2(mapped->positions[0][1] - joint2));
  EXPECT_FALSE(may_be_unlabelled_led(scene, *mapped, labels, 4, check));
  const JointVector unknown;
  EXPECT_TRUE(may_be_unlabelled_led(scene, *mapped, labels, 4, {unknown, 0.0, 0.006}));
  // Nor is any left when all are labelled.
  labels[0] = 0;
  labels[1] = 1;
  EXPECT_FALSE(may_be_unlabelled_led(scene, *mapped, labels, 4, {unknown, 0.0, 0.006}));
}

TEST(FigureError, IsWhatNoTurnOrShiftMakesUpFor) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, kTargetHeight);
  const SceneSamples samples = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1, kJoint2}, {0.0, 0.0});
  const auto mapped = std::make_unique<MappedBlobs>();
  for (std::size_t led = 0; led < 4; ++led) mapped->positions[0][led] = samples.leds[led].p_WM[0];
  Labels labels = no_labels();
  for (int led = 0; led < 4; ++led) labels[led] = led;
  const JointVector joints = Vector2{kJoint1, kJoint2};
  const JointCheck check{joints, 3e-3, 0.006};
  EXPECT_LT(figure_error(scene, *mapped, labels, check), 1e-12);

  const JointVector turned_back = -joints;
  EXPECT_GT(figure_error(scene, *mapped, labels, {turned_back, 3e-3, 0.006}), 1e-2);

  // Two LEDs that are drawn apart by 10 mm are off by 5 mm each.
  Labels two = no_labels();
  two[2] = 2;
  two[3] = 3;
  const Vector2 along = (mapped->positions[0][3] - mapped->positions[0][2]).normalized();
  mapped->positions[0][3] += 0.01 * along;
  EXPECT_NEAR(figure_error(scene, *mapped, two, check), 2 * 0.005 * 0.005, 1e-9);
}

TEST(PlaceError, IsHowFarAnLedIsFromWhereTwoOthersAndTheAnglesPutIt) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, kTargetHeight);
  const SceneSamples samples = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1, kJoint2}, {0.0, 0.0});
  const auto mapped = std::make_unique<MappedBlobs>();
  Labels labels = no_labels();
  for (int led = 0; led < 4; ++led) {
    mapped->positions[0][led] = samples.leds[led].p_WM[0];
    labels[led] = led;
  }
  const JointVector joints = Vector2{kJoint1, kJoint2};
  const JointCheck check{joints, 3e-3, 0.006};
  EXPECT_LT(place_error(scene, *mapped, labels, {0, 1}, 3, check), 1e-9);
  mapped->positions[0][3] += Vector2{0.03, -0.04};
  EXPECT_NEAR(place_error(scene, *mapped, labels, {1, 0}, 3, check), 0.05, 1e-9);
}

TEST(FigurePlaces, AreWhereTheLedsOfATurnedRobotAreThoughOnlyTheSatellitesAreSeen) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, kTargetHeight);
  const SceneSamples samples = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1, kJoint2}, {0.0, 0.0});
  const auto mapped = std::make_unique<MappedBlobs>();
  for (std::size_t led = 0; led < 2; ++led) show(*mapped, samples.leds[led].p_WM[0]);
  Labels labels = no_labels();
  const JointVector joints = Vector2{kJoint1, kJoint2};
  const JointCheck check{joints, 3e-3, 0.006};
  labels[0] = 0;
  EXPECT_FALSE(place_by_satellite(scene, *mapped, labels, check)) << "one LED tells no attitude";
  labels[1] = 1;
  const auto places = place_by_satellite(scene, *mapped, labels, check);
  ASSERT_TRUE(places);
  for (std::size_t led = 0; led < 4; ++led)
    EXPECT_LT((places->leds[led] - samples.leds[led].p_WM[0]).norm(), 1e-9) << led;
  EXPECT_LT((places->satellite - 0.5 * (samples.leds[0].p_WM[0] + samples.leds[1].p_WM[0])).norm(), 1e-12);
}

/// The tip is dark; among many spots one is at its length from joint 2, a few degrees from where the angle
/// puts it.
TEST(ChanceFigure, IsNotCompletedByASpotAtTheTipsLength) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, kTargetHeight);
  const SceneSamples samples = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1, kJoint2}, {0.0, 0.0});
  const auto mapped = std::make_unique<MappedBlobs>();
  mapped->flux.fill(1000.0);
  for (std::size_t led = 0; led < 3; ++led) show(*mapped, samples.leds[led].p_WM[0]);
  const Vector2& joint = samples.leds[2].p_WM[0];
  const Vector2 link = samples.leds[3].p_WM[0] - joint;
  show(*mapped, joint + rotate(0.08, link));
  for (int i = 0; i < 6; ++i) show(*mapped, {-0.8 + 0.13 * i, 0.7 - 0.05 * i * i});
  const JointVector joints = Vector2{kJoint1, kJoint2};
  Acquisition found = acquire_robot(scene, *mapped, {}, joints, 3e-3);
  for (const int led : {0, 1, 2}) EXPECT_EQ(found.labels[led], led);
  EXPECT_EQ(found.labels[3], kNoBlob);
  // As far off as a potentiometer is it is the tip.
  for (auto& plane : mapped->positions) plane[3] = joint + rotate(0.02, link);
  found = acquire_robot(scene, *mapped, {}, joints, 3e-3);
  EXPECT_EQ(found.labels[3], 3);
}

/// Three spots that lie as joint 1, joint 2 and tip, by chance as soon as there are very many others.
TEST(ChanceFigure, OfThreeSpotsIsBelievedAmongFewOthers) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, kTargetHeight);
  const SceneSamples samples = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1, kJoint2}, {0.0, 0.0});
  const JointVector joints = Vector2{kJoint1, kJoint2};
  const auto find_tip = [&](int others) {
    const auto mapped = std::make_unique<MappedBlobs>();
    mapped->flux.fill(1000.0);
    for (std::size_t led = 1; led < 4; ++led) show(*mapped, samples.leds[led].p_WM[0]);
    for (int i = 0; i < others; ++i) show(*mapped, {3.0 + 1.7 * i, 3.0 + 0.9 * i * i});  // at no known length
    return acquire_robot(scene, *mapped, {}, joints, 3e-3).labels[3];
  };
  EXPECT_EQ(find_tip(10), 2);
  EXPECT_EQ(find_tip(40), kNoBlob);
}

/// The tip is dark; of few spots one is at its length from joint 2, off the angle as only a potentiometer
/// that is wrong would be.
TEST(ChanceFigure, IsNotCompletedByGlareAtTheTipsLength) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, kTargetHeight);
  const SceneSamples samples = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1, kJoint2}, {0.0, 0.0});
  const auto mapped = std::make_unique<MappedBlobs>();
  mapped->flux.fill(1000.0);
  for (auto& plane : mapped->positions) {
    for (std::size_t led = 0; led < 3; ++led) plane[led] = samples.leds[led].p_WM[0];
    plane[3] = plane[2] + rotate(0.13, samples.leds[3].p_WM[0] - plane[2]);
    plane[4] = {0.4, 0.5};
  }
  mapped->count = 5;
  const JointVector joints = Vector2{kJoint1, kJoint2};
  SpotMarks seen_before{true, true, true, false, true};
  EXPECT_EQ(acquire_robot(scene, *mapped, {}, joints, 3e-3, &seen_before).labels[3], kNoBlob);
  // What stays is no glare.
  seen_before[3] = true;
  EXPECT_EQ(acquire_robot(scene, *mapped, {}, joints, 3e-3, &seen_before).labels[3], 3);
}

/// Joint 2 and tip are dark; the target's LED stands near where the tip would be if tail and joint 1 were
/// exchanged.
TEST(ChanceFigure, OfTwoLedsAndAStrangerIsNotBelieved) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, kTargetHeight);
  const SceneSamples samples = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1, kJoint2}, {0.0, 0.0});
  const auto mapped = std::make_unique<MappedBlobs>();
  mapped->count = 3;
  mapped->flux.fill(1000.0);
  const Vector2& tail = samples.leds[0].p_WM[0];
  const Vector2& joint = samples.leds[1].p_WM[0];
  mapped->positions[0][0] = tail;
  mapped->positions[0][1] = joint;
  // The figure turned by half a turn about the middle of the two.
  mapped->positions[0][2] = tail + joint - samples.leds[3].p_WM[0] + Vector2{0.03, 0.03};
  const JointVector joints = Vector2{kJoint1, kJoint2};
  const Acquisition found = acquire_robot(scene, *mapped, {}, joints, 3e-3);
  for (std::size_t led = 0; led < 4; ++led) EXPECT_EQ(found.labels[led], kNoBlob) << led;
}

/// One LED is dark. Joint 1's, and the potentiometers put joint 2 and tip about equally far from the tail:
/// the two exchanged keep the one length between them, and each distance to the tail within what the joints
/// allow. Or joint 2's, and tail and joint 1 exchanged put the tip near to where it is seen, or to the
/// target. Only the whole figure tells which is which.
struct FoldedArm {
  int dark;
  Vector2 joints;              // rad
  std::vector<Vector2> spots;  // of the other LEDs in their order, and the target's, m
};

[[maybe_unused]] void PrintTo(const FoldedArm& arm, std::ostream* out) {
  *out << "joints at " << arm.joints.transpose() << " rad";
}

class ExchangedLeds : public ::testing::TestWithParam<FoldedArm> {
 protected:
  static Acquisition acquire(const JointVector& joints);
};

Acquisition ExchangedLeds::acquire(const JointVector& joints) {
  RobotParameters robot = make_test_robot();
  robot.satellite_to_joint = {0.19, 0.0};
  for (std::size_t i = 0; i < 2; ++i) {
    const double length = i == 0 ? 0.35 : 0.31;
    robot.links[i].to_mass_centre = {0.0, 0.0};
    robot.links[i].to_end = {length, 0.0};
    robot.markers[2 + i].position = {length, 0.0};
  }
  robot.markers[0].position = {-0.19, 0.0};
  robot.markers[1].position = {0.19, 0.0};
  MarkerScene scene = make_marker_scene(robot, {Vector2::Zero()}, kTargetHeight);
  scene.joints_told = true;
  const auto mapped = std::make_unique<MappedBlobs>();
  mapped->count = static_cast<int>(GetParam().spots.size());
  for (std::size_t i = 0; i < GetParam().spots.size(); ++i) {
    mapped->positions[0][i] = GetParam().spots[i];
    mapped->flux[i] = 1000.0;
  }
  return acquire_robot(scene, *mapped, {}, joints, 3e-3);
}

TEST_P(ExchangedLeds, AreToldApartByTheWholeFigure) {
  const Acquisition found = acquire(GetParam().joints);
  int spot = 0;
  for (int led = 0; led < 4; ++led) {
    const int expected = led == GetParam().dark ? kNoBlob : spot++;
    EXPECT_EQ(found.labels[led], expected) << "LED " << led;
  }
}

// By thirteen times the deviation that they are told to have.
TEST_P(ExchangedLeds, AreNotTakenForEachOtherWherePotentiometersAreOff) {
  for (const double off_1 : {-0.04, -0.02, 0.0, 0.02, 0.04}) {
    for (const double off_2 : {-0.04, -0.02, 0.0, 0.02, 0.04}) {
      const Acquisition found = acquire(GetParam().joints + Vector2{off_1, off_2});
      int spot = 0;
      for (int led = 0; led < 4; ++led) {
        const int expected = led == GetParam().dark ? kNoBlob : spot++;
        const int label = found.labels[led];
        EXPECT_TRUE(label == expected || label == kNoBlob)
            << "LED " << led << ", off by " << off_1 << ", " << off_2;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    ChanceFigure, ExchangedLeds,
    ::testing::Values(
        FoldedArm{1, {-2.762, -1.824}, {{0.162, 0.196}, {0.024, 0.169}, {0.333, 0.143}, {0.078, -0.424}}},
        FoldedArm{1, {-1.067, -1.267}, {{-0.075, -0.124}, {0.550, -0.193}, {0.440, -0.482}, {-0.500, 0.400}}},
        FoldedArm{2, {2.033, 2.602}, {{-0.143, 0.146}, {-0.045, -0.222}, {-0.087, -0.047}, {0.067, 0.328}}},
        FoldedArm{2, {1.944, 1.578}, {{0.099, 0.241}, {0.076, -0.138}, {0.311, 0.264}, {-0.174, -0.153}}},
        FoldedArm{2, {2.033, 2.599}, {{0.017, 0.004}, {-0.302, -0.201}, {-0.148, -0.107}, {-0.609, -0.125}}},
        FoldedArm{2, {2.692, -1.717}, {{0.071, -0.120}, {0.055, 0.260}, {-0.348, 0.101}, {0.496, 0.083}}}));

/// The potentiometers are off, so that the robot lies off its figure; tail and joint 2, of which one is the
/// target's spot, lie on it by chance, as two do soon.
TEST(ConfirmedAssignments, OneThatLabelsLessRulesOutNone) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, kTargetHeight);
  const SceneSamples samples = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1, kJoint2}, {0.0, 0.0});
  const SceneSamples told = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1 + 0.1, kJoint2}, {0.0, 0.0});
  const auto mapped = std::make_unique<MappedBlobs>();
  for (std::size_t led = 0; led < 4; ++led) mapped->positions[0][led] = samples.leds[led].p_WM[0];
  mapped->positions[0][4] = told.leds[2].p_WM[0];
  mapped->count = 5;
  const JointVector joints = Vector2{kJoint1 + 0.1, kJoint2};
  const JointCheck check{joints, 3e-3, 0.006};
  std::array<Assignment, 2> all{Assignment{no_labels()}, Assignment{no_labels()}};
  for (int led = 0; led < 4; ++led) all[0].labels[led] = led;
  all[1].labels[0] = 0;
  all[1].labels[2] = 4;
  ASSERT_GT(figure_error(scene, *mapped, all[0].labels, check), 0.015 * 0.015);
  ASSERT_LT(figure_error(scene, *mapped, all[1].labels, check), 1e-6);
  EXPECT_EQ(keep_confirmed(scene, *mapped, check, all).size(), 2u);
}

/// Joint 2 and tip are dark. The target's LED goes to where the tip would be if tail and joint 1 were
/// exchanged, or is seen there first.
TEST(ChanceFigure, ThatSpotsLongInSightMakeAllOfASuddenIsNotBelieved) {
  SceneSamples scene = make_test_scene({0.1, -0.2}, kAttitude, {kJoint1, kJoint2}, {0.0, 0.0});
  scene.leds[2].visible = scene.leds[3].visible = false;
  const Vector2 place = scene.leds[0].p_WM[0] + scene.leds[1].p_WM[0] - scene.leds[3].p_WM[0];
  RenderedCamera camera(make_test_camera(), {}, 1);
  const auto label_after = [&](int pictures, int glares = 0, bool comes_last = false) {
    VisionPipeline vision(VisionConfig{.read_noise = 1.5}, make_test_camera(),
                          make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2));
    MarkerPrediction prediction;
    prediction.joints = Vector2{kJoint1, kJoint2};
    prediction.joint_sigma = 3e-3;
    MarkerFrame frame;
    for (int i = 0; i <= pictures; ++i) {
      const Time at{std::chrono::milliseconds(10 * i)};
      show_target_as(scene, place + Vector2{0.004 * (pictures - i), 0.0}, 0.22);
      scene.glare_count = i == pictures ? glares : 0;
      scene.leds[4].visible = i == pictures || !comes_last;
      frame = vision.process(camera.render(scene, at, static_cast<std::uint64_t>(i)).image, at,
                             static_cast<std::uint64_t>(i), prediction);
    }
    return frame.markers[3].seen;
  };
  ASSERT_TRUE(label_after(0)) << "the figure must be one that would be believed at once";
  EXPECT_FALSE(label_after(20));
  EXPECT_FALSE(label_after(20, 1)) << "glare is no LED's spot";
  EXPECT_FALSE(label_after(20, 0, true)) << "the spot may be glare";
}

}  // namespace
}  // namespace freefloat
