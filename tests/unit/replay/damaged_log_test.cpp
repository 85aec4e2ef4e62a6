// Files that cannot be replayed, or not wholly: a clear message each.
#include <gmock/gmock.h>

#include <fstream>

#include "replay/replay_controller.h"
#include "runlog/run_topics.h"
#include "support/change_log.h"
#include "unit/replay/log_folder.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

class DamagedLog : public ReplayedLogs {
 protected:
  /// @return What the replay says against the file.
  static std::string refusal(const std::string& log) {
    try {
      replay_controller(log, {});
    } catch (const std::exception& error) {
      return error.what();
    }
    return "replayed";
  }

  std::string changed(const LogChanges& changes) {
    change_log({record("run.mcap")}, path("changed.mcap"), changes);
    return path("changed.mcap");
  }
};

TEST_F(DamagedLog, ThatIsNoMcapFile) {
  std::ofstream(path("text.mcap")) << "time,x,y\n";
  EXPECT_THAT(refusal(path("text.mcap")), HasSubstr("text.mcap"));
  EXPECT_THAT(refusal(path("none.mcap")), HasSubstr("none.mcap"));
}

TEST_F(DamagedLog, OfAnotherProgram) {
  LogChanges changes;
  changes.library = "ros2 bag";
  changes.keep_topic = [](const McapChannel& channel) { return channel.topic == "/joint_states"; };
  EXPECT_THAT(refusal(changed(changes)), HasSubstr("written by `ros2 bag`"));
}

TEST_F(DamagedLog, WithoutConfiguration) {
  LogChanges changes;
  changes.attachments = false;
  EXPECT_THAT(refusal(changed(changes)), HasSubstr("holds no configuration"));
}

TEST_F(DamagedLog, WithoutATopic) {
  for (const std::string_view topic : {kCycleInputTopic.name, kCycleOutputTopic.name}) {
    LogChanges changes;
    changes.keep_topic = [topic](const McapChannel& channel) { return channel.topic != topic; };
    EXPECT_THAT(refusal(changed(changes)), HasSubstr("the topic " + std::string(topic) + " is missing"));
  }
}

TEST_F(DamagedLog, OfAnotherVersion) {
  LogChanges changes;
  changes.schema_text = [](const McapMessage& message) {
    return message.schema.text + (message.channel.topic == kCycleOutputTopic ? "float64 more\n" : "");
  };
  EXPECT_THAT(refusal(changed(changes)), HasSubstr("written by a version with other fields"));
}

TEST_F(DamagedLog, OfTwoRuns) {
  const std::string first = record("first.mcap");
  const std::string second = record("second.mcap", {"seed=2"});
  change_log({first, second}, path("merged.mcap"), {});
  EXPECT_THAT(refusal(path("merged.mcap")), HasSubstr("two were merged"));
  // The same without the identity of the second.
  int identities = 0;
  LogChanges changes;
  changes.metadata = [&](McapMetadata& metadata) {
    return metadata.name != kIdentityMetadata || identities++ == 0;
  };
  change_log({first, second}, path("merged.mcap"), changes);
  EXPECT_THAT(refusal(path("merged.mcap")), HasSubstr("two runs were merged"));
}

TEST_F(DamagedLog, OfARobotWithAnotherNumberOfJoints) {
  const std::string log = record("run.mcap");
  ReplayOptions options;
  options.other_experiment = experiment("standing_target");
  options.changes = {
      "start.joints_deg=[22, 100, 29]",
      "robot.links=[{mass_kg: 0.7, inertia_kg_m2: 0.01, to_mass_centre_m: [0.16, 0], to_end_m: [0.19, 0]},"
      " {mass_kg: 0.6, inertia_kg_m2: 0.01, to_mass_centre_m: [0.12, 0], to_end_m: [0.22, 0]},"
      " {mass_kg: 0.3, inertia_kg_m2: 0.002, to_mass_centre_m: [0.06, 0], to_end_m: [0.06, 0]}]",
      "robot.joints=[{min_deg: -350, max_deg: 350, max_rate_deg_s: 120},"
      " {min_deg: -350, max_deg: 350, max_rate_deg_s: 120},"
      " {min_deg: -350, max_deg: 350, max_rate_deg_s: 120}]"};
  try {
    replay_controller(log, options);
    FAIL() << "replayed";
  } catch (const ReplayError& error) {
    EXPECT_THAT(error.what(), HasSubstr("it is the log of another robot"));
  }
}

TEST_F(DamagedLog, ThatIsCutIsReplayedAsFarAsItGoes) {
  const std::string log = record("run.mcap");
  std::filesystem::resize_file(log, std::filesystem::file_size(log) * 2 / 3);
  const ReplayResult result = replay_controller(log, {});
  EXPECT_FALSE(result.reading.file.complete);
  EXPECT_THAT(result.reading.file.problem, HasSubstr("ends"));
  EXPECT_TRUE(result.same());
  EXPECT_GT(result.cycles, 100u);
  // The cut may lie between a cycle's input and its output.
  EXPECT_THAT(result.checked_inputs, testing::AnyOf(result.cycles, result.cycles + 1));
}

/// Whole pieces are verified from the logged memories of the controller, but the verdict is not that of a
/// whole log.
TEST_F(DamagedLog, WithAHoleIsReplayedPieceByPiece) {
  LogChanges changes;
  changes.message = [](const McapMessage& message, std::vector<std::uint8_t>&) {
    return message.channel.topic != kCycleInputTopic || message.sequence < 220 || message.sequence >= 240;
  };
  const ReplayResult result = replay_controller(changed(changes), {});
  EXPECT_TRUE(result.same());
  EXPECT_EQ(result.missing, 20u);
  EXPECT_EQ(result.gaps, 1u);
  EXPECT_GT(result.skipped, 0u) << "up to the next memory";
  EXPECT_LT(result.skipped, 110u);
  EXPECT_EQ(result.cycles + result.skipped + result.missing, result.reading.numbered_cycles);
  EXPECT_FALSE(result.covers_all());
}

TEST_F(DamagedLog, WithoutItsLastCyclesDoesNotPassAsWhole) {
  LogChanges changes;
  changes.message = [](const McapMessage& message, std::vector<std::uint8_t>&) {
    return message.channel.topic != kCycleInputTopic || message.sequence < 200;
  };
  const ReplayResult result = replay_controller(changed(changes), {});
  EXPECT_TRUE(result.same());
  EXPECT_EQ(result.cycles, 200u);
  EXPECT_EQ(result.missing, *result.reading.numbered_cycles - 200);
  EXPECT_FALSE(result.covers_all());
}

}  // namespace
}  // namespace freefloat
