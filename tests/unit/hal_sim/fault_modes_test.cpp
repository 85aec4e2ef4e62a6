// Ways in which a part fails, and when.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "hal/sim/wiring.h"
#include "testbed_cases.h"

namespace freefloat {
namespace {

ScheduledFault failing(SimFault part, FaultMode mode, int begin_ms = 200, int end_ms = 600) {
  ScheduledFault fault;
  fault.fault = part;
  fault.mode = mode;
  fault.begin = at_ms(begin_ms);
  fault.end = at_ms(end_ms);
  return fault;
}

struct SeenFrame {
  Time arrival{};
  MarkerFrame frame;
};

/// What a camera of 100 Hz delivers in 0.8 s, while the joints turn.
std::vector<SeenFrame> look_with(ScheduledFault fault, Duration delay = std::chrono::milliseconds(100)) {
  fault.delay = delay;
  TestbedCase test;
  test.config.faults = {fault};
  SimTestbed testbed = test.make();
  std::vector<SeenFrame> frames;
  drive(testbed, 0, 80, turn_joints(0.5), [&](const auto&) {
    MarkerFrame frame;
    while (testbed.read(frame) == ReadStatus::kFrame) frames.push_back({testbed.now(), frame});
  });
  return frames;
}

bool inside(Time time) {
  return time >= at_ms(210) && time < at_ms(600);
}

TEST(FaultMode, CameraThatIsLateDeliversTrueStampsLater) {
  Duration longest{};
  for (const SeenFrame& seen : look_with(failing(SimFault::kCamera, FaultMode::kDelayed)))
    longest = std::max(longest, seen.arrival - seen.frame.capture_time);
  EXPECT_GE(longest, std::chrono::milliseconds(108));
  EXPECT_LE(longest, std::chrono::milliseconds(130));
}

TEST(FaultMode, CameraThatIsStuckShowsOnePictureWithNewStamps) {
  std::set<double> places;
  std::set<Time> stamps;
  for (const SeenFrame& seen : look_with(failing(SimFault::kCamera, FaultMode::kStuck))) {
    if (!inside(seen.frame.capture_time)) continue;
    places.insert(seen.frame.markers[2].p_WM.x());
    stamps.insert(seen.frame.capture_time);
  }
  EXPECT_EQ(places.size(), 1u);
  EXPECT_EQ(stamps.size(), 39u);
}

TEST(FaultMode, CameraThatDoublesSendsEachPictureTwice) {
  std::map<std::uint64_t, int> times;
  for (const SeenFrame& seen : look_with(failing(SimFault::kCamera, FaultMode::kDuplicated))) {
    if (inside(seen.frame.capture_time)) ++times[seen.frame.sequence];
  }
  ASSERT_GE(times.size(), 35u);
  for (const auto& [sequence, count] : times) EXPECT_EQ(count, 2) << sequence;
}

TEST(FaultMode, CameraThatIsSlowGivesAPictureADelay) {
  int count = 0;
  for (const SeenFrame& seen : look_with(failing(SimFault::kCamera, FaultMode::kSlow)))
    count += inside(seen.frame.capture_time) ? 1 : 0;
  EXPECT_EQ(count, 3);  // at 0.3, 0.4 and 0.5 s
}

TEST(FaultMode, CameraWithWrongStampsGoesBackOrAhead) {
  for (const int ms : {-100, 100}) {
    int off = 0;
    for (const SeenFrame& seen :
         look_with(failing(SimFault::kCamera, FaultMode::kWrong, 0, 10000), std::chrono::milliseconds(ms))) {
      const Duration age = seen.arrival - seen.frame.capture_time;
      off += age > std::chrono::milliseconds(100) || age < std::chrono::milliseconds(-70) ? 1 : 0;
    }
    EXPECT_GE(off, 70);
  }
}

TEST(FaultMode, CameraThatFailsNowAndThenGivesAboutHalfOfItsPictures) {
  int count = 0;
  for (const SeenFrame& seen : look_with(failing(SimFault::kCamera, FaultMode::kIntermittent, 0, 10000),
                                         std::chrono::milliseconds(20)))
    count += seen.frame.marker_count > 0 ? 1 : 0;
  EXPECT_GT(count, 20);
  EXPECT_LT(count, 60);
}

TEST(FaultMode, CameraOfGarbageShowsLedsAnywhere) {
  double farthest = 0.0;
  for (const SeenFrame& seen : look_with(failing(SimFault::kCamera, FaultMode::kGarbage))) {
    if (inside(seen.frame.capture_time)) farthest = std::max(farthest, seen.frame.markers[0].p_WM.norm());
  }
  EXPECT_GT(farthest, 0.5);
}

/// One sensor's counts over 300 ticks that rise by one each.
std::vector<int> read_with(ScheduledFault fault, bool pot) {
  const std::vector<DriveParameters> drives(2);
  const std::vector<ScheduledFault> faults{fault};
  SensorPast past;
  std::vector<int> counts;
  for (int i = 0; i < 300; ++i) {
    BoardSensors sensors;
    sensors.pot_counts.fill(static_cast<std::uint16_t>(1000 + i));
    sensors.tacho_counts.fill(static_cast<std::uint16_t>(2248 + i));
    miswire_sensors(faults, at_ms(i), drives, past, sensors);
    counts.push_back(pot ? sensors.pot_counts[0] : sensors.tacho_counts[0]);
  }
  return counts;
}

TEST(FaultMode, SensorThatIsLateReadsTheValueOfThen) {
  ScheduledFault fault = failing(SimFault::kPot, FaultMode::kDelayed, 100, 200);
  fault.delay = std::chrono::milliseconds(30);
  const std::vector<int> counts = read_with(fault, true);
  EXPECT_EQ(counts[99], 1099);
  EXPECT_EQ(counts[150], 1120);
  EXPECT_EQ(counts[200], 1200);
}

TEST(FaultMode, SensorThatIsSlowHoldsItsValueForADelay) {
  ScheduledFault fault = failing(SimFault::kTacho, FaultMode::kSlow, 100, 200);
  fault.delay = std::chrono::milliseconds(40);
  const std::vector<int> counts = read_with(fault, false);
  EXPECT_EQ(counts[139], 2348);
  EXPECT_EQ(counts[140], 2388);
  EXPECT_EQ(counts[179], 2388);
  EXPECT_EQ(counts[200], 2448);
}

TEST(FaultMode, TachogeneratorWithAWrongGainReadsAShareOfTheRate) {
  ScheduledFault fault = failing(SimFault::kTacho, FaultMode::kWrong, 0, 300);
  fault.share = 0.5;
  EXPECT_EQ(read_with(fault, false)[100], 2048 + 150);
  fault.share = -1.0;
  EXPECT_EQ(read_with(fault, false)[100], 2048 - 300);
}

TEST(FaultMode, MotorFailsAsItIsTold) {
  const auto duty_with = [](FaultMode mode, double share, double last, double duty) {
    ScheduledFault fault = failing(SimFault::kMotor, mode);
    fault.share = share;
    const std::vector<ScheduledFault> faults{fault};
    std::array<double, kMaxJoints> before{last};
    std::array<double, kMaxJoints> duties{duty};
    miswire_motors(faults, at_ms(300), before, duties);
    return duties[0];
  };
  EXPECT_EQ(duty_with(FaultMode::kOff, 0.5, 0.1, 0.4), 0.0);
  EXPECT_EQ(duty_with(FaultMode::kStuck, 0.5, 0.1, 0.4), 0.1);
  EXPECT_EQ(duty_with(FaultMode::kWrong, 0.5, 0.1, 0.4), 0.2);
  EXPECT_EQ(duty_with(FaultMode::kWrong, 5.0, 0.1, 0.4), 1.0);
}

TEST(FaultTime, FaultAtRandomIsThereForTheShareThatItsRateSays) {
  ScheduledFault fault = failing(SimFault::kCamera, FaultMode::kOff, 0, 0);
  fault.end = at_ms(36'000'000);
  fault.rate = 0.1;  // 1/s
  fault.lasting = std::chrono::milliseconds(500);
  fault.draw = 12345;
  int there = 0;
  int begins = 0;
  bool before = false;
  constexpr int kSteps = 1'000'000;  // 10 ms each
  for (int i = 0; i < kSteps; ++i) {
    const bool now = is_active(fault, at_ms(10 * i));
    there += now ? 1 : 0;
    begins += now && !before ? 1 : 0;
    before = now;
  }
  EXPECT_NEAR(there, 0.05 * kSteps, 0.005 * kSteps);
  EXPECT_NEAR(begins, 950, 100);  // 1000 of which some follow one another
}

TEST(FaultTime, FaultOnAConditionBeginsWhenTheHandIsNear) {
  TestbedCase test;
  ScheduledFault fault = failing(SimFault::kPush, FaultMode::kNone, 100, 10000);
  fault.magnitude = 1.0;
  fault.within = 10.0;
  const auto impulse_with = [&](double within) {
    fault.within = within;
    test.config.faults = {fault};
    SimTestbed testbed = test.make();
    testbed.sleep_until(at_ms(300));
    return testbed.truth().linear_momentum.x();
  };
  EXPECT_NEAR(impulse_with(10.0), 0.2, 0.002);
  EXPECT_EQ(impulse_with(1e-6), 0.0);
}

}  // namespace
}  // namespace freefloat
