// What is wrong with a camera, from its numbers: dropped pictures, wrong formats, stamps of arrival.
#include "hal/camera_health.h"

#include <gmock/gmock.h>

#include <random>

namespace freefloat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Where a picture's stamp comes from.
enum class Stamped { kByShutter, kAtArrival };

StampJudgement judge_pictures(Stamped stamped, Duration jitter, int count = 200) {
  StampRegularity regularity;
  std::mt19937 random(3);
  std::normal_distribution<double> late(0.0, to_seconds(jitter));
  for (int i = 0; i < count; ++i) {
    const Time shutter = Time(std::chrono::milliseconds(10 * i));
    const Time driver = shutter + std::chrono::milliseconds(5) + from_seconds(late(random));
    const Time arrival = driver + from_seconds(0.1 * std::abs(late(random)));
    regularity.add(static_cast<std::uint64_t>(i), stamped == Stamped::kByShutter ? shutter : driver, arrival);
  }
  return regularity.judge();
}

CameraHealth healthy() {
  CameraHealth health;
  health.name = "Maker Model 123";
  health.delivered = 500;
  health.rate = 100.0;
  health.stamps = StampSource::kCameraClock;
  health.regularity = judge_pictures(Stamped::kByShutter, std::chrono::microseconds(300));
  return health;
}

TEST(StampRegularity, TellsStampsOfArrivalFromThoseOfAShutter) {
  constexpr auto kJitter = std::chrono::microseconds(300);
  const StampJudgement shutter = judge_pictures(Stamped::kByShutter, kJitter);
  EXPECT_FALSE(shutter.are_arrivals());
  EXPECT_NEAR(shutter.rate, 100.0, 1e-6);
  EXPECT_LT(shutter.stamp_jitter, std::chrono::microseconds(1));
  const StampJudgement arrival = judge_pictures(Stamped::kAtArrival, kJitter);
  EXPECT_TRUE(arrival.are_arrivals());
  EXPECT_NEAR(to_seconds(arrival.stamp_jitter), 300e-6, 60e-6);
}

TEST(StampRegularity, TellsStampsOfArrivalOnABusyPcWhereTheWayWaversMore) {
  StampRegularity regularity;
  std::mt19937 random(5);
  std::normal_distribution<double> driver(0.0, 300e-6);
  std::exponential_distribution<double> wake_up(1.0 / 600e-6);
  for (int i = 0; i < 250; ++i) {
    const Time stamp = Time(std::chrono::milliseconds(10 * i)) + from_seconds(driver(random));
    regularity.add(static_cast<std::uint64_t>(i), stamp, stamp + from_seconds(wake_up(random)));
  }
  EXPECT_GT(regularity.judge().way_jitter, regularity.judge().stamp_jitter);
  EXPECT_TRUE(regularity.judge().are_arrivals());
}

TEST(StampRegularity, SaysNothingOfAFewPictures) {
  EXPECT_FALSE(judge_pictures(Stamped::kAtArrival, std::chrono::milliseconds(1), 10).known);
  EXPECT_FALSE(judge_pictures(Stamped::kAtArrival, std::chrono::milliseconds(1), 10).are_arrivals());
}

TEST(CameraHealth, NothingIsWrongWithAHealthyCamera) {
  EXPECT_THAT(diagnose(healthy()), IsEmpty());
  EXPECT_EQ(describe_complaints(healthy()), "");
}

TEST(CameraHealth, NamesDroppedPictures) {
  CameraHealth health = healthy();
  health.missing = 20;
  const auto complaints = diagnose(health);
  ASSERT_THAT(complaints, SizeIs(1));
  EXPECT_FALSE(complaints[0].fatal);
  EXPECT_THAT(complaints[0].what, HasSubstr("20 of 520 pictures were dropped"));
  EXPECT_THAT(complaints[0].remedy, HasSubstr("packet_size_bytes"));
}

TEST(CameraHealth, NamesAWrongFormatAndWhetherAnyPictureIsOfUse) {
  CameraHealth health = healthy();
  health.refused = 3;
  health.refusal = "640x512, the camera file says 1280x1024";
  EXPECT_THAT(diagnose(health).at(0).what, AllOf(HasSubstr("3 of 503"), HasSubstr("640x512")));
  EXPECT_FALSE(diagnose(health).at(0).fatal);
  health.delivered = 0;
  EXPECT_TRUE(diagnose(health).at(0).fatal);
}

TEST(CameraHealth, NamesStampsThatAreArrivalTimes) {
  CameraHealth health = healthy();
  health.regularity = judge_pictures(Stamped::kAtArrival, std::chrono::microseconds(300));
  ASSERT_THAT(diagnose(health), SizeIs(1));
  EXPECT_THAT(diagnose(health)[0].what, HasSubstr("are arrival times"));
  health = healthy();
  health.stamps = StampSource::kArrival;
  ASSERT_THAT(diagnose(health), SizeIs(1));
  EXPECT_THAT(diagnose(health)[0].what, HasSubstr("carry no time stamp"));
}

TEST(CameraHealth, NamesAnotherRateThanTheFileSays) {
  CameraHealth health = healthy();
  health.rate = 120.0;
  ASSERT_THAT(diagnose(health), SizeIs(1));
  EXPECT_THAT(diagnose(health)[0].what, HasSubstr("100.00 pictures a second, not 120.00"));
}

TEST(CameraHealth, TheWorstComesFirst) {
  CameraHealth health = healthy();
  health.missing = 1;
  health.connected = false;
  health.unplugged = 1;
  EXPECT_THAT(diagnose(health).at(0).what, HasSubstr("gone"));
  EXPECT_TRUE(diagnose(health).at(0).fatal);
  health.connected = true;
  EXPECT_THAT(describe_complaints(health), HasSubstr("went away once"));
}

}  // namespace
}  // namespace freefloat
