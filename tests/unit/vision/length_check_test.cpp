#include "vision/length_check.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "types/angle.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kSpotNoise = 0.05;   // pixels
constexpr double kSigmaFloor = 1e-4;  // m
constexpr Duration kPictureStep = std::chrono::milliseconds(20);

RobotParameters two_joint_robot() {
  RobotParameters robot;
  robot.satellite_to_joint = {0.19, 0.0};
  robot.links = {{0.7, 0.04, {0.16, 0.0}, {0.19, 0.0}}, {0.6, 0.01, {0.12, 0.0}, {0.23, 0.0}}};
  robot.markers = {{"tail", 0, {-0.19, 0.0}, 0.2},
                   {"joint_1", 0, {0.19, 0.0}, 0.2},
                   {"joint_2", 1, {0.19, 0.0}, 0.2},
                   {"tip", 2, {0.19, 0.0}, 0.2}};
  return robot;
}

CameraParameters ceiling_camera() {
  CameraParameters camera;
  camera.width = 1280;
  camera.height = 1024;
  camera.fx = camera.fy = 1300.0;
  camera.cx = 640.0;
  camera.cy = 510.0;
  camera.distortion = {-0.08, 0.0, 0.0, 0.0, 0.0};
  camera.p_WC = {0.0, 0.0, 2.6};
  return camera;
}

/// The robot as it is, in pictures of a camera that may hang elsewhere than the file says.
class KnownLengths : public testing::Test {
 protected:
  KnownLengths() : random_(5) {}

  MarkerFrame see(const CameraParameters& camera, const RobotParameters& robot) {
    const CameraModel truth(camera);
    const CameraModel belief(ceiling_camera());
    const std::vector<double> posture{0.2, -0.1, 0.6, 0.5, 1.1};
    const auto places = place_leds(chain_of(robot), posture.data());
    std::normal_distribution<double> noise(0.0, kSpotNoise);
    MarkerFrame frame;
    frame.capture_time = now_ += kPictureStep;
    frame.marker_count = static_cast<int>(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      MarkerMeasurement& marker = frame.markers[i];
      marker.seen = true;
      marker.uv_px = *truth.project(places[i]) + Vector2(noise(random_), noise(random_));
      const Matrix2 scale = belief.back_projection_jacobian(marker.uv_px, places[i].z());
      marker.covariance = kSpotNoise * kSpotNoise * scale * scale.transpose();
    }
    return frame;
  }

  void show(LengthCheck& check, const CameraParameters& camera, const RobotParameters& robot, int count) {
    for (int i = 0; i < count; ++i) check.add(see(camera, robot));
  }

  std::mt19937_64 random_;
  Time now_{};
};

TEST_F(KnownLengths, ObjectsToSpotsThatAreNowhereTheRobots) {
  LengthCheck check(two_joint_robot(), ceiling_camera(), kSigmaFloor, false);
  const auto show_spots = [&](int spots, int count) {
    for (int i = 0; i < count; ++i) {
      MarkerFrame frame = see(ceiling_camera(), two_joint_robot());
      for (MarkerMeasurement& marker : frame.markers) marker = {};
      frame.blob_count = spots;
      check.add(frame);
    }
  };
  show_spots(3, 100);  // too few: some are dark
  EXPECT_THAT(check.objection(), IsEmpty());
  show_spots(5, 14);
  EXPECT_THAT(check.objection(), IsEmpty());
  show_spots(5, 1);
  EXPECT_THAT(check.objection(), HasSubstr("5 spots are seen, none as far apart"));
  EXPECT_THAT(check.objection(), HasSubstr("freefloat calibrate table CAMERA.yaml --boards"));
  show(check, ceiling_camera(), two_joint_robot(), 1);
  EXPECT_THAT(check.objection(), IsEmpty());
}

TEST_F(KnownLengths, SaysNothingOfARobotThatIsAsItsFileSays) {
  LengthCheck check(two_joint_robot(), ceiling_camera(), kSigmaFloor);
  for (int i = 0; i < 500; ++i) {
    check.add(see(ceiling_camera(), two_joint_robot()));
    ASSERT_THAT(check.objection(), IsEmpty());
  }
}

TEST_F(KnownLengths, NamesLedNumbersAndRemedy) {
  RobotParameters longer = two_joint_robot();
  longer.markers[3].position.x() += 0.003;
  LengthCheck check(two_joint_robot(), ceiling_camera(), kSigmaFloor);
  show(check, ceiling_camera(), longer, 15);
  EXPECT_THAT(check.trouble(), HasSubstr("LED tip is 0."));
  EXPECT_THAT(check.trouble(), HasSubstr("(15 pictures, 0."));
  EXPECT_THAT(check.objection(), HasSubstr("freefloat calibrate table CAMERA.yaml --run"));
  EXPECT_THAT(check.objection(), HasSubstr("or raise marker_sigma_floor_mm"));
  EXPECT_LT(check.objection().size(), 256u);  // all that a log keeps of a phase's reason
}

TEST_F(KnownLengths, FindsACameraThatHangsElsewhere) {
  CameraParameters moved = ceiling_camera();
  moved.p_WC.z() += 0.02;
  moved.rpy_WC.x() += deg_to_rad(1.0);
  LengthCheck check(two_joint_robot(), ceiling_camera(), kSigmaFloor);
  show(check, moved, two_joint_robot(), 15);
  EXPECT_THAT(check.objection(), HasSubstr("calibrate table"));
}

TEST_F(KnownLengths, AreHeldAgainstTheOtherLedsWhereOneIsNoNumber) {
  RobotParameters robot = two_joint_robot();
  robot.markers.push_back({"wrist", 2, {0.05, 0.0}, 0.2});
  RobotParameters longer = robot;
  longer.markers[3].position.x() += 0.01;
  LengthCheck without(robot, ceiling_camera(), kSigmaFloor);
  LengthCheck by_place(robot, ceiling_camera(), kSigmaFloor);
  LengthCheck by_covariance(robot, ceiling_camera(), kSigmaFloor);
  for (int i = 0; i < 15; ++i) {
    MarkerFrame hidden = see(ceiling_camera(), longer);
    MarkerFrame nowhere = hidden;
    MarkerFrame uncertain = hidden;
    hidden.markers[4].seen = false;
    nowhere.markers[4].uv_px.y() = std::nan("");
    uncertain.markers[4].covariance(0, 0) = std::nan("");
    without.add(hidden);
    by_place.add(nowhere);
    by_covariance.add(uncertain);
  }
  EXPECT_THAT(without.trouble(), HasSubstr("LED tip"));
  EXPECT_EQ(by_place.trouble(), without.trouble());
  EXPECT_EQ(by_covariance.trouble(), without.trouble());
}

TEST_F(KnownLengths, TakesNoWordOfFewPicturesOrOfWrongLabels) {
  RobotParameters longer = two_joint_robot();
  longer.markers[2].position.x() += 0.01;
  LengthCheck few(two_joint_robot(), ceiling_camera(), kSigmaFloor);
  show(few, ceiling_camera(), longer, static_cast<int>(LengthCheck::kFewestPictures) - 1);
  EXPECT_THAT(few.objection(), IsEmpty());
  show(few, ceiling_camera(), longer, 1);
  EXPECT_THAT(few.objection(), HasSubstr("joint_2"));

  LengthCheck swapped(two_joint_robot(), ceiling_camera(), kSigmaFloor);
  for (int i = 0; i < 60; ++i) {
    MarkerFrame frame = see(ceiling_camera(), two_joint_robot());
    if (i % 3 == 0) std::swap(frame.markers[2], frame.markers[3]);
    swapped.add(frame);
    ASSERT_THAT(swapped.objection(), IsEmpty()) << i;
  }
}

TEST_F(KnownLengths, IsWellAgainOnceThePicturesAgree) {
  RobotParameters longer = two_joint_robot();
  longer.markers[3].position.x() += 0.01;
  LengthCheck check(two_joint_robot(), ceiling_camera(), kSigmaFloor);
  show(check, ceiling_camera(), longer, 30);
  EXPECT_THAT(check.objection(), HasSubstr("tip"));
  show(check, ceiling_camera(), two_joint_robot(), 15);
  EXPECT_THAT(check.objection(), IsEmpty());
}

TEST_F(KnownLengths, ComparesNothingWhereThatIsNotWanted) {
  RobotParameters longer = two_joint_robot();
  longer.markers[3].position.x() += 0.01;
  LengthCheck check(two_joint_robot(), ceiling_camera(), kSigmaFloor, false);
  show(check, ceiling_camera(), longer, 30);
  EXPECT_THAT(check.objection(), IsEmpty());
}

TEST_F(KnownLengths, SkipsPicturesInWhichLedsAreHidden) {
  RobotParameters longer = two_joint_robot();
  longer.markers[3].position.x() += 0.01;
  LengthCheck check(two_joint_robot(), ceiling_camera(), kSigmaFloor);
  for (int i = 0; i < 30; ++i) {
    MarkerFrame frame = see(ceiling_camera(), longer);
    frame.markers[1] = {};
    check.add(frame);
  }
  EXPECT_THAT(check.objection(), IsEmpty());
}

}  // namespace
}  // namespace freefloat
