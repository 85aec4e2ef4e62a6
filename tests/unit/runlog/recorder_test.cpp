#include "runlog/recorder.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <optional>

#include "runlog/close_on_crash.h"
#include "runlog/run_topics.h"
#include "runlog/wall_time.h"
#include "support/push_cycle.h"
#include "support/read_log.h"
#include "unit/runlog/record_bytes.h"
#include "unit/runlog/small_disk.h"
#include "unit/runlog/stalled_file.h"
#include "unit/runlog/temporary_file.h"

namespace freefloat {
namespace {

Time cycle_time(int cycle) {
  return Time{Duration{10'000'000LL * cycle}};
}

RunWriterOptions options_for(const std::string& path) {
  RunWriterOptions options;
  options.path = path;
  options.identity = {"run-7", "0123abcd", "feed", 42, {{"experiment", "standing_target"}}};
  options.attachments = {{"robot.yaml", "application/yaml", "mass_kg: 6.256\n"}, {"empty", "text/plain", ""}};
  return options;
}

PhaseEvent event_at(int cycle, PhaseMoment moment) {
  PhaseEvent event;
  event.at = cycle_time(cycle);
  event.name = "approach";
  event.kind = "capture_standing";
  event.moment = moment;
  event.passed = moment == PhaseMoment::kEnd;
  event.add_number("distance_m", 0.004);
  return event;
}

LinkRecord link_at(int cycle) {
  LinkRecord record;
  record.at = cycle_time(cycle);
  record.health.connected = cycle < 60;
  record.health.sent = static_cast<std::uint64_t>(cycle);
  return record;
}

void record_run(const std::string& path, int cycles) {
  auto recorder = Recorder::start(options_for(path));
  ASSERT_TRUE(recorder) << recorder.error();
  for (int i = 0; i < cycles; ++i) {
    if (i == 50) {
      EXPECT_TRUE((*recorder)->push(event_at(i, PhaseMoment::kBegin)));
    }
    if (i % 100 == 0) {
      EXPECT_TRUE((*recorder)->push(link_at(i)));
    }
    push_cycle_waiting(**recorder, random_cycle(i, cycle_time(i)));
  }
  EXPECT_TRUE((*recorder)->push(event_at(cycles, PhaseMoment::kEnd)));
  EXPECT_TRUE((*recorder)->close());
}

TEST(Recorder, KeepsEveryRecordBitForBit) {
  const TemporaryFile file;
  record_run(file.path(), 400);
  const auto log = read_run_log(file.path());
  ASSERT_TRUE(log) << log.error();
  EXPECT_TRUE(log->result.file.complete) << log->result.file.problem;
  EXPECT_EQ(log->result.problem, "");
  EXPECT_EQ(log->result.broken_cycles, 0u);
  ASSERT_EQ(log->cycles.size(), 400u);
  for (int i = 0; i < 400; ++i) {
    ASSERT_EQ(bytes_of(log->cycles[i]), bytes_of(random_cycle(i, cycle_time(i)))) << i;
  }
  ASSERT_EQ(log->phases.size(), 2u);
  EXPECT_EQ(bytes_of(log->phases[0]), bytes_of(event_at(50, PhaseMoment::kBegin)));
  EXPECT_EQ(bytes_of(log->phases[1]), bytes_of(event_at(400, PhaseMoment::kEnd)));
  EXPECT_EQ(log->metadata_value("freefloat.run", "seed"), "42");
  EXPECT_EQ(log->metadata_value("freefloat.run", "git_id"), "0123abcd");
  EXPECT_EQ(log->metadata_value("freefloat.run", "experiment"), "standing_target");
  EXPECT_EQ(log->metadata_value("freefloat.recorder", "cycles"), "400");
  ASSERT_EQ(log->attachments.size(), 2u);
  EXPECT_EQ(log->attachments[0].name, "robot.yaml");
  EXPECT_EQ(log->attachments[0].data, "mass_kg: 6.256\n");
}

TEST(Recorder, SaysInWordsWhatIsWrongWithTheLink) {
  const TemporaryFile file;
  record_run(file.path(), 400);
  const auto log = read_run_log(file.path());
  ASSERT_TRUE(log) << log.error();
  ASSERT_EQ(log->links.size(), 4u);
  EXPECT_EQ(log->links[3].at, cycle_time(300));
  EXPECT_EQ(log->links[3].health.sent, 300u);
  EXPECT_EQ(log->links[3].diagnosis.view(), diagnose(link_at(300).health, cycle_time(300)));
  EXPECT_NE(log->links[3].diagnosis.view(), "");
}

TEST(Recorder, SaysInWordsWhatIsWrongWithTheWayFromATracker) {
  const TemporaryFile file;
  std::vector<std::string> heard;
  auto recorder = Recorder::start(
      options_for(file.path()), 64,
      {.on_marker_path = [&](const MarkerPathRecord& told) { heard.emplace_back(told.diagnosis.view()); }});
  ASSERT_TRUE(recorder) << recorder.error();
  MarkerPathRecord record;
  record.health.connected = true;
  record.health.pictures = 9;
  record.health.exchanges = 3;
  record.health.repeated = 2;
  record.health.newest_picture = cycle_time(50);
  for (const int cycle : {60, 300}) {
    record.at = cycle_time(cycle);
    ASSERT_TRUE((*recorder)->push(record));
  }
  ASSERT_TRUE((*recorder)->close());
  EXPECT_EQ(heard, (std::vector<std::string>{"", "no picture from the tracker since 2.5 s"}));
  std::vector<MarkerPathRecord> logged;
  auto reader = RunReader::open(file.path());
  ASSERT_TRUE(reader) << reader.error();
  while (reader->next() != nullptr) {
    if (const auto path = reader->take(kMarkerPathTopic)) logged.push_back(*path);
  }
  ASSERT_EQ(logged.size(), 2u);
  EXPECT_EQ(logged[1].at, cycle_time(300));
  EXPECT_EQ(logged[1].health.repeated, 2u);
  EXPECT_EQ(logged[1].diagnosis.view(), heard[1]);
}

TEST(Recorder, WritesTheSameBytesForTheSameRecords) {
  const TemporaryFile first("first");
  const TemporaryFile second("second");
  record_run(first.path(), 300);
  record_run(second.path(), 300);
  EXPECT_TRUE(first.content() == second.content());
}

TEST(Recorder, LeavesAnExistingFileAlone) {
  const TemporaryFile file;
  file.write("precious");
  const auto recorder = Recorder::start(options_for(file.path()));
  ASSERT_FALSE(recorder);
  EXPECT_NE(recorder.error().find(file.path()), std::string::npos);
  EXPECT_EQ(file.content(), "precious");
}

TEST(Recorder, CountsDropsWhileItsThreadIsStalled) {
  StalledFile disk;
  RunWriterOptions options = options_for(disk.path());
  options.replace_existing = true;
  auto recorder = Recorder::start(options, 64);
  ASSERT_TRUE(recorder) << recorder.error();
  int pushed = 0;
  int dropped = 0;
  for (; dropped < 100; ++pushed) {
    if (!push_cycle(**recorder, random_cycle(pushed, cycle_time(pushed)))) ++dropped;
    ASSERT_LT(pushed, 100'000) << "the pipe never filled";
  }
  EXPECT_EQ((*recorder)->status().dropped_records, 100u);

  // Everything that was accepted arrives.
  disk.resume();
  push_cycle_waiting(**recorder, random_cycle(pushed, cycle_time(pushed)));
  EXPECT_FALSE((*recorder)->close()) << "records are missing";
  EXPECT_TRUE((*recorder)->wants_state());
  EXPECT_FALSE((*recorder)->wants_state());
  const TemporaryFile file("drained");
  file.write(disk.content());
  const auto log = read_run_log(file.path());
  ASSERT_TRUE(log) << log.error();
  EXPECT_TRUE(log->result.file.complete) << log->result.file.problem;
  EXPECT_EQ(log->cycles.size(), static_cast<std::size_t>(pushed + 1 - dropped));
  EXPECT_EQ(log->metadata_value("freefloat.recorder", "dropped_records"), "100");
  EXPECT_EQ(log->cycles.front().timing.ring_drops, 0u);
  EXPECT_EQ(log->cycles.back().timing.ring_drops, 100u);
  std::uint64_t missing = 0;
  for (const LogGap& gap : log->result.gaps) {
    missing += gap.dropped_cycles();
    EXPECT_GT(gap.begin, log->cycles.front().input.now);
    EXPECT_LT(gap.end, log->cycles.back().input.now);
  }
  EXPECT_EQ(missing, 100u);
  EXPECT_EQ(log->result.missing_cycles, 100u);
  EXPECT_EQ(log->result.run_cycles, log->cycles.size() + 100);
}

TEST(Recorder, GoesOnWhenTheDiskIsFullAndLeavesWholeRecords) {
  const TemporaryFile file;
  auto recorder = Recorder::start(options_for(file.path()));
  ASSERT_TRUE(recorder) << recorder.error();
  bool complete = true;
  {
    const SmallDisk disk(300'000);
    for (int i = 0; i < 1000; ++i) push_cycle_waiting(**recorder, random_cycle(i, cycle_time(i)));
    complete = (*recorder)->close();
  }

  const RecorderStatus status = (*recorder)->status();
  EXPECT_EQ(status.cycles_written, 1000u);
  EXPECT_GT(status.lost_messages, 0u);
  EXPECT_EQ(status.write_error, EFBIG);
  EXPECT_LE(status.bytes_written, 300'000u);
  const auto log = read_run_log(file.path());
  ASSERT_TRUE(log) << log.error();
  EXPECT_GT(log->cycles.size(), 50u);
  EXPECT_EQ(log->result.file.whole_bytes, file.content().size());
  EXPECT_FALSE(complete);
  EXPECT_TRUE(!log->result.file.complete || !log->result.gaps.empty());
}

TEST(Recorder, ObjectsToArmingAndRaisesAnAlarmWhileTheDiskIsFull) {
  const TemporaryFile file;
  std::vector<std::string> alarms;
  RunListener tap;
  tap.on_note = [&](const RunNote& note) { alarms.push_back(note.text); };
  auto recorder = Recorder::start(options_for(file.path()), 1024, tap);
  ASSERT_TRUE(recorder) << recorder.error();
  std::optional<SmallDisk> disk(200'000);
  int cycle = 0;
  for (; cycle < 100'000 && arming_objection((*recorder)->status()).empty(); ++cycle)
    push_cycle_waiting(**recorder, random_cycle(cycle % 50, cycle_time(cycle)));
  disk.reset();
  EXPECT_NE(arming_objection((*recorder)->status()).find("cannot be written"), std::string::npos);
  // There is room again: the log goes on, and so may the robot.
  for (const int end = cycle + 100'000; cycle < end && (*recorder)->status().failing; ++cycle)
    push_cycle_waiting(**recorder, random_cycle(cycle % 50, cycle_time(cycle)));
  EXPECT_EQ(arming_objection((*recorder)->status()), "");
  EXPECT_TRUE((*recorder)->close());
  ASSERT_EQ(alarms.size(), 2u);
  EXPECT_NE(alarms[0].find("File too large"), std::string::npos);
  EXPECT_NE(alarms[1].find("written again"), std::string::npos);
  EXPECT_TRUE(read_run_log(file.path())->result.file.complete);
}

TEST(ArmingObjection, AsksForFreeSpace) {
  RecorderStatus status;
  status.free_bytes = 12'000'000;
  EXPECT_NE(arming_objection(status).find("only 12 MB are free"), std::string::npos);
  status.free_bytes = kFreeBytesToArm;
  EXPECT_EQ(arming_objection(status), "");
}

TEST(ArmingObjection, NamesWhyTheLogCannotBeWritten) {
  RecorderStatus status;
  status.free_bytes = kFreeBytesToArm;
  status.failing = true;
  status.write_error = EIO;
  EXPECT_EQ(
      arming_objection(status),
      "the log cannot be written (Input/output error); make room on its disk, or use another with --log-dir");
}

/// Runs `crash` in a process of its own after 300 pushed cycles.
/// @return The signal that ended it.
template <class Crash>
int crash_while_recording(const std::string& path, Crash&& crash) {
  const pid_t child = ::fork();
  if (child == 0) {
    auto recorder = Recorder::start(options_for(path));
    if (!recorder) ::_exit(3);
    const CloseOnCrash guard(**recorder);
    for (int i = 0; i < 300; ++i) push_cycle_waiting(**recorder, random_cycle(i, cycle_time(i)));
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    crash();
    ::_exit(4);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

TEST(CloseOnCrash, ClosesTheFileWithEverythingPushed) {
  const auto expect_complete = [](const std::string& path) {
    const auto log = read_run_log(path);
    ASSERT_TRUE(log) << log.error();
    EXPECT_TRUE(log->result.file.complete) << log->result.file.problem;
    EXPECT_EQ(log->cycles.size(), 300u);
  };
  {
    const TemporaryFile file("segv");
    EXPECT_EQ(crash_while_recording(file.path(), [] { ::raise(SIGSEGV); }), SIGSEGV);
    expect_complete(file.path());
  }
  {
    const TemporaryFile file("terminate");
    EXPECT_EQ(crash_while_recording(file.path(), [] { std::terminate(); }), SIGABRT);
    expect_complete(file.path());
  }
  {
    const TemporaryFile file("abort");
    EXPECT_EQ(crash_while_recording(file.path(), [] { std::abort(); }), SIGABRT);
    expect_complete(file.path());
  }
}

TEST(RunWriter, LogTimesAreOfTheWallClockAndCyclesOfTheRuns) {
  const TemporaryFile file;
  RunWriterOptions options = options_for(file.path());
  options.epoch_ns = 1'700'000'000'000'000'000;
  auto writer = RunWriter::create(options);
  ASSERT_TRUE(writer) << writer.error();
  writer->write(random_cycle(1, cycle_time(3)));
  EXPECT_TRUE(writer->close(0));
  std::uint64_t log_time = 0;
  McapTextMap identity;
  const auto take_time = [&](const McapMessage& message) { log_time = message.log_time_ns; };
  const auto take_identity = [&](const McapMetadata& metadata) {
    if (metadata.name == kIdentityMetadata) identity = metadata.values;
  };
  ASSERT_TRUE(read_mcap(file.path(), take_time, take_identity));
  EXPECT_EQ(log_time, 1'700'000'000'030'000'000u);
  EXPECT_EQ(clock_offset_ns(identity), options.epoch_ns);
  EXPECT_EQ(identity.at("started"), iso_time(options.epoch_ns));
  EXPECT_EQ(read_run_log(file.path())->cycles.at(0).input.now, cycle_time(3));
}

TEST(Recorder, ReportsAFolderThatDoesNotExist) {
  const auto recorder = Recorder::start(options_for("/nonexistent/folder/run.mcap"));
  ASSERT_FALSE(recorder);
  EXPECT_NE(recorder.error().find("/nonexistent/folder/run.mcap"), std::string::npos);
}

}  // namespace
}  // namespace freefloat
