// A GenICam camera: pictures through Aravis's acquisition, settings that are read back, stamps of a clock of
// its own, and everything that goes wrong with cameras.
#include "hal/aravis/genicam_camera.h"

#include <gmock/gmock.h>

#include <optional>

#include "hal/hal_error.h"
#include "unit/hal_aravis/stand_in_world.h"

namespace freefloat {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::SizeIs;
using testing_support::StandInWorld;

class GenicamCameraTest : public testing::Test {
 protected:
  GenicamCameraTest() {
    config_.path = "emulated";
    config_.width = StandInWorld::kWidth;
    config_.height = StandInWorld::kHeight;
    config_.rate = 100.0;
    config_.exposure = StandInWorld::kExposure;
  }

  void open() {
    camera_ = std::make_unique<GenicamCamera>(
        config_, clock_, CameraEmulation{.config = emulated_, .world = &world_, .lockstep = true});
  }

  std::string refusal() {
    try {
      open();
    } catch (const HalError& error) {
      return error.what();
    }
    return "";
  }

  /// What `read` says one period later.
  ReadStatus step() {
    clock_.sleep_until(clock_.now() + StandInWorld::kPeriod);
    return camera_->read(picture_);
  }

  /// Goes on until the run's time is `seconds`. @return Pictures that came.
  int run_until(double seconds) {
    int pictures = 0;
    while (clock_.now() < Time{} + from_seconds(seconds)) {
      if (step() == ReadStatus::kFrame) ++pictures;
    }
    return pictures;
  }

  /// By how much the newest picture's capture time is off; it is the newest that the world had.
  double time_error_us() {
    const auto newest =
        static_cast<std::uint64_t>((clock_.now() - Time{} - StandInWorld::kLatency) / StandInWorld::kPeriod) -
        1;
    EXPECT_EQ(picture_.image.pixels[0], static_cast<std::uint8_t>(newest));
    return 1e6 * to_seconds(picture_.capture_time - StandInWorld::capture_time(newest));
  }

  static ScheduledDefect from_to(CameraDefect defect, double begin_s, double end_s) {
    return {defect, Time{} + from_seconds(begin_s), Time{} + from_seconds(end_s)};
  }

  VirtualClock clock_;
  StandInWorld world_{clock_};
  DeviceCameraConfig config_;
  EmulatedCameraConfig emulated_;
  std::unique_ptr<GenicamCamera> camera_;
  CameraPicture picture_;
};

TEST_F(GenicamCameraTest, PicturesPassTheAcquisitionAsTheyAre) {
  open();
  EXPECT_EQ(camera_->read(picture_), ReadStatus::kNone);
  clock_.sleep_until(Time{} + StandInWorld::kLatency);
  for (std::uint64_t i = 0; i < 300; ++i) {
    ASSERT_EQ(step(), ReadStatus::kFrame);
    EXPECT_EQ(picture_.sequence, i);
    EXPECT_EQ(picture_.capture_time, StandInWorld::capture_time(i));
    EXPECT_EQ(picture_.exposure, StandInWorld::kExposure);
    ASSERT_EQ(picture_.image.width, StandInWorld::kWidth);
    ASSERT_EQ(picture_.image.height, StandInWorld::kHeight);
    const std::uint8_t* last_row =
        picture_.image.pixels + (picture_.image.height - 1) * picture_.image.stride;
    EXPECT_EQ(last_row[StandInWorld::kWidth - 1], static_cast<std::uint8_t>(i));
  }
  const CameraHealth health = camera_->health();
  EXPECT_EQ(health.delivered, 300U);
  EXPECT_EQ(health.stamps, StampSource::kCameraClock);
  EXPECT_EQ(describe_complaints(health), "");
}

TEST_F(GenicamCameraTest, SixteenBitsGiveTheirEightHighest) {
  config_.settings.pixel_format = "Mono16";
  open();
  run_until(1.0);
  EXPECT_EQ(time_error_us(), 0.0);  // and the pixels are those of the newest picture
}

TEST_F(GenicamCameraTest, SettingsAreReadBack) {
  config_.settings.gain = 4.0;
  config_.settings.trigger = "Line0";
  config_.settings.region_x = 16;
  config_.settings.region_y = 8;
  open();
  const auto settings = camera_->health().settings;
  const auto setting = [](const char* name, const char* wanted, const char* got) {
    return AllOf(Field(&CameraSetting::name, name), Field(&CameraSetting::wanted, wanted),
                 Field(&CameraSetting::got, got));
  };
  EXPECT_THAT(settings, Contains(setting("pixel_format", "Mono8", "Mono8")));
  EXPECT_THAT(settings, Contains(setting("region_px", "64x48 at [16, 8]", "64x48 at [16, 8]")));
  EXPECT_THAT(settings, Contains(setting("exposure_ms", "2", "2")));
  EXPECT_THAT(settings, Contains(setting("gain_db", "4", "4")));
  EXPECT_THAT(settings, Contains(setting("trigger", "Line0", "Line0")));
}

TEST_F(GenicamCameraTest, WhatTheCameraDoesNotTakeIsNamedWithWhatItAllows) {
  const DeviceCameraConfig good = config_;
  config_.settings.pixel_format = "Mono12";
  EXPECT_THAT(refusal(), AllOf(HasSubstr("pixel_format: Mono12"), HasSubstr("Mono8"), HasSubstr("Mono16")));
  config_.settings.pixel_format = "BayerRG8";
  EXPECT_THAT(refusal(), AllOf(HasSubstr("pixel_format: BayerRG8"), HasSubstr("grey is needed")));
  config_ = good;
  config_.width = 4096;
  EXPECT_THAT(refusal(), AllOf(HasSubstr("4096x48"), HasSubstr("2048x2048")));
  config_ = good;
  config_.settings.trigger = "Line7";
  EXPECT_THAT(refusal(), AllOf(HasSubstr("trigger: Line7"), HasSubstr("Line0, Software")));
  config_ = good;
  config_.exposure = std::chrono::seconds(20);
  EXPECT_THAT(refusal(), AllOf(HasSubstr("exposure_ms: 20000"), HasSubstr("0.01 to 10000 ms")));
  config_ = good;
  config_.rate = 5000.0;
  EXPECT_THAT(refusal(), HasSubstr("rate_hz: 5000"));
  config_ = good;
  config_.settings.gain = 50.0;
  EXPECT_THAT(refusal(), AllOf(HasSubstr("gain_db: 50"), HasSubstr("0 to 10")));
  config_ = good;
  config_.settings.packet_size = 9000;
  EXPECT_THAT(refusal(), HasSubstr("no GigE camera"));
  config_ = good;
  EXPECT_EQ(refusal(), "");
}

TEST_F(GenicamCameraTest, StampsOfADriftingClockAreOnTheRunsClock) {
  emulated_.clock_drift = 80e-6;
  emulated_.clock_offset = std::chrono::hours(30);
  open();
  run_until(4.0);
  EXPECT_LT(std::abs(time_error_us()), 200.0);  // the drift is not known yet
  run_until(12.0);
  EXPECT_LT(std::abs(time_error_us()), 1.0);
  EXPECT_NEAR(camera_->health().clock_drift, 80e-6, 1e-9);
}

TEST_F(GenicamCameraTest, PicturesTellAClockThatCannotBeAsked) {
  emulated_.tells_time = false;
  emulated_.clock_drift = -30e-6;
  emulated_.clock_offset = std::chrono::hours(1);
  config_.transfer = StandInWorld::kLatency - StandInWorld::kExposure / 2;
  open();
  clock_.sleep_until(Time{} +
                     StandInWorld::kLatency);  // from now on pictures are there when they are asked for
  run_until(12.0);
  EXPECT_LT(std::abs(time_error_us()), 1.0);
  EXPECT_EQ(camera_->health().stamps, StampSource::kCameraPictures);
  EXPECT_NEAR(camera_->health().clock_drift, -30e-6, 1e-9);
}

TEST_F(GenicamCameraTest, StampsOfTheExposuresEndAreHalfAnExposureLate) {
  config_.settings.stamped_at = StampMoment::kExposureEnd;
  open();
  run_until(1.0);
  EXPECT_EQ(time_error_us(), -2000.0);  // this one stamps the start
}

TEST_F(GenicamCameraTest, WithoutStampsTheArrivalHasToDo) {
  emulated_.stamps = EmulatedStamps::kNone;
  config_.transfer = StandInWorld::kLatency - StandInWorld::kExposure / 2;
  open();
  clock_.sleep_until(Time{} + StandInWorld::kLatency);
  run_until(1.0);
  EXPECT_EQ(time_error_us(), 0.0);
  EXPECT_THAT(describe_complaints(camera_->health()), HasSubstr("carry no time stamp"));
}

TEST_F(GenicamCameraTest, OfRowsThatAreExposedOneAfterTheOtherTheMiddleCounts) {
  config_.readout = std::chrono::milliseconds(2);
  open();
  run_until(1.0);
  EXPECT_EQ(time_error_us(), 0.0);
}

TEST_F(GenicamCameraTest, WithoutStampsTheReadoutIsBeforeTheArrivalToo) {
  config_.readout = std::chrono::milliseconds(2);
  emulated_.stamps = EmulatedStamps::kNone;
  config_.transfer = StandInWorld::kLatency - (StandInWorld::kExposure + config_.readout) / 2;
  open();
  clock_.sleep_until(Time{} + StandInWorld::kLatency);
  run_until(1.0);
  EXPECT_EQ(time_error_us(), 0.0);
}

TEST_F(GenicamCameraTest, LostPicturesAreCountedAndLeftOutOfTheNumbers) {
  emulated_.defects = {from_to(CameraDefect::kPicturesLost, 1.0, 2.0)};
  open();
  const int pictures = run_until(3.0);
  const CameraHealth health = camera_->health();
  EXPECT_NEAR(static_cast<double>(health.missing), 33.0, 1.0);
  EXPECT_EQ(health.missing + static_cast<std::uint64_t>(pictures), picture_.sequence + 1);
  EXPECT_THAT(describe_complaints(health), HasSubstr("dropped on the way"));
}

TEST_F(GenicamCameraTest, PicturesOfAnotherSizeInMidRunAreRefusedAndNamed) {
  emulated_.defects = {from_to(CameraDefect::kOtherSize, 1.0, 1.5)};
  open();
  EXPECT_NEAR(run_until(3.0), 248, 3);
  EXPECT_EQ(time_error_us(), 0.0);
  EXPECT_NEAR(static_cast<double>(camera_->health().refused), 50.0, 2.0);
  EXPECT_THAT(camera_->health().refusal, AllOf(HasSubstr("32x48"), HasSubstr("64x48")));
}

TEST_F(GenicamCameraTest, ColourInMidRunIsRefusedAndNamed) {
  emulated_.defects = {from_to(CameraDefect::kColour, 1.0, 1.5)};
  open();
  EXPECT_NEAR(run_until(3.0), 248, 3);
  EXPECT_THAT(camera_->health().refusal, HasSubstr("grey is needed"));
}

TEST_F(GenicamCameraTest, IsBackWhenItIsPluggedInAgain) {
  emulated_.clock_drift = 50e-6;
  emulated_.defects = {from_to(CameraDefect::kUnplugged, 2.0, 4.0)};
  open();
  run_until(2.5);
  EXPECT_FALSE(camera_->health().connected);
  const std::uint64_t last = picture_.sequence;
  EXPECT_EQ(run_until(3.9), 0);
  EXPECT_GT(run_until(5.0), 30);
  const CameraHealth health = camera_->health();
  EXPECT_TRUE(health.connected);
  EXPECT_EQ(health.unplugged, 1U);
  EXPECT_GT(picture_.sequence, last);
  EXPECT_LT(std::abs(time_error_us()), 200.0);
}

TEST_F(GenicamCameraTest, AClockThatBeginsAnewIsFollowed) {
  emulated_.clock_offset = std::chrono::hours(2);
  for (const bool tells_time : {true, false}) {
    emulated_.tells_time = tells_time;
    config_.transfer = StandInWorld::kLatency - StandInWorld::kExposure / 2;
    const double begin = to_seconds(clock_.now());
    emulated_.defects = {from_to(CameraDefect::kClockRestart, begin + 8.0, begin + 8.1)};
    open();
    run_until(begin + 7.9);
    const Time before = picture_.capture_time;
    run_until(begin + 8.2);
    EXPECT_NEAR(to_seconds(picture_.capture_time - before), 0.3, 0.03) << tells_time;
    run_until(begin + 10.0);
    EXPECT_LT(std::abs(time_error_us()), 6000.0) << tells_time;
    EXPECT_EQ(camera_->health().clock_steps, 1U) << tells_time;
  }
}

}  // namespace
}  // namespace freefloat
