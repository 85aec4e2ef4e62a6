#include "hal/make/inject_failures.h"

#include <gtest/gtest.h>

#include <array>

namespace freefloat {
namespace {

Time at_ms(int ms) {
  return Time{} + std::chrono::milliseconds(ms);
}

ScheduledFault fault(SimFault part, FaultMode mode) {
  ScheduledFault scheduled;
  scheduled.fault = part;
  scheduled.mode = mode;
  scheduled.begin = at_ms(100);
  scheduled.end = at_ms(200);
  scheduled.delay = std::chrono::milliseconds(50);
  return scheduled;
}

/// Takes every command, and answers with a status at every poll.
struct AnsweringLink final : JointLink {
  void send(const JointCommand& /*command*/, Time now) override { newest = now; }
  std::optional<JointFeedback> poll(Time /*now*/) override { return JointFeedback{}; }
  LinkHealth health() const override { return {}; }
  Time newest{};
};

/// Each picture has its number in its only pixel.
struct NumberedCamera final : Camera {
  ReadStatus read(CameraPicture& picture) override {
    pixel = static_cast<std::uint8_t>(++number);
    picture = {{&pixel, 1, 1, 1}, at_ms(10 * number), static_cast<std::uint64_t>(number), {}};
    return ReadStatus::kFrame;
  }
  int number = 0;
  std::uint8_t pixel = 0;
};

struct NumberedMarkers final : MarkerSensor {
  ReadStatus read(MarkerFrame& frame) override {
    ++number;
    frame.sequence = static_cast<std::uint64_t>(number);
    frame.capture_time = at_ms(10 * number);
    frame.marker_count = 1;
    frame.markers[0].seen = true;
    frame.markers[0].p_WM = {0.01 * number, 0.0};
    return ReadStatus::kFrame;
  }
  int number = 0;
};

class InjectedFailures : public testing::Test {
 protected:
  Hal with(const ScheduledFault& failure, bool sight = true) {
    Hal hal;
    hal.link = &link_;
    hal.camera = &camera_;
    hal.marker_sensor = &markers_;
    return inject_failures(std::move(hal), std::array{failure}, 1, sight);
  }

  AnsweringLink link_;
  NumberedCamera camera_;
  NumberedMarkers markers_;
};

TEST_F(InjectedFailures, CommandsAreKeptBackWhileTheFaultLasts) {
  const Hal hal = with(fault(SimFault::kLinkToBoard, FaultMode::kOff));
  for (const auto& [now, arrives] : {std::pair(90, true), {100, false}, {190, false}, {200, true}}) {
    hal.link->send({}, at_ms(now));
    EXPECT_EQ(link_.newest == at_ms(now), arrives) << now;
    EXPECT_TRUE(hal.link->poll(at_ms(now))) << now;
  }
}

TEST_F(InjectedFailures, StopIsNeverKeptBack) {
  const Hal hal = with(fault(SimFault::kLink, FaultMode::kOff));
  JointCommand stop;
  stop.stop = true;
  hal.link->send(stop, at_ms(150));
  EXPECT_EQ(link_.newest, at_ms(150));
}

TEST_F(InjectedFailures, StatusesAreKeptBackWhileTheFaultLasts) {
  const Hal hal = with(fault(SimFault::kLinkCutToPc, FaultMode::kNone));
  for (const auto& [now, arrives] : {std::pair(90, true), {100, false}, {190, false}, {200, true}}) {
    hal.link->send({}, at_ms(now));
    EXPECT_EQ(link_.newest, at_ms(now));
    EXPECT_EQ(hal.link->poll(at_ms(now)).has_value(), arrives) << now;
  }
}

TEST_F(InjectedFailures, ASlowLinkLetsOneThroughNowAndThen) {
  const Hal hal = with(fault(SimFault::kLink, FaultMode::kSlow));
  int commands = 0, statuses = 0;
  for (int now = 90; now < 200; now += 10) {
    hal.link->send({}, at_ms(now));
    commands += link_.newest == at_ms(now) ? 1 : 0;
    statuses += hal.link->poll(at_ms(now)) ? 1 : 0;
  }
  EXPECT_EQ(commands, 3);  // at 90, 140, 190
  EXPECT_EQ(statuses, 3);
}

TEST_F(InjectedFailures, PicturesAreKeptBackOrComeAgain) {
  CameraPicture picture;
  const Hal dark = with(fault(SimFault::kCamera, FaultMode::kOff));
  for (int i = 1; i <= 9; ++i) EXPECT_EQ(dark.camera->read(picture), ReadStatus::kFrame);
  for (int i = 10; i <= 19; ++i) EXPECT_EQ(dark.camera->read(picture), ReadStatus::kNone) << i;
  EXPECT_EQ(dark.camera->read(picture), ReadStatus::kFrame);

  camera_.number = 0;
  const Hal frozen = with(fault(SimFault::kCamera, FaultMode::kStuck));
  for (int i = 1; i <= 21; ++i) {
    EXPECT_EQ(frozen.camera->read(picture), ReadStatus::kFrame);
    EXPECT_EQ(*picture.image.pixels, i >= 10 && i < 20 ? 9 : i);
    EXPECT_EQ(picture.capture_time, at_ms(10 * i));
    EXPECT_EQ(picture.sequence, static_cast<std::uint64_t>(i));
  }
}

TEST_F(InjectedFailures, MarkersAreKeptBackOrComeAgain) {
  MarkerFrame frame;
  const Hal dark = with(fault(SimFault::kFramesDropped, FaultMode::kNone));
  for (int i = 1; i <= 20; ++i)
    EXPECT_EQ(dark.marker_sensor->read(frame), i >= 10 && i < 20 ? ReadStatus::kNone : ReadStatus::kFrame)
        << i;

  markers_.number = 0;
  const Hal frozen = with(fault(SimFault::kCamera, FaultMode::kStuck));
  for (int i = 1; i <= 21; ++i) {
    frame.prediction.at = at_ms(i);
    EXPECT_EQ(frozen.marker_sensor->read(frame), ReadStatus::kFrame);
    EXPECT_DOUBLE_EQ(frame.markers[0].p_WM.x(), 0.01 * (i >= 10 && i < 20 ? 9 : i));
    EXPECT_EQ(frame.capture_time, at_ms(10 * i));
    EXPECT_EQ(frame.prediction.at, at_ms(i)) << "it is the controller's, not the camera's";
  }
}

TEST_F(InjectedFailures, APlantFailsItsOwnCamera) {
  const Hal hal = with(fault(SimFault::kCamera, FaultMode::kOff), false);
  EXPECT_EQ(hal.camera, &camera_);
  EXPECT_EQ(hal.marker_sensor, &markers_);
}

}  // namespace
}  // namespace freefloat
