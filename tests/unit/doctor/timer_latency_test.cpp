#include "doctor/timer_latency.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "doctor/format_findings.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

constexpr Duration kLoop = std::chrono::milliseconds(10);

/// @return So many wake-ups, each late by so many microseconds.
TimerLatency latency_of(const std::vector<std::pair<int, int>>& counts_and_microseconds) {
  std::vector<Duration> late;
  for (const auto& [count, microseconds] : counts_and_microseconds)
    late.insert(late.end(), static_cast<std::size_t>(count), std::chrono::microseconds(microseconds));
  return summarize_latency(late);
}

TEST(TimerLatency, SummaryHasMedianTailMaximumAndStalls) {
  const TimerLatency latency = latency_of({{900, 15}, {95, 70}, {4, 300}, {1, 4000}});
  EXPECT_EQ(latency.wakes, 1000u);
  EXPECT_EQ(latency.p50, std::chrono::microseconds(15));
  EXPECT_EQ(latency.p99, std::chrono::microseconds(70));
  EXPECT_EQ(latency.max, std::chrono::microseconds(4000));
  EXPECT_EQ(latency.stalls, 1u);
  EXPECT_THAT(latency.histogram, testing::ElementsAre(0, 900, 0, 95, 0, 4, 0, 0, 1, 0));
}

TEST(TimerLatency, NothingMeasuredIsNoCrashAndAWarning) {
  const TimerLatency latency = latency_of({});
  EXPECT_EQ(latency.wakes, 0u);
  EXPECT_EQ(judge_timer_latency(latency, kLoop, false).grade, Grade::kWarning);
  EXPECT_EQ(format_histogram(latency), "");
}

TEST(TimerLatency, IsJudgedByTheLoopThatItServes) {
  const TimerLatency latency = latency_of({{900, 20}, {100, 500}});
  EXPECT_EQ(judge_timer_latency(latency, std::chrono::milliseconds(100), false).grade, Grade::kGood);
  EXPECT_EQ(judge_timer_latency(latency, kLoop, false).grade, Grade::kWarning);
  EXPECT_EQ(judge_timer_latency(latency, std::chrono::milliseconds(2), false).grade, Grade::kProblem);
}

TEST(TimerLatency, RareStallsOfAVirtualMachineAreItsHosts) {
  const Finding finding = judge_timer_latency(latency_of({{999, 20}, {1, 6000}}), kLoop, true);
  EXPECT_EQ(finding.grade, Grade::kNote);
  EXPECT_THAT(finding.remedy, HasSubstr("virtual"));
}

TEST(TimerLatency, FrequentStallsAreAProblemWhateverTheLoop) {
  const TimerLatency latency = latency_of({{95, 20}, {5, 6000}});
  EXPECT_EQ(judge_timer_latency(latency, std::chrono::milliseconds(120), true).grade, Grade::kProblem);
}

TEST(TimerLatency, MeasurementEndsWhenAsked) {
  const std::atomic<bool> stop{true};
  EXPECT_EQ(measure_timer_latency(std::chrono::hours(1), std::chrono::milliseconds(1), stop).wakes, 0u);
}

TEST(TimerLatency, HistogramNamesEveryClassThatHasWakeUps) {
  const std::string text = format_histogram(latency_of({{3, 5}, {1, 9000}}));
  EXPECT_THAT(text, HasSubstr("below    10 us        3  ##############################\n"));
  EXPECT_THAT(text, HasSubstr("longer                1  ##########\n"));
}

}  // namespace
}  // namespace freefloat
