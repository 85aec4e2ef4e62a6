// A log from elsewhere may hold what a terminal or a browser would obey.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "support/change_log.h"
#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kRecorded = source_dir() + "/tests/data/standing.mcap";

TEST(HostileLog, ReachesTheTerminalWrittenOut) {
  const std::string path = testing::TempDir() + "/hostile_" + std::to_string(getpid()) + ".mcap";
  LogChanges changes;
  changes.metadata = [](McapMetadata& metadata) {
    for (auto& [key, value] : metadata.values) {
      if (key == "experiment" || key == "testbed" || key == "git_id" || key == "command")
        value += "\x1b]0;x\a";
    }
    return true;
  };
  changes.library = "\x1b[2Jlibrary";
  change_log({kRecorded}, path, changes);
  for (const std::string& command :
       {std::string("log info "), "log diff " + kRecorded + " ", std::string("replay ")}) {
    const ProgramOutcome outcome = run_command(std::string(FF_PROGRAM) + " " + command + path + " 2>&1");
    EXPECT_THAT(outcome.text, Not(HasSubstr("\x1b"))) << command;
    EXPECT_THAT(outcome.text, Not(HasSubstr("\a"))) << command;
  }
  const ProgramOutcome info = run_command(std::string(FF_PROGRAM) + " log info " + path);
  EXPECT_EQ(info.exit_code, 0);
  EXPECT_THAT(info.text, HasSubstr("\\x1b]0;x\\x07"));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace freefloat
