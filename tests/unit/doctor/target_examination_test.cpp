#include "doctor/target_examination.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace freefloat {
namespace {

using testing::HasSubstr;

constexpr Duration kTargetLoop = std::chrono::milliseconds(10);

/// Waits in vain, or for a frame, as long as it is told.
class MadeUpTracker final : public MarkerSensor, public Clock {
 public:
  Duration period = std::chrono::milliseconds(10);
  Duration age = std::chrono::milliseconds(8);
  bool speaks = true;
  bool sees = true;

  ReadStatus read(MarkerFrame& frame) override {
    now_ += period;
    if (!speaks) return ReadStatus::kNone;
    frame = {};
    frame.capture_time = now_ - age;
    frame.marker_count = 5;
    frame.markers[4].seen = sees;
    return ReadStatus::kFrame;
  }
  Time now() override { return now_; }
  void sleep_until(Time deadline) override { now_ = deadline; }

 private:
  Time now_{};
};

TargetExamination examine(MadeUpTracker& tracker) {
  const std::atomic<bool> stop = false;
  return examine_target(tracker, tracker, std::chrono::seconds(1), stop);
}

TEST(TargetExamination, TellsRateAndAge) {
  MadeUpTracker tracker;
  const TargetExamination found = examine(tracker);
  EXPECT_EQ(found.frames, 100u);
  EXPECT_EQ(found.seen, 100u);
  EXPECT_NEAR(found.rate, 100.0, 1e-6);
  EXPECT_EQ(found.age, tracker.age);
  const auto findings = judge_target(found, "motion capture at 10.0.0.1", kTargetLoop);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].grade, Grade::kGood);
  EXPECT_THAT(findings[0].text,
              HasSubstr("its own tracker, motion capture at 10.0.0.1: 100.0 frames a second"));
  EXPECT_EQ(findings[1].grade, Grade::kGood);
  EXPECT_THAT(findings[1].text, HasSubstr("8.00 ms"));
}

TEST(TargetExamination, SilenceAndATargetOutOfViewAreProblems) {
  MadeUpTracker tracker;
  tracker.sees = false;
  EXPECT_EQ(judge_target(examine(tracker), "x", kTargetLoop).front().grade, Grade::kProblem);
  tracker.speaks = false;
  const auto findings = judge_target(examine(tracker), "x", kTargetLoop);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].grade, Grade::kProblem);
  EXPECT_THAT(findings[0].remedy, HasSubstr("hardware.target_source"));
}

TEST(TargetExamination, LateFramesAreNamed) {
  MadeUpTracker tracker;
  tracker.age = std::chrono::milliseconds(51);
  EXPECT_EQ(judge_target(examine(tracker), "x", kTargetLoop)[1].grade, Grade::kWarning);
}

TEST(TargetExamination, EmulatedOneIsNotListenedTo) {
  MarkerSourceConfig source;
  source.source = MarkerSource::kNatNet;
  source.tracker.server = kEmulatedCamera;
  const std::atomic<bool> stop = false;
  const TargetExamination found = examine_target(source, {}, std::chrono::seconds(1), stop);
  EXPECT_EQ(judge_target(found, "x", kTargetLoop).front().grade, Grade::kNote);
}

}  // namespace
}  // namespace freefloat
