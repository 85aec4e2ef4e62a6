// A device's clock on the run's clock: offset, drift, delays that vary, clocks that are set.
#include "hal/device_time.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "hal/aravis/genicam_clock.h"

namespace freefloat {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

Time at_ns(std::int64_t nanoseconds) {
  return Time(Duration(nanoseconds));
}

/// A camera of 100 Hz whose pictures are heard of 3 ms late and up to 2 ms later than that.
class LateCamera {
 public:
  explicit LateCamera(double drift) : drift_(drift) {}

  std::int64_t shows(std::int64_t ours) const {
    return 77 * kSecond + ours + std::llround(drift_ * static_cast<double>(ours));
  }
  void run(DeviceTime& time, std::int64_t from, std::int64_t until) {
    std::exponential_distribution<double> late(1.0 / 0.5e6);
    for (std::int64_t ours = from; ours < until; ours += kSecond / 100) {
      const auto delay = 3'000'000 + static_cast<std::int64_t>(std::min(late(random_), 2e6));
      time.learn(shows(ours), at_ns(ours + delay));
    }
  }
  /// Our time by the stamp less the true one, less the delay that nobody can know, us.
  double error_us(const DeviceTime& time, std::int64_t ours) const {
    return 1e-3 * static_cast<double>((time.to_ours(shows(ours)) - at_ns(ours + 3'000'000)).count());
  }

 private:
  double drift_;
  std::mt19937 random_{7};
};

TEST(DeviceTime, KeepsAClockThatDoesNotDriftToTheNanosecond) {
  DeviceTime time;
  for (int second = 0; second < 90; ++second)
    time.learn(5 * kSecond + second * kSecond, at_ns(second * kSecond));
  EXPECT_EQ(time.to_ours(40 * kSecond + 123), at_ns(35 * kSecond + 123));
  EXPECT_EQ(time.drift(), 0.0);
}

TEST(DeviceTime, FollowsDriftThroughDelaysThatVary) {
  for (const double drift : {-80e-6, -3e-6, 20e-6, 200e-6}) {
    LateCamera camera(drift);
    DeviceTime time;
    camera.run(time, 0, 70 * kSecond);
    EXPECT_NEAR(time.drift(), drift, 1e-6) << drift;
    for (std::int64_t ours = 69 * kSecond; ours < 71 * kSecond; ours += kSecond / 10)
      EXPECT_NEAR(camera.error_us(time, ours), 0.0, 40.0) << drift;
  }
}

TEST(DeviceTime, IsRightWithinAFractionOfAMillisecondBeforeTheDriftIsKnown) {
  for (const double drift : {-100e-6, 100e-6}) {
    LateCamera camera(drift);
    DeviceTime time;
    camera.run(time, 0, 4 * kSecond);
    EXPECT_EQ(time.drift(), 0.0);
    EXPECT_LT(std::abs(camera.error_us(time, 4 * kSecond)), 250.0) << drift;
  }
}

TEST(DeviceTime, OnePairThatCannotBeIsLeftOut) {
  LateCamera camera(0.0);
  DeviceTime time;
  camera.run(time, 0, 10 * kSecond);
  time.learn(camera.shows(9 * kSecond), at_ns(19 * kSecond));
  EXPECT_NEAR(camera.error_us(time, 10 * kSecond), 0.0, 40.0);
  EXPECT_EQ(time.steps(), 0U);
}

TEST(DeviceTime, AClockThatWasSetIsFollowedAndCounted) {
  LateCamera camera(20e-6);
  DeviceTime time;
  camera.run(time, 0, 10 * kSecond);
  for (std::int64_t ours = 10 * kSecond; ours < 12 * kSecond; ours += kSecond / 100)
    time.learn(ours - 10 * kSecond, at_ns(ours + 3'000'000));
  EXPECT_EQ(time.steps(), 1U);
  EXPECT_EQ(time.to_ours(kSecond), at_ns(11 * kSecond + 3'000'000));
}

TEST(ClockReading, IsOfTheMiddleBetweenQuestionAndAnswer) {
  const ClockReading reading{.shown = 5, .before = at_ns(1000), .after = at_ns(1400)};
  EXPECT_EQ(reading.took(), Duration(400));
  EXPECT_EQ(reading.middle(), at_ns(1200));
}

}  // namespace
}  // namespace freefloat
