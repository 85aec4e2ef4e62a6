#include "hal/make/shift_time.h"

#include <gtest/gtest.h>

#include "hal/virtual_clock.h"

namespace freefloat {
namespace {

constexpr Duration kLater = std::chrono::seconds(5);

/// A sensor that sees when its clock says so, and a board that answers at once.
struct FakeTestbed final : MarkerSensor, JointLink {
  ReadStatus read(MarkerFrame& frame) override {
    expected = frame.prediction.at;
    if (frame_given) return ReadStatus::kNone;
    frame_given = true;
    frame.capture_time = clock.now();
    return ReadStatus::kFrame;
  }
  void send(const JointCommand&, Time now) override { sent = now; }
  std::optional<JointFeedback> poll(Time now) override {
    JointFeedback feedback;
    feedback.sample_time = now;
    return feedback;
  }
  LinkHealth health() const override {
    LinkHealth health;
    health.newest_status = Time{std::chrono::seconds(1)};
    return health;
  }

  VirtualClock clock;
  bool frame_given = false;
  Time expected{};
  Time sent{};
};

TEST(ShiftTime, EveryTimeOfTheTestbedIsLater) {
  const auto inner = std::make_shared<FakeTestbed>();
  Hal hal;
  hal.owner = inner;
  hal.clock = &inner->clock;
  hal.marker_sensor = inner.get();
  hal.link = inner.get();
  const Hal later = shift_time(hal, kLater);
  EXPECT_EQ(later.camera, nullptr);

  const Time at = Time{std::chrono::seconds(7)};
  EXPECT_EQ(later.clock->now(), Time{} + kLater);
  later.clock->sleep_until(at);
  EXPECT_EQ(later.clock->now(), at);
  EXPECT_EQ(inner->clock.now(), at - kLater);

  later.link->send({}, at);
  EXPECT_EQ(inner->sent, at - kLater);
  EXPECT_EQ(later.link->poll(at)->sample_time, at);
  EXPECT_EQ(later.link->health().newest_status, Time{std::chrono::seconds(1)} + kLater);
  EXPECT_EQ(later.link->health().newest_byte, Time{}) << "never";

  MarkerFrame frame;
  frame.prediction.at = at;
  EXPECT_EQ(later.marker_sensor->read(frame), ReadStatus::kFrame);
  EXPECT_EQ(inner->expected, at - kLater);
  EXPECT_EQ(frame.capture_time, at);
  EXPECT_EQ(frame.prediction.at, at);
}

}  // namespace
}  // namespace freefloat
