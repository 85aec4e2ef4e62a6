#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "mcap/mcap_writer.h"
#include "runlog/run_topics.h"
#include "support/change_log.h"
#include "support/read_log.h"
#include "support/run_folder.h"
#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

ProgramOutcome run_program(const std::string& arguments) {
  return run_command(std::string(FF_PROGRAM) + " " + arguments + " 2>&1");
}

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// One run, recorded once for all tests here.
class LogCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = testing::TempDir() + "/log_command_" + std::to_string(getpid());
    std::filesystem::create_directories(folder_);
    for (const std::string seed : {"1", "2"}) {
      run_program("run " + source_dir() + "/configs/experiments/standing_target.yaml --seed " + seed +
                  " --log-dir " + folder_);
    }
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder_); }

  static std::string log(const std::string& seed = "1") {
    return (run_folder(folder_, "standing_target-seed" + seed) / "run.mcap").string();
  }
  static std::string path(const std::string& name) { return folder_ + "/" + name; }

  static inline std::string folder_;
};

TEST_F(LogCommand, InfoTellsWhatWasRunAndHowItWent) {
  const ProgramOutcome outcome = run_program("log info " + log() + " --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.text;
  const nlohmann::json info = nlohmann::json::parse(outcome.text);
  EXPECT_EQ(info.at("complete"), true);
  EXPECT_EQ(info.at("identity").at("seed"), "1");
  EXPECT_EQ(info.at("phases").size(), 7u);
  EXPECT_EQ(info.at("gaps"), 0);
  EXPECT_EQ(info.at("cycles"), read_run_log(log())->cycles.size());
  const std::string text = run_program("log info " + log()).text;
  EXPECT_THAT(text, HasSubstr("complete, closed properly"));
  EXPECT_THAT(text, HasSubstr("  when             " + info.at("started").get<std::string>()));
}

TEST_F(LogCommand, InfoCallsPhasesWithoutCommandsObserved) {
  run_program("run " + source_dir() + "/configs/experiments/standing_target.yaml --readonly --log-dir " +
              path("readonly"));
  const std::string readonly = (run_folder(path("readonly"), "standing_target-seed1") / "run.mcap").string();
  const ProgramOutcome outcome = run_program("log info " + readonly);
  EXPECT_THAT(outcome.text, HasSubstr("observed"));
  EXPECT_THAT(outcome.text, testing::Not(HasSubstr("FAILED")));
  EXPECT_THAT(run_program("log diff " + log() + " " + readonly).text, HasSubstr("observed"));
}

TEST_F(LogCommand, ACutLogIsCalledCutAndRecovered) {
  const std::string whole = read_bytes(log());
  for (const std::size_t left : {whole.size() / 3, whole.size() / 2, whole.size() / 2 + 4001}) {
    SCOPED_TRACE(left);
    const std::string name = path("cut" + std::to_string(left));
    std::ofstream(name + ".mcap", std::ios::binary) << whole.substr(0, left);
    const ProgramOutcome info = run_program("log info " + name + ".mcap");
    EXPECT_EQ(info.exit_code, 1);
    EXPECT_THAT(info.text, HasSubstr("log recover"));
    const ProgramOutcome recovered = run_program("log recover " + name + ".mcap");
    EXPECT_EQ(recovered.exit_code, 0) << recovered.text;
    // Whole as a file, but the end of the run is missing: said, wherever the cut was.
    const ProgramOutcome after = run_program("log info " + name + ".recovered.mcap");
    EXPECT_EQ(after.exit_code, 1);
    EXPECT_THAT(after.text, HasSubstr("recovered from a damaged log"));
    EXPECT_EQ(run_program("log recover " + name + ".mcap").exit_code, 1) << "nothing is written over";
  }
}

TEST_F(LogCommand, DiffNamesTheFirstFieldThatDiffers) {
  EXPECT_EQ(run_program("log diff " + log() + " " + log()).exit_code, 0);
  const ProgramOutcome outcome = run_program("log diff " + log("1") + " " + log("2") + " --json");
  EXPECT_EQ(outcome.exit_code, 1);
  const nlohmann::json answer = nlohmann::json::parse(outcome.text);
  EXPECT_EQ(answer.at("same"), false);
  EXPECT_FALSE(answer.at("first").at("field").get<std::string>().empty());
  EXPECT_NE(answer.at("first").at("a"), answer.at("first").at("b"));
  EXPECT_FALSE(answer.at("identity").empty());
  EXPECT_FALSE(answer.at("fields").empty());
  EXPECT_GT(answer.at("largest").at("hand_position_m"), 0.0);
  const std::string text = run_program("log diff " + log("1") + " " + log("2")).text;
  EXPECT_THAT(text, HasSubstr("largest differences:"));
  EXPECT_THAT(text, HasSubstr("--all lists them"));
  EXPECT_THAT(text, testing::Not(HasSubstr("inf")));
  EXPECT_THAT(run_program("log diff --all " + log("1") + " " + log("2")).text,
              HasSubstr("output.estimate.hand_position_m[]"));
}

TEST_F(LogCommand, ExportNeedsSomewhereToWrite) {
  EXPECT_THAT(run_program("log export " + log()).text, HasSubstr("--csv"));
  EXPECT_EQ(run_program("log export " + log() + " --csv /proc/nowhere").exit_code, 1);
  EXPECT_EQ(run_program("log export " + log() + " --hdf5 /proc/nowhere.h5").exit_code, 1);
}

TEST_F(LogCommand, ExportDrawsTheRunFromTheConfigurationInTheLog) {
  const ProgramOutcome outcome = run_program("log export " + log() + " --png " + path("frames") +
                                             " --video " + path("run.mp4") + " --fps 2 --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.text;
  const double length = to_seconds(read_run_log(log())->cycles.back().output.now);
  std::size_t frames = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path("frames")))
    frames += entry.file_size() > 5000 ? 1U : 0U;
  EXPECT_EQ(frames, static_cast<std::size_t>(2.0 * length) + 1);
  EXPECT_GT(std::filesystem::file_size(path("run.mp4")), 10'000u);
}

TEST_F(LogCommand, VideosAreOfTheKindsThatBrowsersPlay) {
  const auto video = [&](const std::string& name) {
    return run_program("log export " + log() + " --fps 1 --video " + path(name));
  };
  ASSERT_EQ(video("played.mp4").exit_code, 0);
  EXPECT_THAT(read_bytes(path("played.mp4")), HasSubstr("avc1")) << "the box of H.264";
  ASSERT_EQ(video("played.webm").exit_code, 0);
  EXPECT_THAT(read_bytes(path("played.webm")), HasSubstr("V_VP9"));
  const ProgramOutcome other = video("played.avi");
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.text, HasSubstr(".mp4 (H.264) or .webm (VP9)"));
  EXPECT_THAT(video("nowhere/played.mp4").text, HasSubstr("No such file or directory"));
}

TEST_F(LogCommand, OtherFilesAreRefusedInWords) {
  std::ofstream(path("text.mcap")) << "no log at all";
  for (const std::string command : {"info", "recover"}) {
    const ProgramOutcome outcome = run_program("log " + command + " " + path("text.mcap"));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.text, HasSubstr("is not an MCAP file"));
  }
  EXPECT_THAT(run_program("log info " + path("nothing.mcap")).text, HasSubstr("No such file"));

  auto other = McapWriter::create(path("other.mcap"), {.library = "camera driver"});
  ASSERT_TRUE(other);
  const auto channel = other->add_channel(other->add_schema("std_msgs/msg/Empty", ""), "/empty", {});
  other->write_message(channel, 0, 1, {});
  ASSERT_TRUE(other->close());
  const ProgramOutcome outcome = run_program("log info " + path("other.mcap"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, HasSubstr("it is no log of a Freefloat run"));
  EXPECT_THAT(outcome.text, HasSubstr("camera driver"));
}

/// What every command that reads a run says to a log that is none, or none of one run.
TEST_F(LogCommand, LogsThatAreNoRunAreRefusedInWords) {
  const auto refuse = [&](const LogChanges& changes, const std::vector<std::string>& from,
                          const char* words) {
    change_log(from, path("bad.mcap"), changes);
    const std::vector<std::string> commands{"info", "export --csv " + path("bad"),
                                            "export --hdf5 " + path("bad.h5"),
                                            "export --fps 1 --png " + path("bad_png")};
    for (const std::string& command : commands) {
      const ProgramOutcome outcome = run_program("log " + command + " " + path("bad.mcap"));
      EXPECT_EQ(outcome.exit_code, 1) << command << "\n" << outcome.text;
      EXPECT_THAT(outcome.text, HasSubstr(words)) << command;
    }
    EXPECT_FALSE(std::filesystem::exists(path("bad.h5")));
  };
  LogChanges other_version;
  other_version.schema_text = [](const McapMessage& message) {
    return message.schema.text + (message.channel.topic == kCycleOutputTopic ? "float64 more\n" : "");
  };
  refuse(other_version, {log()}, "was written by a version with other fields");
  for (const std::string_view topic : {kCycleInputTopic.name, kCycleOutputTopic.name}) {
    LogChanges without;
    without.keep_topic = [topic](const McapChannel& channel) { return channel.topic != topic; };
    refuse(without, {log()}, std::string("it has no topic ").append(topic).c_str());
  }
  refuse({}, {log("1"), log("2")}, "it holds 2 runs; one log is one run");
  LogChanges nameless;
  int identities = 0;
  nameless.metadata = [&](McapMetadata& metadata) {
    return metadata.name != kIdentityMetadata || identities++ == 0;
  };
  refuse(nameless, {log("1"), log("2")}, "two runs in one file");
}

TEST_F(LogCommand, ExportWarnsOfWhatIsMissingAndWritesTheRest) {
  LogChanges without;
  without.keep_topic = [](const McapChannel& channel) { return channel.topic != kLoopTimingTopic; };
  change_log({log()}, path("no_timing.mcap"), without);
  const ProgramOutcome outcome =
      run_program("log export " + path("no_timing.mcap") + " --csv " + path("no_timing"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("warning: not all of"));
  EXPECT_THAT(outcome.text, HasSubstr("it has no topic /freefloat/loop_timing"));
  EXPECT_TRUE(std::filesystem::exists(path("no_timing/cycle_output.csv")));
  EXPECT_FALSE(std::filesystem::exists(path("no_timing/loop_timing.csv")));
}

}  // namespace
}  // namespace freefloat
