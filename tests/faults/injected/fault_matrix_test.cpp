// A short version of the matrix that `freefloat faults` prints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "injection/matrix.h"
#include "safety/fault_table.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

/// Faults strike in this experiment, into such a robot.
struct Struck {
  const char* experiment;
  RobotIs robot;
  const char* called;
  const char* testbed = nullptr;  ///< null: the experiment's own
  int least = 0;                  ///< that are injected; zero: of a testbed with a board
};

[[maybe_unused]] void PrintTo(const Struck& struck, std::ostream* out) {
  *out << struck.called;
}

class FaultMatrix : public testing::TestWithParam<Struck> {};

TEST_P(FaultMatrix, HoldsWhatIsPromised) {
  MatrixConfig config;
  config.experiment = source_dir() + "/configs/experiments/" + GetParam().experiment;
  config.robot = GetParam().robot;
  config.seeds = 1;
  config.settings = {"simulation.imaging.render=false"};
  if (GetParam().testbed != nullptr)
    config.settings.push_back("testbed=" + source_dir() + "/configs/testbeds/" + GetParam().testbed);
  std::vector<const Injection*> all;
  for (const Injection& injection : injections()) all.push_back(&injection);
  const std::vector<MatrixRow> rows = run_matrix(config, all, [](const MatrixRow&) {});
  int injected = 0;
  for (const MatrixRow& row : rows) {
    for (const std::string& failure : row.failures) ADD_FAILURE() << row.injection->name << ": " << failure;
    injected += row.left_out.empty() ? 1 : 0;
  }
  const int with_board = is_at_rest(GetParam().robot) ? 42 : 44;
  EXPECT_GE(injected, GetParam().least > 0 ? GetParam().least : with_board);
}

INSTANTIATE_TEST_SUITE_P(
    Experiments, FaultMatrix,
    testing::Values(
        Struck{"standing_target.yaml", RobotIs::kMoving, "standing"},
        Struck{"moving_target.yaml", RobotIs::kMoving, "moving"},
        Struck{"reorient.yaml", RobotIs::kMoving, "reorient"},
        Struck{"moving_target.yaml", RobotIs::kJogged, "jogged"},
        Struck{"standing_target.yaml", RobotIs::kArmed, "armed"},
        Struck{"moving_target.yaml", RobotIs::kDisarmed, "disarmed"},
        Struck{"standing_target.yaml", RobotIs::kMoving, "servos", "dynamixel.yaml", 40},
        Struck{"standing_target.yaml", RobotIs::kArmed, "servos_armed", "dynamixel.yaml", 40},
        Struck{"standing_target.yaml", RobotIs::kDisarmed, "servos_disarmed", "dynamixel.yaml", 40},
        Struck{"standing_target.yaml", RobotIs::kMoving, "odrives", "odrive.yaml", 39},
        Struck{"standing_target.yaml", RobotIs::kArmed, "odrives_armed", "odrive.yaml", 39},
        Struck{"standing_target.yaml", RobotIs::kDisarmed, "odrives_disarmed", "odrive.yaml", 39}),
    [](const auto& named) { return std::string(named.param.called); });

/// @return What the matrix says of one fault that is not in the list.
std::vector<std::string> failures_of(const Injection& injection, RobotIs robot) {
  MatrixConfig config;
  config.experiment = source_dir() + "/configs/experiments/standing_target.yaml";
  config.robot = robot;
  config.seeds = 2;
  config.settings = {"simulation.imaging.render=false"};
  const std::vector<MatrixRow> rows = run_matrix(config, {&injection}, [](const MatrixRow&) {});
  return rows.at(0).failures;
}

auto both(const char* words) {
  return testing::ElementsAre(testing::HasSubstr(words), testing::HasSubstr(words));
}

constexpr std::uint32_t kSilent = fault_bit(Fault::kFeedbackMissing) | fault_bit(Fault::kBoardLatched);

// Promises that cannot be kept.
TEST(FaultMatrixOfWhatIsBroken, SaysThatAnExperimentDidNotPass) {
  constexpr Injection kBroken{"broken promise",
                              "fault: link, mode: off",
                              "",
                              {Promise::kCarryOn, Promise::kCarryOn, Promise::kCarryOn},
                              0,
                              std::nullopt,
                              ""};
  for (const RobotIs robot : {RobotIs::kMoving, RobotIs::kArmed, RobotIs::kDisarmed}) {
    const std::vector<std::string> failures = failures_of(kBroken, robot);
    ASSERT_EQ(failures.size(), 2u);
    EXPECT_THAT(failures[0], testing::HasSubstr("feedback_missing"));
  }
}

TEST(FaultMatrixOfWhatIsBroken, SaysThatNothingWasSeen) {
  constexpr Injection kBroken{
      "broken promise", "fault: glare", "", {Promise::kReact, Promise::kReact, Promise::kRefuse},
      kSilent,          std::nullopt,   ""};
  EXPECT_THAT(failures_of(kBroken, RobotIs::kMoving), both("no reaction"));
  EXPECT_THAT(failures_of(kBroken, RobotIs::kArmed), both("it was moved"));
  EXPECT_THAT(failures_of(kBroken, RobotIs::kDisarmed), both("energised"));
}

TEST(FaultMatrixOfWhatIsBroken, SaysThatTheReactionWasLate) {
  constexpr Injection kBroken{"broken promise",
                              "fault: link, mode: off",
                              "",
                              {Promise::kReact, Promise::kReact, Promise::kRefuse},
                              kSilent,
                              Bound{.beyond = std::chrono::milliseconds(20)},
                              ""};
  EXPECT_THAT(failures_of(kBroken, RobotIs::kMoving), both("late"));
  EXPECT_THAT(failures_of(kBroken, RobotIs::kArmed), both("late"));
  EXPECT_TRUE(failures_of(kBroken, RobotIs::kDisarmed).empty());
}

TEST(FaultCatalogue, NamesEachOnceAndPromisesABoundOrSaysWhy) {
  for (const Injection& injection : injections()) {
    const auto same = std::count_if(injections().begin(), injections().end(),
                                    [&](const Injection& other) { return other.name == injection.name; });
    EXPECT_EQ(same, 1) << injection.name;
    const bool injected = !injection.effects.empty() || !injection.settings.empty();
    EXPECT_TRUE(injected || !injection.note.empty()) << injection.name;
    const bool bounded = injection.bound.has_value();
    EXPECT_TRUE(!injected || injection.promises.moving != Promise::kReact || bounded) << injection.name;
  }
}

}  // namespace
}  // namespace freefloat
