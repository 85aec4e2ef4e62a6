#include "runlog/run_condition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace freefloat {
namespace {

using testing::HasSubstr;

RunCondition condition(std::string_view text, bool of_moment = false) {
  const auto parsed = parse_condition(text, of_moment);
  EXPECT_TRUE(parsed) << parsed.error().problem;
  return parsed.value_or(RunCondition{});
}

ConditionProblem problem(std::string_view text, bool of_moment = false) {
  const auto parsed = parse_condition(text, of_moment);
  EXPECT_FALSE(parsed) << text;
  return parsed ? ConditionProblem{} : parsed.error();
}

CycleRecord cycle(double compute_ms, double distance) {
  CycleRecord record;
  record.timing.compute = from_seconds(1e-3 * compute_ms);
  record.output.estimate.valid = true;
  record.output.estimate.target.valid = true;
  record.output.estimate.p_WE = {distance, 0.0};
  return record;
}

double result(std::string_view text, const std::vector<CycleRecord>& cycles) {
  ConditionTally tally(condition(text));
  for (const CycleRecord& record : cycles) tally.add(CycleView(record));
  return tally.value();
}

TEST(RunCondition, IsReadWithOrWithoutSpaces) {
  for (const char* text : {"max(loop_compute_ms)<=5.5", " max ( loop_compute_ms ) <= 5.5 "}) {
    const RunCondition read = condition(text);
    EXPECT_EQ(read.fold, Fold::kMax);
    EXPECT_EQ(logged_quantities()[read.quantity].name, "loop_compute_ms");
    EXPECT_EQ(read.comparison, Comparison::kLessOrEqual);
    EXPECT_EQ(read.limit, 5.5);
  }
  EXPECT_EQ(condition("hand_to_target_m < 1e-1", true).limit, 0.1);
}

TEST(RunCondition, MakesOneNumberOfARun) {
  const std::vector<CycleRecord> run{cycle(1, 0.4), cycle(3, 0.2), cycle(2, 0.1)};
  EXPECT_DOUBLE_EQ(result("max(loop_compute_ms) < 5", run), 3.0);
  EXPECT_DOUBLE_EQ(result("min(loop_compute_ms) < 5", run), 1.0);
  EXPECT_DOUBLE_EQ(result("mean(loop_compute_ms) < 5", run), 2.0);
  EXPECT_DOUBLE_EQ(result("rms(loop_compute_ms) < 5", run), std::sqrt(14.0 / 3.0));
  EXPECT_DOUBLE_EQ(result("final(hand_to_target_m) < 5", run), 0.1);
}

TEST(RunCondition, LeavesOutWhatIsNotKnownAndNeverHoldsWithoutAnyValue) {
  CycleRecord unknown = cycle(1, 9.0);
  unknown.output.estimate.target.valid = false;
  EXPECT_DOUBLE_EQ(result("max(hand_to_target_m) < 1", {cycle(1, 0.3), unknown}), 0.3);
  ConditionTally tally(condition("max(hand_to_target_m) < 1"));
  tally.add(CycleView(unknown));
  EXPECT_TRUE(std::isnan(tally.value()));
  EXPECT_FALSE(tally.holds());
}

TEST(RunCondition, ComparesAsWritten) {
  EXPECT_TRUE(condition("max(rate_scale) <= 1").holds(1.0));
  EXPECT_FALSE(condition("max(rate_scale) < 1").holds(1.0));
  EXPECT_TRUE(condition("max(rate_scale) >= 1").holds(1.0));
  EXPECT_FALSE(condition("max(rate_scale) > 1").holds(1.0));
  EXPECT_FALSE(condition("max(rate_scale) > 1").holds(std::nan("")));
}

TEST(RunCondition, NamesTheColumnAndWhatWouldDo) {
  EXPECT_EQ(problem("largest(rate_scale) < 1").column, 1u);
  EXPECT_THAT(problem("largest(rate_scale) < 1").allowed, HasSubstr("max, min, mean, rms or final"));
  EXPECT_EQ(problem("max rate_scale < 1").column, 5u);
  const ConditionProblem unknown = problem("max(loop_speed) < 1");
  EXPECT_EQ(unknown.column, 5u);
  EXPECT_THAT(unknown.problem, HasSubstr("loop_speed"));
  EXPECT_THAT(unknown.allowed, HasSubstr("loop_compute_ms"));
  EXPECT_EQ(problem("max(rate_scale < 1").column, 16u);
  EXPECT_EQ(problem("max(rate_scale) = 1").column, 17u);
  EXPECT_EQ(problem("max(rate_scale) < x").column, 19u);
  EXPECT_EQ(problem("max(rate_scale) < nan").column, 19u);
  EXPECT_EQ(problem("max(rate_scale) < 1 or").column, 21u);
  EXPECT_EQ(problem("").column, 1u);
}

TEST(RunCondition, OfAMomentKnowsOnlyWhatACycleKnows) {
  EXPECT_THAT(problem("loop_compute_ms < 1", true).problem, HasSubstr("not known before the run is over"));
  EXPECT_THAT(problem("max(rate_scale) < 1", true).problem, HasSubstr("no quantity `max`"));
}

TEST(LoggedQuantity, HasANameOfItsOwnAndAMeaning) {
  const auto all = logged_quantities();
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_FALSE(all[i].meaning.empty());
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(all[i].name, all[j].name);
    const CycleRecord nothing;
    const double value = all[i].value(CycleView(nothing));
    EXPECT_TRUE(std::isnan(value) || std::isfinite(value));
  }
}

}  // namespace
}  // namespace freefloat
