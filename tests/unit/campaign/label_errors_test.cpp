// What the controller was told of LEDs, against where they were when the picture was taken.
#include "campaign/label_errors.h"

#include <gmock/gmock.h>

#include "campaign/run_case.h"
#include "config/load/load_experiment.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

/// A satellite with an LED in its middle that swings to and fro along x, as a camera sees it 40 ms ago.
class ToldLeds : public testing::Test {
 protected:
  static RobotParameters robot() {
    RobotParameters robot;
    robot.satellite_mass = 5.0;
    robot.satellite_inertia = 0.04;
    robot.links.resize(1);
    robot.links[0].mass = 1.0;
    robot.links[0].inertia = 0.01;
    robot.links[0].to_end = {0.3, 0.0};
    robot.markers = {{"middle", 0, {0.0, 0.0}, 0.2}};
    return robot;
  }
  static double place(double t) { return 0.2 * std::sin(8.0 * t); }
  static double speed(double t) { return 1.6 * std::cos(8.0 * t); }

  /// @param late By how much the LED is told where it was later than the picture, s.
  int wrong_of(double late) {
    LabelErrors errors(robot());
    for (int cycle = 0; cycle < 200; ++cycle) {
      const double now = 0.01 * cycle;
      CycleRecord record;
      record.input.now = Time{from_seconds(now)};
      Truth& truth = record.truth.emplace();
      truth.robot.p_WB = {place(now), 0.0};
      truth.robot.v_WB = {speed(now), 0.0};
      truth.robot.joints = truth.robot.joint_rates = JointVector::Zero(1);
      if (cycle >= 10) {
        MarkerFrame& frame = record.input.markers.emplace();
        frame.capture_time = Time{from_seconds(now - 0.044)};
        frame.marker_count = 1;
        frame.markers[0].seen = true;
        frame.markers[0].p_WM = {place(now - 0.044 + late), 0.0};
      }
      errors.add(record);
    }
    return errors.wrong();
  }
};

TEST_F(ToldLeds, AreRightWhereTheyWereWhenThePictureWasTaken) {
  EXPECT_EQ(wrong_of(0.0), 0);
}

TEST_F(ToldLeds, AreWrongWhereTheyWereAtAnotherTime) {
  EXPECT_GT(wrong_of(0.044), 100);
  EXPECT_GT(wrong_of(-0.044), 100);
}

TEST(CaseErrors, AreOfTheTimeThatTheEstimateIsOf) {
  RunConfig config = load_experiment(source_dir() + "/configs/experiments/moving_target.yaml",
                                     {"simulation.imaging.render=false"});
  const CaseResult result = run_case(config);
  EXPECT_TRUE(result.captured);
  EXPECT_EQ(result.wrong_labels, 0);
  EXPECT_LT(std::sqrt(result.hand_error_squared), 3e-4);
}

}  // namespace
}  // namespace freefloat
