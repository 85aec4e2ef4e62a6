#include <gtest/gtest.h>

#include <random>

#include "mcap/mcap_reader.h"
#include "runlog/recorder.h"
#include "support/read_log.h"
#include "unit/runlog/record_bytes.h"
#include "unit/runlog/small_log.h"
#include "unit/runlog/temporary_file.h"

namespace freefloat {
namespace {

std::vector<std::uint64_t> record_starts(const std::string& log) {
  std::vector<std::uint64_t> starts;
  for (std::size_t at = 8; at + 9 <= log.size() - 8;) {
    starts.push_back(at);
    std::uint64_t length = 0;
    std::memcpy(&length, log.data() + at + 1, sizeof length);
    at += 9 + length;
  }
  return starts;
}

TEST(McapReader, ReadsACutFileUpToItsLastWholeRecord) {
  const std::string log = small_log();
  const std::vector<std::uint64_t> starts = record_starts(log);
  const TemporaryFile file("cut");
  std::size_t most_cycles = 0;
  for (std::size_t length = 8; length < log.size(); length += 997) {
    file.write(log.substr(0, length));
    const auto cut = read_run_log(file.path());
    ASSERT_TRUE(cut) << cut.error();
    EXPECT_FALSE(cut->result.file.complete);
    EXPECT_NE(cut->result.file.problem, "") << length;
    const auto next = std::upper_bound(starts.begin(), starts.end(), length);
    const std::uint64_t last_whole = next == starts.begin() ? 8 : *std::prev(next);
    EXPECT_EQ(cut->result.file.whole_bytes, last_whole) << length;
    EXPECT_GE(cut->cycles.size(), most_cycles);
    most_cycles = cut->cycles.size();
    for (std::size_t i = 0; i < cut->cycles.size(); i += 20) {
      EXPECT_EQ(bytes_of(cut->cycles[i]), bytes_of(random_cycle(i, Time{Duration{10'000'000LL * int(i)}})));
    }
  }
  EXPECT_EQ(most_cycles, static_cast<std::size_t>(kSmallLogCycles)) << "the data ends before the summary";
}

TEST(McapReader, ReadsCutsAroundEveryRecordBoundary) {
  const std::string log = small_log();
  const TemporaryFile file("cut");
  for (const std::uint64_t start : record_starts(log)) {
    for (std::uint64_t length = start - 1; length < start + 11 && length < log.size(); ++length) {
      file.write(log.substr(0, length));
      const auto cut = read_run_log(file.path());
      if (length < 8) continue;
      ASSERT_TRUE(cut) << cut.error();
      EXPECT_FALSE(cut->result.file.complete) << length;
    }
  }
}

TEST(McapReader, NoticesEveryFlippedBit) {
  const std::string log = small_log();
  const TemporaryFile file("flip");
  std::mt19937_64 random(5);
  for (int round = 0; round < 400; ++round) {
    std::string damaged = log;
    const std::size_t at = 8 + random() % (log.size() - 8);
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (random() % 8)));
    file.write(damaged);
    const auto read = read_run_log(file.path());
    ASSERT_TRUE(read) << read.error();
    EXPECT_FALSE(read->result.file.complete) << "byte " << at;
  }
}

TEST(McapReader, LeavesADamagedChunkOutAndReadsOn) {
  std::string log = small_log();
  std::vector<std::uint64_t> chunks;
  for (const std::uint64_t start : record_starts(log)) {
    if (log[start] == 6) chunks.push_back(start);
  }
  ASSERT_GE(chunks.size(), 4u);
  log[chunks[1] + 500] = static_cast<char>(log[chunks[1] + 500] ^ 0x10);
  const TemporaryFile file("damaged");
  file.write(log);
  const auto read = read_run_log(file.path());
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->result.file.damaged_chunks, 1u);
  EXPECT_EQ(read->result.file.chunk_count, chunks.size() - 1);
  EXPECT_GT(read->cycles.size(), 50u);
  EXPECT_LT(read->cycles.size(), static_cast<std::size_t>(kSmallLogCycles));
  for (const CycleRecord& cycle : read->cycles) {
    const auto seed = static_cast<std::uint64_t>(cycle.input.now.time_since_epoch().count() / 10'000'000);
    EXPECT_EQ(bytes_of(cycle), bytes_of(random_cycle(seed, cycle.input.now))) << "cycles are never mixed";
  }
}

TEST(McapReader, SurvivesGarbageAfterTheMagic) {
  const TemporaryFile file("garbage");
  std::mt19937_64 random(9);
  for (int round = 0; round < 300; ++round) {
    std::string content("\x89MCAP0\r\n", 8);
    for (std::size_t i = random() % 400; i > 0; --i) content.push_back(static_cast<char>(random()));
    // Plausible opcodes and lengths reach further into the reader.
    if (content.size() > 20) content[8] = static_cast<char>(1 + random() % 15);
    if (content.size() > 20)
      content.replace(9, 8, std::string(1, char(random() % 200)) + std::string(7, '\0'));
    file.write(content);
    const auto read = read_run_log(file.path());
    ASSERT_TRUE(read);
    EXPECT_FALSE(read->result.file.complete);
  }
}

TEST(McapReader, RefusesOtherFiles) {
  const TemporaryFile file("other");
  file.write("not a log");
  const auto read = read_run_log(file.path());
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().find("not an MCAP file"), std::string::npos);
  EXPECT_FALSE(read_run_log("/nonexistent/run.mcap"));
  EXPECT_FALSE(read_run_log("/tmp"));
}

TEST(McapWriter, ClosesChunksBySizeAndLogTime) {
  const TemporaryFile file("chunks");
  auto writer = McapWriter::create(file.path(), {});
  ASSERT_TRUE(writer) << writer.error();
  const auto channel = writer->add_channel(writer->add_schema("std_msgs/msg/Empty", ""), "/empty", {});
  const std::vector<std::uint8_t> small(100), large(40'000);
  for (std::uint64_t ms : {0, 199, 200, 399}) writer->write_message(channel, 0, ms * 1'000'000, small);
  for (int i = 0; i < 3; ++i) writer->write_message(channel, 0, 399'000'000, large);
  EXPECT_TRUE(writer->close());
  const auto read = read_mcap(file.path());
  ASSERT_TRUE(read) << read.error();
  EXPECT_TRUE(read->complete) << read->problem;
  EXPECT_EQ(read->message_count, 7u);
  // {0, 199}, {200, 399, large}, {large}, {large}
  EXPECT_EQ(read->chunk_count, 4u);
  EXPECT_EQ(read->profile, "ros2");
}

}  // namespace
}  // namespace freefloat
