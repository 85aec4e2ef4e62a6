#include "app/command_line/command_line.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

namespace freefloat {
namespace {

/// A program with two subcommands, and what running it printed.
struct CommandLine : testing::Test {
  Program program{"demo", "A demonstration", "demo 1.2.3 (abc)"};
  double speed = 1.5;
  std::string kind = "standing";
  int runs = 0;
  std::string printed, complaint;

  CommandLine() {
    Command run = program.root().add_subcommand("run", "Runs");
    run.footer("Example: demo run --speed 2");
    run.add_option("--speed", speed, "how fast").show_default();
    run.add_option("--kind", kind, "which").one_of({"standing", "moving"});
    run.on_run([this] { return ++runs > 0; });
    program.root().add_subcommand("plant", "Plants").on_run([]() -> bool {
      throw std::runtime_error("no ground");
    });
  }

  int given(std::vector<const char*> words) {
    words.insert(words.begin(), "demo");
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int exit_code = program.run(static_cast<int>(words.size()), const_cast<char**>(words.data()));
    printed = testing::internal::GetCapturedStdout();
    complaint = testing::internal::GetCapturedStderr();
    return exit_code;
  }
};

TEST_F(CommandLine, DoesTheNamedCommand) {
  EXPECT_EQ(given({"run", "--speed", "2.5"}), 0);
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(speed, 2.5);
}

TEST_F(CommandLine, PrintsItsVersion) {
  EXPECT_EQ(given({"--version"}), 0);
  EXPECT_EQ(printed, "demo 1.2.3 (abc)\n");
}

TEST_F(CommandLine, SuggestsTheNearestSubcommand) {
  EXPECT_EQ(given({"rn"}), Program::kUsageError);
  EXPECT_NE(complaint.find("unknown subcommand 'rn'; did you mean 'run'?"), std::string::npos) << complaint;
  EXPECT_EQ(given({"plan", "x"}), Program::kUsageError);
  EXPECT_NE(complaint.find("unknown subcommand 'plan'; did you mean 'plant'?"), std::string::npos)
      << complaint;
  EXPECT_EQ(given({"zzzzzz"}), Program::kUsageError);
  EXPECT_EQ(complaint.find("did you mean"), std::string::npos) << complaint;
  EXPECT_NE(complaint.find("unknown subcommand 'zzzzzz'"), std::string::npos) << complaint;
}

TEST_F(CommandLine, SuggestsTheNearestOption) {
  EXPECT_EQ(given({"run", "--sped", "2"}), Program::kUsageError);
  EXPECT_NE(complaint.find("unknown option '--sped'; did you mean '--speed'?"), std::string::npos)
      << complaint;
  EXPECT_NE(complaint.find("demo run --help"), std::string::npos) << complaint;
  EXPECT_EQ(runs, 0);
}

TEST_F(CommandLine, NamesTheValuesAllowed) {
  EXPECT_EQ(given({"run", "--kind", "flying"}), Program::kUsageError);
  EXPECT_NE(complaint.find("flying not in {standing,moving}"), std::string::npos) << complaint;
}

TEST_F(CommandLine, ThrownErrorsEndInWords) {
  EXPECT_EQ(given({"plant"}), 1);
  EXPECT_NE(complaint.find("no ground"), std::string::npos) << complaint;
}

TEST_F(CommandLine, MemoryThatIsRefusedEndsInWords) {
  program.root().add_subcommand("grow", "Grows").on_run([]() -> bool { throw std::bad_alloc(); });
  EXPECT_EQ(given({"grow"}), 1);
  EXPECT_NE(complaint.find("there is no memory left"), std::string::npos) << complaint;
}

TEST_F(CommandLine, CommandsWithAnArgumentWorkWithoutTheirSubcommand) {
  std::string file, inner_file;
  int outer = 0, inner = 0;
  Command count = program.root().add_subcommand("count", "Counts");
  count.on_run([&] { return ++outer > 0; });
  count.add_option("FILE", file, "what").required();
  Command rare = count.add_subcommand("rare", "Counts what is rare");
  rare.add_option("FILE", inner_file, "what").required();
  rare.on_run([&] { return ++inner > 0; });
  EXPECT_TRUE(program.describe().subcommands.back().works_alone());
  EXPECT_EQ(given({"count"}), Program::kUsageError);
  EXPECT_NE(complaint.find("FILE is required"), std::string::npos) << complaint;
  EXPECT_EQ(given({"count", "a", "b"}), Program::kUsageError);
  EXPECT_NE(complaint.find("unexpected argument 'b'"), std::string::npos) << complaint;
  EXPECT_EQ(given({"count", "a"}), 0);
  EXPECT_EQ(outer, 1);
  EXPECT_EQ(given({"count", "a", "rare", "b"}), Program::kUsageError);
  EXPECT_NE(complaint.find("stands before rare"), std::string::npos) << complaint;
  EXPECT_EQ(given({"count", "rare", "b"}), 0);
  EXPECT_EQ(inner_file, "b");
  EXPECT_EQ(inner, 1);
  EXPECT_EQ(outer, 1) << "the subcommand's work is not the command's";
}

TEST_F(CommandLine, SubcommandDoesNotRepeatTheFooterOfItsCommand) {
  Command campaign = program.root().add_subcommand("campaign", "Many");
  campaign.footer("Example: demo campaign all.yaml");
  campaign.add_subcommand("status", "Says how far").on_run([] { return true; });
  const CommandDescription described = program.describe().subcommands.back();
  EXPECT_EQ(described.footer, "Example: demo campaign all.yaml");
  EXPECT_EQ(described.subcommands.back().footer, "");
}

TEST_F(CommandLine, DescribesItself) {
  const CommandDescription description = program.describe();
  ASSERT_EQ(description.subcommands.size(), 2U);
  const CommandDescription& run = description.subcommands[0];
  EXPECT_EQ(run.name, "run");
  EXPECT_EQ(run.footer, "Example: demo run --speed 2");
  ASSERT_EQ(run.options.size(), 3U);  // --help is the first
  EXPECT_EQ(run.options[1].names, std::vector<std::string>{"--speed"});
  EXPECT_EQ(run.options[1].default_text, "1.5");
  EXPECT_TRUE(run.options[1].takes_value);
  EXPECT_EQ(run.options[2].choices, (std::vector<std::string>{"standing", "moving"}));
  EXPECT_FALSE(run.options[0].takes_value);
}

}  // namespace
}  // namespace freefloat
