#include "hal/marker_path_health.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

using namespace std::chrono_literals;

MarkerPathHealth good_path() {
  MarkerPathHealth health;
  health.keyed = health.connected = true;
  health.sessions = 1;
  health.pictures = 900;
  health.exchanges = 90;
  health.newest_picture = Time{10s};
  health.offset = -3600s;
  health.offset_bound = 1ms;
  return health;
}

TEST(MarkerPathHealth, NothingIsSaidOfAGoodWay) {
  EXPECT_EQ(diagnose(good_path()), "");
  EXPECT_EQ(diagnose(good_path(), Time{10s + 400ms}), "");
}

TEST(MarkerPathHealth, WhatIsOverIsToldAtTheEndAndNotNow) {
  MarkerPathHealth health = good_path();
  health.lost = 200;
  health.repeated = 3;
  health.sessions = 2;
  health.steps = 1;
  EXPECT_EQ(diagnose(health, Time{10s}), "");
  EXPECT_EQ(
      diagnose(health),
      "16.8 % of the tracker's frames lost, 3 frames refused that had come before, 1 times the tracker began "
      "anew, 1 times a clock was set");
}

TEST(MarkerPathHealth, WhatIsWrongNowIsTold) {
  MarkerPathHealth health = good_path();
  EXPECT_EQ(diagnose(health, Time{10s + 600ms}), "no picture from the tracker since 0.6 s");
  health.recent_loss = 0.2;
  health.offset_bound = 6ms;
  EXPECT_EQ(diagnose(health, Time{10s}),
            "20.0 % of the tracker's frames are lost, the clocks are known to each other only within 6.0 ms");
  health = good_path();
  health.exchanges = 0;
  EXPECT_NE(diagnose(health, Time{10s}).find("way back open?"), std::string::npos);
}

TEST(MarkerPathHealth, SilenceFromTheBeginIsToldAfterASecond) {
  MarkerPathHealth health;
  health.begun = Time{5s};
  EXPECT_EQ(diagnose(health, Time{5s + 900ms}), "");
  EXPECT_NE(diagnose(health, Time{6s}).find("no tracker has been heard"), std::string::npos);
  health.keyed = true;
  health.forged = 4;
  EXPECT_EQ(diagnose(health, Time{6s}).find("a tracker sends, but with another key"), 0u);
  health.forged = 0;
  health.connected = true;
  health.exchanges = 1;
  EXPECT_EQ(diagnose(health, Time{6s}), "the tracker has sent no picture yet");
}

TEST(MarkerPathHealth, JsonHasNoClockToMiss) {
  MarkerPathHealth health;
  health.connected = true;
  health.texts = 12;
  health.newest_picture = Time{10s};
  EXPECT_EQ(diagnose(health, Time{10s}), "");
  EXPECT_EQ(diagnose(health), "");
  EXPECT_EQ(describe_in_numbers(health), "12 pictures as JSON, which counts no losses and tells no clock");
}

TEST(MarkerPathHealth, NumbersStandInOneLine) {
  MarkerPathHealth health = good_path();
  health.lost = 10;
  health.late = 4;
  health.repeated = 3;
  health.forged = 1;
  health.garbage = 1;
  health.latency = 7ms;
  health.jitter = 1500us;
  EXPECT_EQ(
      describe_in_numbers(health),
      "900 pictures, 10 of 1004 frames lost (1.0 %), 4 overtaken, 3 came twice, 2 refused, 7.00 ms old on "
      "arrival, jitter 1.50 ms, clocks -3600.0000 s apart, known within 1.00 ms");
}

}  // namespace
}  // namespace freefloat
