#include "replay/logged_configuration.h"

#include <gmock/gmock.h>

#include "config/yaml/config_error.h"
#include "replay/replay_controller.h"
#include "unit/replay/log_folder.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

class ConfigurationOfALog : public ReplayedLogs {
 protected:
  static LoggedConfiguration configuration(const std::string& log) {
    return ControllerReplay(log, {}).logged_configuration();
  }
};

TEST_F(ConfigurationOfALog, IsWhatWasRun) {
  const std::vector<std::string> settings{"seed=5", "guidance.position_gain_per_s=1.25",
                                          "robot.links[0].mass_kg=1.5"};
  const LoggedConfiguration logged = configuration(record("run.mcap", settings));
  ASSERT_TRUE(logged.present());
  EXPECT_EQ(logged.pace(), "free");
  const RunConfig config = logged.load();
  EXPECT_EQ(config.sim.seed, 5u);
  EXPECT_EQ(config.controller.guidance.position_gain, 1.25);
  EXPECT_EQ(config.controller.robot.links[0].mass, 1.5);
  EXPECT_EQ(config.settings, logged.settings());
}

TEST_F(ConfigurationOfALog, IsReadAsStrictlyAsFromDisk) {
  const LoggedConfiguration logged = configuration(record("run.mcap"));
  const auto message = [](const std::function<void()>& load) -> std::string {
    try {
      load();
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "accepted";
  };
  const std::string from_log = message([&] { logged.load({"control.max_joint_rate_deg_s=-1"}); });
  EXPECT_EQ(from_log, message([] {
              load_experiment(experiment("standing_target"), {"control.max_joint_rate_deg_s=-1"});
            }));
  EXPECT_THAT(message([&] { logged.load({"testbed=no_such.yaml"}); }), HasSubstr("the file does not exist"));
}

}  // namespace
}  // namespace freefloat
