#include "runlog/compare_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runlog/run_writer.h"
#include "unit/runlog/temporary_file.h"

namespace freefloat {
namespace {

using testing::IsEmpty;
using namespace std::chrono_literals;

/// What is the same in all runs here: two phases, a hand that moves by 1 mm a cycle from the second on.
struct RunSketch {
  int first_phase = 10;      ///< cycles
  Duration compute = 50us;   ///< 0: lockstep
  Duration late{};           ///< of every cycle's time
  double hand_offset = 0.0;  ///< m, in the second phase
  std::int64_t start_ns = 1'700'000'000'000'000'000;
};

void write_run(const std::string& path, const RunSketch& sketch) {
  RunWriterOptions options;
  options.path = path;
  options.replace_existing = true;
  options.identity = {"run", "0123abcd", "feed", 42, {}};
  options.epoch_ns = sketch.start_ns;
  auto writer = RunWriter::create(options);
  ASSERT_TRUE(writer) << writer.error();
  const auto begin = [&](std::uint32_t number, const char* name, Time at) {
    PhaseEvent event;
    event.at = at;
    event.phase_number = number;
    event.name = name;
    writer->write(event);
  };
  constexpr int kSecondPhase = 20;  // cycles
  for (int i = 0; i < sketch.first_phase + kSecondPhase; ++i) {
    CycleRecord cycle;
    cycle.input.now = cycle.output.now = Time{i * 10ms + sketch.late};
    if (i == 0) begin(0, "settle", cycle.input.now);
    if (i == sketch.first_phase) begin(1, "capture", cycle.input.now);
    cycle.timing.compute = sketch.compute;
    cycle.output.estimate.valid = true;
    const int moved = std::max(0, i - sketch.first_phase);
    if (i >= sketch.first_phase) cycle.output.estimate.p_WE.x() = 1e-3 * moved + sketch.hand_offset;
    writer->write(cycle);
  }
  ASSERT_TRUE(writer->close(0));
}

RunComparison compare(const RunSketch& a, const RunSketch& b) {
  const TemporaryFile file_a("a"), file_b("b");
  write_run(file_a.path(), a);
  write_run(file_b.path(), b);
  const auto comparison = compare_runs(file_a.path(), file_b.path());
  EXPECT_TRUE(comparison) << comparison.error();
  return *comparison;
}

TEST(RunComparison, TheWallClocksTimeOfTheStartIsNoDifference) {
  const RunComparison comparison = compare({}, {.start_ns = 1'800'000'000'000'000'000});
  EXPECT_TRUE(comparison.same);
  EXPECT_THAT(comparison.identity, IsEmpty());
}

TEST(RunComparison, PairsTheCyclesOfRealTimeRunsPhaseByPhase) {
  const RunComparison comparison = compare({}, {.first_phase = 15, .late = 3ms});
  EXPECT_FALSE(comparison.same);
  EXPECT_TRUE(comparison.by_phase);
  EXPECT_EQ(comparison.pairs, 30u);
  EXPECT_EQ(comparison.cycles_b, 35u);
  EXPECT_EQ(comparison.quantities[0].largest, 0.0) << "the hand did the same in every phase";
  EXPECT_FALSE(comparison.first) << "only times differ";
  EXPECT_THAT(comparison.phases, IsEmpty());
}

TEST(RunComparison, PairsTheCyclesOfLockstepRunsByTheirNumbers) {
  const RunSketch lockstep{.compute = 0ns};
  EXPECT_TRUE(compare(lockstep, lockstep).same);
  const RunComparison comparison = compare(lockstep, {.first_phase = 15, .compute = 0ns});
  EXPECT_FALSE(comparison.by_phase);
  EXPECT_NEAR(comparison.quantities[0].largest, 5e-3, 1e-12) << "five cycles behind";
  ASSERT_TRUE(comparison.first);
  EXPECT_EQ(comparison.first->cycle, 11u);
}

TEST(RunComparison, NamesWhereAQuantityDiffersMost) {
  const RunComparison comparison = compare({}, {.hand_offset = 2e-3});
  EXPECT_NEAR(comparison.quantities[0].largest, 2e-3, 1e-12);
  EXPECT_EQ(comparison.quantities[0].phase, 1u);
  EXPECT_EQ(comparison.phase_names.at(1), "capture");
}

TEST(RunComparison, CountsNumbersOnlyWhereBothHaveOne) {
  const auto comparison = compare({}, {.hand_offset = std::numeric_limits<double>::quiet_NaN()});
  const FieldStatistics& field = comparison.fields.at("output.estimate.hand_position_m[]");
  EXPECT_EQ(field.cycles, 20u);
  EXPECT_EQ(field.numbers, 0u);
}

}  // namespace
}  // namespace freefloat
