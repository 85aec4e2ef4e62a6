// What speaks against arming a robot with a board: every cause has a message of its own, with a remedy.
#include "runtime/board_check.h"

#include <gmock/gmock.h>

#include <cstring>

#include "config/load/load_experiment.h"
#include "hal/sim/servo_tuning.h"
#include "support/source_dir.h"
#include "wire/frame.h"

namespace freefloat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class BoardCheckTest : public testing::Test {
 protected:
  BoardCheckTest()
      : config_(load_experiment(source_dir() + "/configs/experiments/standing_target.yaml",
                                {"testbed=" + source_dir() + "/configs/testbeds/hil.yaml"})) {
    const RobotParameters& robot = config_.controller.robot;
    const ff_servo_parameters parameters = tune_servo(robot, config_.sim.drives);
    board_.protocol_version = FF_PROTOCOL_VERSION;
    board_.definition_hash = FF_PROTOCOL_HASH;
    board_.joint_count = robot.joint_count();
    board_.parameters_hash = ff_hash_servo_parameters(&parameters);
    for (std::size_t i = 0; i < robot.joint_limits.size(); ++i) {
      board_.limits[i] = {parameters.joints[i].min_angle_urad * 1e-6,
                          parameters.joints[i].max_angle_urad * 1e-6,
                          parameters.joints[i].max_rate_urad_s * 1e-6};
    }
  }

  std::vector<std::string> errors() const { return check_board(board_, config_).errors; }

  RunConfig config_;
  BoardIdentity board_;  // as this configuration makes it
};

TEST_F(BoardCheckTest, NothingSpeaksAgainstABoardMadeForThisTestbed) {
  const BoardCheck check = check_board(board_, config_);
  EXPECT_THAT(check.errors, IsEmpty());
  EXPECT_THAT(check.warnings, IsEmpty());
}

TEST_F(BoardCheckTest, AnotherProtocolVersionIsSaidAlone) {
  board_.protocol_version = 2;
  board_.joint_count = 0;
  EXPECT_THAT(errors(), ElementsAre(HasSubstr("protocol version 2")));
}

TEST_F(BoardCheckTest, SameVersionWithAnotherDefinitionIsAnotherProtocol) {
  board_.definition_hash ^= 1;
  EXPECT_THAT(errors(), ElementsAre(HasSubstr("same source")));
}

TEST_F(BoardCheckTest, AnotherNumberOfJoints) {
  board_.joint_count = 3;
  EXPECT_THAT(errors(), ElementsAre(HasSubstr("built for 3 joints")));
}

TEST_F(BoardCheckTest, LimitsOfTheControllerLieInsideTheBoards) {
  board_.limits[1].max_angle -= 0.01;
  board_.limits[0].max_rate = 0.5 * config_.controller.max_joint_rate;
  EXPECT_THAT(errors(), ElementsAre(AllOf(HasSubstr("joint 1"), HasSubstr("max_joint_rate_deg_s")),
                                    AllOf(HasSubstr("joint 2"), HasSubstr("joints[1]"))));
}

TEST_F(BoardCheckTest, LimitsAtTheLowerEndCountAsWell) {
  board_.limits[0].min_angle += 0.01;
  EXPECT_THAT(errors(), ElementsAre(HasSubstr("joint 1: the board allows")));
}

TEST_F(BoardCheckTest, OtherParametersAreAnErrorWithASimulatedRobotAndAWarningWithARealOne) {
  board_.parameters_hash ^= 1;
  EXPECT_THAT(errors(), ElementsAre(HasSubstr("freefloat board-parameters")));
  config_.hardware.plant.reset();
  const BoardCheck check = check_board(board_, config_);
  EXPECT_THAT(check.errors, IsEmpty());
  EXPECT_THAT(check.warnings, ElementsAre(HasSubstr("freefloat board-parameters")));
}

TEST_F(BoardCheckTest, ABoardIsDescribedInOneLine) {
  std::strcpy(board_.board_name_text.data(), "lm3s6965evb");
  std::strcpy(board_.firmware_id_text.data(), "1a2b3c");
  board_.reset_cause = ResetCause::kWatchdog;
  board_.uptime = std::chrono::seconds(12);
  EXPECT_EQ(describe_board(board_),
            "lm3s6965evb, firmware 1a2b3c, 2 joints, restarted by its watchdog 12 s ago");
}

}  // namespace
}  // namespace freefloat
