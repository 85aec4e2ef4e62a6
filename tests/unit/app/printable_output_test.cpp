#include "app/command_line/printable_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>

#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Printable, WritesControlCharactersOut) {
  EXPECT_EQ(printable("\x1b]0;x\a"), "\\x1b]0;x\\x07");
  EXPECT_EQ(printable("a\rb\x7f"), "a\\x0db\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\x9b31m");
  EXPECT_EQ(printable("\x9b"
                      "31m"),
            "\\x9b31m");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(Printable, LeavesTextLinesAndTabulatorsAsTheyAre) {
  for (const char* text : {"", "line\nline\tcolumn", "μm − ✓ Ü 漢 🛰", "\xe2\x80\x9b"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, LeavesColoursOnlyWhereTheyAreWanted) {
  EXPECT_EQ(printable("\x1b[1;32mgood\x1b[0m", true), "\x1b[1;32mgood\x1b[0m");
  EXPECT_EQ(printable("12 mm\x1b[K", true), "12 mm\x1b[K");
  EXPECT_EQ(printable("\x1b[32mgood"), "\\x1b[32mgood");
  EXPECT_EQ(printable("\x1b[2J\x1b[m\x1b[", true), "\\x1b[2J\x1b[m\\x1b[");
}

TEST(PrintableOutput, StandsBeforeStandardOutputWhileItLives) {
  testing::internal::CaptureStdout();
  {
    const PrintableOutput output;
    std::cout << "name\x1b[2J" << '\x1b' << std::endl;
  }
  std::cout << "after" << std::flush;
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "name\\x1b[2J\\x1b\nafter");
}

const std::string kRun = std::string(FF_PROGRAM) + " ";
const std::string kStanding = source_dir() + "/configs/experiments/standing_target.yaml";

TEST(PrintableOutput, NoArgumentReachesTheTerminalAsASequence) {
  for (const char* arguments :
       {"check $'/tmp/\\e]0;x\\a.yaml'", "run $'\\e]0;x\\a.yaml'",
        "run EXPERIMENT --no-log --set $'seed=\\e[2J'", "run EXPERIMENT --no-log --set $'\\e[2J=1'",
        "model $'\\e[2J'", "log info $'\\e[2J'", "$'\\e[2J'", "check EXPERIMENT $'--\\e[2J'",
        "doctor $'\\e[2J'", "study $'\\e[2J'", "replay $'\\e[2J'"}) {
    std::string words = arguments;
    if (const std::size_t at = words.find("EXPERIMENT"); at != std::string::npos)
      words.replace(at, 10, kStanding);
    const ProgramOutcome outcome = run_command("bash -c \"" + kRun + words + " 2>&1\"");
    EXPECT_TRUE(outcome.exit_code == 1 || outcome.exit_code == 2) << arguments;
    EXPECT_THAT(outcome.text, Not(HasSubstr("\x1b"))) << arguments;
    EXPECT_THAT(outcome.text, Not(HasSubstr("\a"))) << arguments;
  }
}

TEST(EmptyArgument, IsNotTakenForOneThatWasLeftOut) {
  for (const char* arguments : {"--seed ''", "--seed=", "--testbed ''"}) {
    const ProgramOutcome outcome =
        run_command(kRun + "run " + kStanding + " --no-log " + arguments + " 2>&1");
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_THAT(outcome.text, HasSubstr(std::string(arguments).substr(0, 6))) << arguments;
    EXPECT_THAT(outcome.text, HasSubstr("is empty")) << arguments;
  }
}

}  // namespace
}  // namespace freefloat
