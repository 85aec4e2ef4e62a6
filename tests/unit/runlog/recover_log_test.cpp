#include "runlog/recover_log.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>

#include "runlog/run_writer.h"
#include "support/read_log.h"
#include "unit/runlog/record_bytes.h"
#include "unit/runlog/small_log.h"
#include "unit/runlog/temporary_file.h"

namespace freefloat {
namespace {

std::vector<std::uint64_t> chunk_places(const std::string& log) {
  std::vector<std::uint64_t> places;
  for (const RecordPlace& place :
       plan_salvage({reinterpret_cast<const std::uint8_t*>(log.data()), log.size()}).records) {
    if (place.opcode == McapOpcode::kChunk) places.push_back(place.at);
  }
  return places;
}

/// Recovers `content` and returns the new file's content.
std::string recover(const std::string& content, RecoveryReport& report) {
  const TemporaryFile damaged("damaged");
  const TemporaryFile recovered("recovered");
  damaged.write(content);
  const auto result = recover_log(damaged.path(), recovered.path());
  EXPECT_TRUE(result) << result.error();
  if (result) report = *result;
  return recovered.content();
}

TEST(RecoverLog, ReturnsAWholeLogByteForByte) {
  const std::string log = small_log();
  RecoveryReport report;
  EXPECT_TRUE(recover(log, report) == log);
  EXPECT_TRUE(report.was_whole);
  EXPECT_EQ(report.attachments, 1u);
}

TEST(RecoverLog, LosesOneRecordAtMostWhereverAByteIsWrongAndSaysSo) {
  const std::string log = small_log();
  RecoveryReport whole;
  recover(log, whole);
  std::mt19937_64 random(3);
  for (int round = 0; round < 150; ++round) {
    std::string damaged = log;
    const std::size_t at = random() % log.size();
    damaged[at] = static_cast<char>(damaged[at] ^ (1 + random() % 255));
    RecoveryReport report;
    recover(damaged, report);
    EXPECT_FALSE(report.was_whole) << "byte " << at;
    EXPECT_GE(report.chunks + 1, whole.chunks) << "byte " << at;
    EXPECT_GE(report.chunks + report.attachments + report.metadata + 1,
              whole.chunks + whole.attachments + whole.metadata)
        << "byte " << at;
  }
}

TEST(RecoverLog, LosesOnlyTheDamagedChunkOfACutLog) {
  const std::string log = small_log();
  const std::vector<std::uint64_t> chunks = chunk_places(log);
  ASSERT_GE(chunks.size(), 5u);
  // Without its end the file has no checksum over everything.
  std::string damaged = log.substr(0, chunks[4] + 100);
  damaged[chunks[2] + 5000] ^= 0x20;
  RecoveryReport report;
  const TemporaryFile file("recovered");
  file.write(recover(damaged, report));
  EXPECT_EQ(report.lost_chunks(), 1u);
  EXPECT_GT(report.lost_messages, 0u);
  EXPECT_EQ(report.chunks, 3u);
  EXPECT_GT(report.cut_bytes, 0u);
  const auto read = read_run_log(file.path());
  ASSERT_TRUE(read) << read.error();
  EXPECT_TRUE(read->result.file.complete);
  EXPECT_EQ(read->metadata_value("freefloat.recovery", "lost_chunks"), "1");
  EXPECT_EQ(read->metadata_value("freefloat.recovery", "source_was_cut"), "true");
  for (const CycleRecord& cycle : read->cycles) {
    const auto seed = static_cast<std::uint64_t>(cycle.input.now.time_since_epoch().count() / 10'000'000);
    EXPECT_EQ(bytes_of(cycle), bytes_of(random_cycle(seed, cycle.input.now)));
  }
}

// Any bytes can pass for a message. The file is cut, so that no checksum tells which byte is wrong.
TEST(RecoverLog, TakesNoRecordForAMessageWhateverItsFirstByteSays) {
  const std::string log = small_log();
  const std::string cut = log.substr(0, chunk_places(log)[3]);
  std::string damaged = cut;
  const RecordBytes bytes(reinterpret_cast<const std::uint8_t*>(damaged.data()), damaged.size());
  const auto messages_of = [&] {
    const TemporaryFile recovered("recovered");
    auto writer = McapWriter::create(recovered.path(), {});
    const RecoveryReport report = copy_whole_records(bytes, plan_salvage(bytes), *writer);
    EXPECT_TRUE(writer->close());
    return report.messages + report.orphans;
  };
  const std::uint64_t all = messages_of();
  std::vector<std::size_t> starts;
  for_each_record(bytes.subspan(kMcapMagic.size()), [&](McapOpcode, RecordBytes content) {
    starts.push_back(static_cast<std::size_t>(content.data() - bytes.data()) - kMcapRecordHeaderBytes);
  });
  ASSERT_GT(starts.size(), 50u);
  for (const std::size_t at : starts) {
    damaged[at] = static_cast<char>(McapOpcode::kMessage);
    EXPECT_LE(messages_of(), all) << "byte " << at << ", opcode " << static_cast<int>(cut[at]);
    if (cut[at] == static_cast<char>(McapOpcode::kMessageIndex)) {
      EXPECT_EQ(messages_of(), all) << "byte " << at;
      EXPECT_EQ(plan_salvage(bytes).damaged.size(), 1u) << "byte " << at;
      const TemporaryFile file("damaged");
      file.write(damaged);
      EXPECT_EQ(read_mcap(file.path())->message_count, all) << "byte " << at;
    }
    damaged[at] = cut[at];
  }
}

TEST(RecoverLog, LosesNothingWhenOnlyTheLengthOfAChunkIsWrong) {
  const std::string log = small_log();
  const std::vector<std::uint64_t> chunks = chunk_places(log);
  std::string damaged = log.substr(0, chunks[4]);
  RecoveryReport before;
  recover(damaged, before);
  for (const int bits : {1, 64, 255}) {
    for (std::uint64_t byte = 1; byte <= 8; ++byte) {
      char& length = damaged[chunks[2] + byte];
      const char right = std::exchange(length, static_cast<char>(length ^ bits));
      RecoveryReport report;
      recover(damaged, report);
      length = right;
      EXPECT_EQ(report.messages, before.messages) << byte;
      EXPECT_EQ(report.lost_chunks(), 0u) << byte;
      EXPECT_EQ(report.lost_messages, 0u) << byte;
      EXPECT_FALSE(report.was_whole) << byte;
    }
  }
}

TEST(RecoverLog, SurvivesALongStretchOfGarbage) {
  const std::string log = small_log();
  const std::vector<std::uint64_t> chunks = chunk_places(log);
  std::mt19937_64 random(8);
  std::string damaged = log;
  for (std::uint64_t at = chunks[1] - 300; at < chunks[3] + 300; ++at)
    damaged[at] = static_cast<char>(random());
  RecoveryReport report;
  const TemporaryFile file("recovered");
  file.write(recover(damaged, report));
  EXPECT_EQ(report.chunks, chunks.size() - 3);
  EXPECT_FALSE(report.damaged.empty());
  EXPECT_TRUE(read_run_log(file.path())->result.file.complete);
}

TEST(RecoverLog, TakesDamagedChannelsFromTheirCopies) {
  const std::string log = small_log();
  const std::vector<std::uint64_t> chunks = chunk_places(log);
  for (const bool first_chunk_too : {false, true}) {
    std::string damaged = log;
    const std::size_t schemas = log.find("ros2msg");
    ASSERT_LT(schemas, chunks[0]);
    for (std::uint64_t at = schemas; at < chunks[0]; ++at) damaged[at] = 'x';
    if (first_chunk_too) damaged[chunks[0] + 4000] ^= 1;
    RecoveryReport report;
    const TemporaryFile file("recovered");
    file.write(recover(damaged, report));
    EXPECT_EQ(report.lost_chunks(), first_chunk_too ? 1u : 0u);
    EXPECT_EQ(report.orphans, 0u);
    const auto read = read_run_log(file.path());
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->result.problem.find("not complete"), first_chunk_too ? 0 : std::string::npos);
    if (!first_chunk_too) {
      EXPECT_EQ(read->result.problem, "");
      EXPECT_EQ(read->cycles.size(), static_cast<std::size_t>(kSmallLogCycles));
    }
  }
}

TEST(RecoverLog, KeepsTheBeginningOfACutChunk) {
  const TemporaryFile file("long_chunk");
  McapWriterOptions options;
  options.chunk_bytes = 4 << 20;
  auto writer = McapWriter::create(file.path(), options);
  const auto channel = writer->add_channel(writer->add_schema("std_msgs/msg/Empty", ""), "/noise", {});
  std::mt19937_64 random(4);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    std::vector<std::uint8_t> noise(1000);
    for (auto& byte : noise) byte = static_cast<std::uint8_t>(random());
    writer->write_message(channel, i, i, noise);
  }
  EXPECT_TRUE(writer->close());
  RecoveryReport report;
  recover(file.content().substr(0, 700'000), report);
  EXPECT_GT(report.cut_messages, 400u);
  EXPECT_LT(report.cut_messages, 700u);
  EXPECT_EQ(report.messages, report.cut_messages);
}

TEST(RecoverLog, FindsAShortLogsIdentityEvenWithoutAnyChunk) {
  const std::string log = small_log();
  RecoveryReport report;
  const TemporaryFile file("recovered");
  file.write(recover(log.substr(0, chunk_places(log)[0] + 10), report));
  EXPECT_EQ(report.messages, 0u);
  EXPECT_EQ(read_run_log(file.path())->metadata_value("freefloat.run", "run_id"), "small");
}

TEST(RecoverLog, RefusesOtherFilesAndItsOwnInput) {
  const TemporaryFile file("other");
  const TemporaryFile output("output");
  file.write("no log at all, only a text that is long enough to hold a record or two");
  const auto refused = recover_log(file.path(), output.path());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("not an MCAP file"), std::string::npos);
  EXPECT_FALSE(recover_log(file.path(), file.path()));
  EXPECT_FALSE(recover_log("/nonexistent/run.mcap", output.path()));
  EXPECT_FALSE(recover_log("/tmp", output.path()));
  file.write(small_log());
  output.write("precious");
  EXPECT_FALSE(recover_log(file.path(), output.path()));
  EXPECT_EQ(output.content(), "precious");
}

}  // namespace
}  // namespace freefloat
