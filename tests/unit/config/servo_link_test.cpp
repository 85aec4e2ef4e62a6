// Servos without a board of ours: which joint hangs at which, and what somebody has to accept.
#include <gmock/gmock.h>

#include "config/load/load_experiment.h"
#include "support/config_files.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using namespace testing_support;

class ServoLinkTest : public ConfigFiles {
 protected:
  ServoLinkTest() {
    std::filesystem::copy(kFrozenConfigs, path("configs"), std::filesystem::copy_options::recursive);
  }

  std::string experiment_with(const std::string& link) const {
    const std::string modern = read_all(path("configs/testbeds/modern.yaml"));
    write("configs/testbeds/modern.yaml", modern + "hardware:\n  link: {" + link + "}\n");
    return path("configs/experiments/standing_target.yaml");
  }

  ConfigProblem problem_with(const std::string& link) const {
    const std::string file = experiment_with(link);
    return problem_of([&] { load_experiment(file); });
  }
};

TEST_F(ServoLinkTest, ReadsHowJointsHangAtServos) {
  const RunConfig run = load_experiment(experiment_with(
      "type: dynamixel, port: emulated, accepted_stop_ms: 200, joints: [{id: 4, gear_ratio: 2, reversed: "
      "true, "
      "zero_deg: 90, max_current_a: 0.5}, {id: 9}], gripper: {id: 1, open_deg: 180, closed_deg: 90}"));
  const LinkConfig& link = *run.hardware.link;
  EXPECT_TRUE(link.is_emulated());
  EXPECT_FALSE(run.hardware.has_real_link());
  ASSERT_EQ(link.joints.size(), 2u);
  // A joint's turn is two of the shaft, the other way round.
  EXPECT_NEAR(link.joints[0].to_shaft_angle(0.25), 0.5 * M_PI - 0.5, 1e-12);
  EXPECT_NEAR(link.joints[0].to_joint_angle(link.joints[0].to_shaft_angle(0.7)), 0.7, 1e-12);
  EXPECT_NEAR(link.joints[0].to_joint_rate(1.0), -0.5, 1e-12);
  EXPECT_NEAR(link.gripper->closed, 0.5 * M_PI, 1e-12);
}

TEST_F(ServoLinkTest, LateStopMustBeAccepted) {
  const std::string servos = "type: dynamixel, port: emulated, joints: [{id: 1}, {id: 2}]";
  const ConfigProblem missing = problem_with(servos);
  EXPECT_THAT(missing.key, HasSubstr("accepted_stop_ms"));
  EXPECT_THAT(missing.problem, HasSubstr("rest after 160 ms only"));
  EXPECT_THAT(missing.allowed, HasSubstr("at least 160 ms"));
}

TEST_F(ServoLinkTest, BoundFollowsTheTimeToLive) {
  const ConfigProblem problem =
      problem_with("type: dynamixel, port: emulated, joints: [{id: 1}, {id: 2}], accepted_stop_ms: 159");
  EXPECT_THAT(problem.allowed, HasSubstr("160 ms"));
}

TEST_F(ServoLinkTest, EachJointHasAServoOfItsOwn) {
  EXPECT_THAT(
      problem_with("type: dynamixel, port: emulated, accepted_stop_ms: 200, joints: [{id: 1}]").problem,
      HasSubstr("1 servos for a robot of 2 joints"));
}

TEST_F(ServoLinkTest, NoTwoServosHaveOneNumber) {
  EXPECT_THAT(
      problem_with("type: dynamixel, port: emulated, accepted_stop_ms: 200, joints: [{id: 1}, {id: 1}]")
          .problem,
      HasSubstr("two servos have this number"));
}

TEST_F(ServoLinkTest, BoardsWantNoServos) {
  EXPECT_THAT(problem_with("type: serial, port: /dev/ttyUSB0, joints: [{id: 1}, {id: 2}]}\n  camera: "
                           "{source: device, path: /dev/video0")
                  .problem,
              HasSubstr("only servos without a board want this"));
}

TEST_F(ServoLinkTest, RealServosNeedARealCamera) {
  EXPECT_THAT(
      problem_with("type: dynamixel, port: /dev/ttyUSB0, accepted_stop_ms: 200, joints: [{id: 1}, {id: 2}]")
          .key,
      HasSubstr("camera"));
}

}  // namespace
}  // namespace freefloat
