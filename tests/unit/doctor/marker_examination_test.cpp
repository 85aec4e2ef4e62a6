// What the doctor says of the way from a tracker on another computer.
#include "doctor/marker_examination.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "hal/monotonic_clock.h"
#include "hal/udp/marker_publisher.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

constexpr Duration kLoopPeriod = std::chrono::milliseconds(10);

MarkerExamination good_way() {
  MarkerExamination markers;
  markers.name = "10.0.0.2:7002";
  markers.rate = 100.0;
  markers.health.keyed = markers.health.connected = true;
  markers.health.sessions = 1;
  markers.health.pictures = 495;
  markers.health.lost = 5;
  markers.health.exchanges = 50;
  markers.health.offset = -std::chrono::seconds(3600);
  markers.health.offset_bound = std::chrono::microseconds(1200);
  markers.health.drift = 2e-5;
  markers.health.round_trip = std::chrono::milliseconds(4);
  markers.health.latency = std::chrono::milliseconds(8);
  markers.health.latency_p99 = std::chrono::milliseconds(12);
  return markers;
}

Grade worst_of(const std::vector<Finding>& findings) {
  return std::max_element(findings.begin(), findings.end(),
                          [](const Finding& a, const Finding& b) { return a.grade < b.grade; })
      ->grade;
}

std::string words_of(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings)
    text += finding.subject + ": " + finding.text + " " + finding.remedy + "\n";
  return text;
}

TEST(MarkerExamination, GoodWayIsToldInNumbers) {
  const auto findings = judge_markers(good_way(), kLoopPeriod);
  EXPECT_EQ(worst_of(findings), Grade::kGood);
  EXPECT_THAT(words_of(findings), HasSubstr("100.0 pictures a second, 0.91 % of the frames lost"));
  EXPECT_THAT(words_of(findings),
              HasSubstr("8.00 ms from the exposure to the arrival here, 99 % within 12.00 ms"));
  EXPECT_THAT(words_of(findings), HasSubstr("-3600.000000 s ahead of the tracker's, within 1.200 ms"));
  EXPECT_THAT(words_of(findings), HasSubstr("fast by 20.0 us a second"));
}

TEST(MarkerExamination, LossLatencyAndCoarseClocksAreWarnings) {
  MarkerExamination lossy = good_way();
  lossy.health.lost = 60;
  EXPECT_EQ(worst_of(judge_markers(lossy, kLoopPeriod)), Grade::kWarning);
  MarkerExamination slow = good_way();
  slow.health.latency_p99 = std::chrono::milliseconds(51);
  EXPECT_EQ(worst_of(judge_markers(slow, kLoopPeriod)), Grade::kWarning);
  MarkerExamination coarse = good_way();
  coarse.health.offset_bound = std::chrono::milliseconds(4);
  EXPECT_EQ(worst_of(judge_markers(coarse, kLoopPeriod)), Grade::kWarning);
}

TEST(MarkerExamination, SilenceIsAProblemAndSaysWhatToDo) {
  MarkerExamination silent = good_way();
  silent.health = {};
  EXPECT_EQ(worst_of(judge_markers(silent, kLoopPeriod)), Grade::kProblem);
  EXPECT_THAT(words_of(judge_markers(silent, kLoopPeriod)), HasSubstr("track --publish"));
  silent.health.forged = 3;
  silent.trouble = diagnose(silent.health);
  EXPECT_THAT(words_of(judge_markers(silent, kLoopPeriod)), HasSubstr("--key"));
}

TEST(MarkerExamination, ListensInPlaceOfARun) {
  MonotonicClock clock;
  MarkerReceiver receiver({.address = "127.0.0.1:0"}, clock);
  MarkerSourceConfig same;
  same.source = MarkerSource::kMarkers;
  same.listen = receiver.address();
  same.insecure = true;
  // Somebody else listens there.
  const MarkerExamination taken = examine_markers(same, std::chrono::milliseconds(1), false);
  EXPECT_THAT(taken.problem, HasSubstr("another program does already"));
  EXPECT_THAT(taken.risk, HasSubstr("not authenticated"));
}

}  // namespace
}  // namespace freefloat
