#include "runlog/run_reader.h"

#include <gtest/gtest.h>

#include <set>

#include "runlog/run_writer.h"
#include "unit/runlog/record_bytes.h"
#include "unit/runlog/temporary_file.h"

namespace freefloat {
namespace {

constexpr int kReadCycles = 300;

Time time_of(int cycle) {
  return Time{Duration{10'000'000LL * cycle}};
}

/// A log of 3 s, a phase begins in its middle.
class RunReaderTest : public testing::Test {
 protected:
  RunReaderTest() {
    RunWriterOptions options;
    options.path = file_.path();
    options.replace_existing = true;
    auto writer = RunWriter::create(options);
    for (int i = 0; i < kReadCycles; ++i) {
      PhaseEvent phase;
      phase.at = time_of(i);
      if (i == kReadCycles / 2) writer->write(phase);
      CycleRecord record = random_cycle(i, time_of(i));
      record.timing.period = i == 0 ? Duration{} : Duration{10'000'000};
      writer->write(record);
    }
    EXPECT_TRUE(writer->close(0));
  }

  RunReader open() const { return *RunReader::open(file_.path()); }

  TemporaryFile file_{"reader"};
};

TEST_F(RunReaderTest, GivesEachCycleWithTheMessageThatEndsIt) {
  RunReader reader = open();
  std::uint64_t cycles = 0;
  std::uint64_t phase_before = 0;
  while (const RunItem* item = reader.next()) {
    if (reader.take(kPhaseTopic)) phase_before = cycles;
    if (item->cycle == nullptr) continue;
    EXPECT_EQ(item->message->channel.topic, kCycleOutputTopic.name);
    EXPECT_EQ(item->cycle->number, cycles);
    EXPECT_FALSE(item->cycle->gap_before);
    const CycleRecord* record = reader.record();
    ASSERT_NE(record, nullptr);
    EXPECT_EQ(record->output.now, random_cycle(cycles, time_of(int(cycles))).output.now);
    ++cycles;
  }
  EXPECT_EQ(cycles, std::uint64_t{kReadCycles});
  EXPECT_EQ(phase_before, std::uint64_t{kReadCycles / 2});
  EXPECT_TRUE(reader.result().file.complete);
  EXPECT_EQ(reader.result().run_cycles, cycles);
  EXPECT_EQ(reader.next(), nullptr) << "the end stays the end";
}

TEST_F(RunReaderTest, SkipsTheChunksBeforeTheWantedTime) {
  RunReader reader = open();
  reader.skip_before(time_of(200));
  std::set<std::uint64_t> numbers;
  while (const RunItem* item = reader.next()) {
    if (item->cycle != nullptr) numbers.insert(item->cycle->number);
  }
  EXPECT_TRUE(numbers.contains(0)) << "the first chunk is always read";
  EXPECT_FALSE(numbers.contains(100));
  for (std::uint64_t number = 200; number < kReadCycles; ++number) EXPECT_TRUE(numbers.contains(number));
}

TEST(RunTopics, HaveNamesAndTablesOfTheirOwn) {
  std::set<std::string_view> names, tables;
  for_each_topic([&](const auto& topic, std::size_t place) {
    EXPECT_EQ(find_topic(topic.name), place);
    names.insert(topic.name);
    tables.insert(topic.table);
  });
  EXPECT_EQ(names.size(), kRunTopicCount);
  EXPECT_EQ(tables.size(), kRunTopicCount);
  EXPECT_EQ(find_topic("/rosout"), kRunTopicCount);
}

}  // namespace
}  // namespace freefloat
