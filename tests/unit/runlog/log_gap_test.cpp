// What happens to a log whose disk does not take everything: what is missing is counted in the log itself.
#include "runlog/log_gap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <optional>

#include "runlog/inspect_run.h"
#include "runlog/recorder.h"
#include "support/push_cycle.h"
#include "support/read_log.h"
#include "unit/runlog/record_bytes.h"
#include "unit/runlog/small_disk.h"
#include "unit/runlog/temporary_file.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

Time gap_cycle_time(int cycle) {
  return Time{Duration{10'000'000LL * cycle}};
}

RunWriterOptions gap_options(const std::string& path, double waiting_bytes) {
  RunWriterOptions options;
  options.path = path;
  options.identity.run_id = "run-7";
  options.attachments = {{"robot.yaml", "application/yaml", std::string(2000, 'r')}};
  options.waiting_bytes = waiting_bytes;
  return options;
}

/// Writes 3 s of cycles; the disk is full from the first to the second one.
/// @return Whether the writer calls the log complete.
bool write_gap_run(const RunWriterOptions& options, bool disk_fills) {
  auto writer = RunWriter::create(options);
  EXPECT_TRUE(writer) << writer.error();
  std::optional<SmallDisk> full;
  for (int i = 0; i < 300; ++i) {
    if (i == 100 && disk_fills) full.emplace(writer->bytes_written());
    if (i == 200) full.reset();
    writer->write(random_cycle(i, gap_cycle_time(i)));
  }
  return writer->close(0);
}

RunInfo inspect(const TemporaryFile& file) {
  auto info = inspect_run(file.path());
  EXPECT_TRUE(info) << info.error();
  return info.value_or(RunInfo{});
}

TEST(LogGap, IsTheSameAfterItsMetadata) {
  const LogGap gap{
      gap_cycle_time(3), gap_cycle_time(9), LogGap::Cause::kDropped, "disk's words", {{"/a", 3}, {"/b", 1}}};
  const auto read = gap_from(to_metadata(gap));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->begin, gap.begin);
  EXPECT_EQ(read->end, gap.end);
  EXPECT_EQ(read->cause, gap.cause);
  EXPECT_EQ(read->error, gap.error);
  EXPECT_EQ(read->messages, gap.messages);
  EXPECT_FALSE(gap_from({"freefloat.run", {}}));
}

TEST(RunWriter, TellsInTheLogWhatTheDiskDidNotTake) {
  const TemporaryFile whole("whole");
  const TemporaryFile file("gap");
  EXPECT_TRUE(write_gap_run(gap_options(whole.path(), 0.0), false));
  EXPECT_FALSE(write_gap_run(gap_options(file.path(), 0.0), true));
  const RunInfo info = inspect(file);
  EXPECT_TRUE(info.result.file.complete) << info.result.file.problem;
  EXPECT_THAT(info.result.problem, HasSubstr("not complete"));
  ASSERT_EQ(info.result.gaps.size(), 1u);
  const LogGap& gap = info.result.gaps[0];
  EXPECT_EQ(gap.cause, LogGap::Cause::kNotWritten);
  EXPECT_EQ(gap.error, "File too large");
  EXPECT_GE(gap.begin, gap_cycle_time(70));
  EXPECT_LE(gap.end, gap_cycle_time(220));
  EXPECT_GE(gap.end - gap.begin, Duration{500'000'000});
  for (const auto& [topic, count] : inspect(whole).topics) {
    const auto missing = gap.messages.contains(topic) ? gap.messages.at(topic) : 0;
    EXPECT_EQ(info.topics.at(topic) + missing, count) << topic;
  }
  EXPECT_EQ(info.result.run_cycles, 300u);
  EXPECT_EQ(info.result.missing_cycles, 300 - info.result.cycle_count);
  EXPECT_GT(info.result.missing_cycles, 50u);
}

TEST(RunWriter, LosesNothingThatFitsIntoMemory) {
  const TemporaryFile whole("whole");
  const TemporaryFile file("waited");
  EXPECT_TRUE(write_gap_run(gap_options(whole.path(), 1e6), false));
  EXPECT_TRUE(write_gap_run(gap_options(file.path(), 1e6), true));
  EXPECT_TRUE(whole.content() == file.content()) << "what waited is written as if nothing had been";
}

TEST(RunWriter, WritesIdentityAndConfigurationWhenThereIsRoomAgain) {
  const TemporaryFile file;
  std::optional<SmallDisk> full(100);  // room for the header alone
  auto writer = RunWriter::create(gap_options(file.path(), 0.0));
  ASSERT_TRUE(writer) << writer.error();
  EXPECT_TRUE(writer->failing());
  full.reset();
  for (int i = 0; i < 100; ++i) writer->write(random_cycle(i, gap_cycle_time(i)));
  EXPECT_TRUE(writer->close(0));
  const RunInfo info = inspect(file);
  EXPECT_TRUE(info.result.file.complete) << info.result.file.problem;
  EXPECT_EQ(info.result.problem, "");
  EXPECT_EQ(info.identity.at("run_id"), "run-7");
  EXPECT_EQ(info.attachments, std::vector<std::string>{"robot.yaml"});
}

TEST(RunWriter, LeavesAWholeBeginningWhereTheDiskStaysFull) {
  const TemporaryFile file;
  auto writer = RunWriter::create(gap_options(file.path(), 1e6));
  for (int i = 0; i < 100; ++i) writer->write(random_cycle(i, gap_cycle_time(i)));
  const SmallDisk full(writer->bytes_written());
  for (int i = 100; i < 200; ++i) writer->write(random_cycle(i, gap_cycle_time(i)));
  EXPECT_FALSE(writer->close(0));
  const RunInfo info = inspect(file);
  EXPECT_FALSE(info.result.file.complete);
  EXPECT_TRUE(info.recorder.empty()) << "never closed";
  EXPECT_EQ(info.result.file.whole_bytes, file.content().size());
}

/// A recorder in whose folder something happens while it runs.
class RemovedLog : public testing::Test {
 protected:
  ~RemovedLog() override { std::filesystem::remove_all(folder_); }

  /// @return Whether the recorder calls the log complete.
  bool record(const std::function<void()>& happens) {
    std::filesystem::create_directories(folder_);
    RunListener tap;
    tap.on_note = [this](const RunNote& note) { alarms_ += note.text + "\n"; };
    auto recorder = Recorder::start(gap_options(path_, 1e6), 1024, tap);
    EXPECT_TRUE(recorder) << recorder.error();
    for (int i = 0; i < 300; ++i) {
      if (i == 150) happens();
      push_cycle_waiting(**recorder, random_cycle(i, gap_cycle_time(i)));
    }
    const bool complete = (*recorder)->close();
    at_its_path_ = (*recorder)->is_at_its_path();
    return complete;
  }

  const std::string folder_ = testing::TempDir() + "/ff_removed_" + std::to_string(::getpid());
  const std::string path_ = folder_ + "/run.mcap";
  std::string alarms_;
  bool at_its_path_ = false;
};

TEST_F(RemovedLog, IsPutBack) {
  for (const char* what : {"run.mcap", "."}) {
    EXPECT_TRUE(record(
        [&] { std::filesystem::remove_all(std::filesystem::weakly_canonical(folder_ + "/" + what)); }));
    EXPECT_TRUE(at_its_path_);
    EXPECT_THAT(alarms_, HasSubstr(path_ + " was removed"));
    const auto log = read_run_log(path_);
    ASSERT_TRUE(log) << log.error();
    EXPECT_TRUE(log->result.file.complete) << log->result.file.problem;
    EXPECT_EQ(log->cycles.size(), 300u);
    std::filesystem::remove_all(folder_);
  }
}

TEST_F(RemovedLog, IsLostWhereSomethingElseIsInItsPlace) {
  EXPECT_FALSE(record([&] {
    std::filesystem::remove(path_);
    std::filesystem::create_directory(path_);
  }));
  EXPECT_FALSE(at_its_path_);
  EXPECT_TRUE(std::filesystem::is_directory(path_)) << "what others have put there is left alone";
}

}  // namespace
}  // namespace freefloat
