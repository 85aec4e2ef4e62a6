// A camera of the operating system: what it is told is read back, the driver's stamps are used, pictures that
// never came are counted, and an unplugged camera comes back. The driver is the test's own.
#include "hal/v4l2/v4l2_camera.h"

#include <gmock/gmock.h>

#include <opencv2/imgcodecs.hpp>

#include "hal/hal_error.h"
#include "hal/virtual_clock.h"
#include "unit/hal_v4l2/stand_in_driver.h"

namespace freefloat {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing_support::StandInDevice;
using testing_support::StandInDriver;

class V4l2CameraTest : public testing::Test {
 protected:
  V4l2CameraTest() {
    config_.path = "0";
    config_.width = 64;
    config_.height = 48;
    config_.rate = 100.0;
    config_.exposure = std::chrono::milliseconds(2);
    clock_.sleep_until(Time(std::chrono::seconds(1)));
  }

  void open() {
    camera_ = std::make_unique<V4l2Camera>(config_, clock_, std::make_unique<StandInDriver>(device_));
  }

  std::string refusal() {
    try {
      open();
    } catch (const HalError& error) {
      return error.what();
    }
    return "";
  }

  /// A picture whose first line came 5 ms ago.
  void take(std::uint32_t sequence, std::uint8_t grey) {
    std::vector<std::uint8_t> bytes(64 * 48 * device_.bytes_per_pixel(), 128);
    for (std::size_t i = 0; i < bytes.size(); i += device_.bytes_per_pixel()) bytes[i] = grey;
    device_.taken.push_back({bytes, sequence, device_.now - 5'000'000});
  }

  auto setting(const char* name, const char* wanted, const char* got) const {
    return Contains(AllOf(Field(&CameraSetting::name, name), Field(&CameraSetting::wanted, wanted),
                          Field(&CameraSetting::got, got)));
  }

  VirtualClock clock_;
  StandInDevice device_;
  DeviceCameraConfig config_;
  std::unique_ptr<V4l2Camera> camera_;
  CameraPicture picture_;
};

TEST_F(V4l2CameraTest, TakesGreyWhereTheCameraHasItAndSetsTheRest) {
  config_.settings.gain_steps = 30;
  open();
  const auto settings = camera_->health().settings;
  EXPECT_THAT(settings, setting("pixel_format", "", "GREY"));
  EXPECT_THAT(settings, setting("size_px", "64x48", "64x48"));
  EXPECT_THAT(settings, setting("rate_hz", "100", "100"));
  EXPECT_THAT(settings, setting("exposure_ms", "2", "2"));
  EXPECT_THAT(settings, setting("gain_steps", "30", "30"));
  EXPECT_EQ(device_.controls[V4L2_CID_EXPOSURE_AUTO], V4L2_EXPOSURE_MANUAL);
  EXPECT_EQ(device_.controls[V4L2_CID_EXPOSURE_ABSOLUTE], 20);
  EXPECT_EQ(device_.controls[V4L2_CID_AUTOGAIN], 0);
}

TEST_F(V4l2CameraTest, UsesTheDriversStamp) {
  open();
  take(0, 77);
  ASSERT_EQ(camera_->read(picture_), ReadStatus::kFrame);
  EXPECT_EQ(picture_.capture_time, Time(std::chrono::milliseconds(1000 - 5 - 1)));
  EXPECT_EQ(picture_.image.pixels[64 * 48 - 1], 77);
  EXPECT_EQ(camera_->health().stamps, StampSource::kDriver);
  EXPECT_EQ(camera_->read(picture_), ReadStatus::kNone);
}

TEST_F(V4l2CameraTest, TheDriverStampsTheFirstRowAndTheMiddleOfAllCounts) {
  config_.readout = std::chrono::milliseconds(8);
  open();
  take(0, 77);
  ASSERT_EQ(camera_->read(picture_), ReadStatus::kFrame);
  EXPECT_EQ(picture_.capture_time, Time(std::chrono::milliseconds(1000 - 5 - 1 + 4)));
}

TEST_F(V4l2CameraTest, ADriverWithoutStampsIsNamedAndItsPicturesAreLateByTheTransfer) {
  config_.transfer = std::chrono::milliseconds(12);
  open();
  take(0, 77);
  device_.taken.back().flags = V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN;
  ASSERT_EQ(camera_->read(picture_), ReadStatus::kFrame);
  EXPECT_EQ(picture_.capture_time, Time(std::chrono::milliseconds(1000 - 12 - 1)));
  EXPECT_THAT(describe_complaints(camera_->health()), HasSubstr("carry no time stamp"));
}

TEST_F(V4l2CameraTest, PicturesThatNeverCameAreCounted) {
  open();
  for (const std::uint32_t sequence : {0U, 1U, 4U}) {
    take(sequence, 50);
    ASSERT_EQ(camera_->read(picture_), ReadStatus::kFrame);
  }
  EXPECT_EQ(picture_.sequence, 4U);
  EXPECT_EQ(camera_->health().missing, 2U);
}

TEST_F(V4l2CameraTest, TheNewestOfSeveralIsDelivered) {
  open();
  take(0, 10);
  take(1, 20);
  take(2, 30);
  ASSERT_EQ(camera_->read(picture_), ReadStatus::kFrame);
  EXPECT_EQ(picture_.image.pixels[0], 30);
  EXPECT_EQ(picture_.sequence, 2U);
  EXPECT_EQ(camera_->health().overtaken, 2U);
  EXPECT_EQ(camera_->health().missing, 0U);
  EXPECT_EQ(device_.free_buffers.size(), device_.memory.size());
}

TEST_F(V4l2CameraTest, TakesTheBrightnessOfColourFormatsAndTheHighBitsOfDeepOnes) {
  device_.formats = {V4L2_PIX_FMT_YUYV};
  open();
  take(0, 91);
  ASSERT_EQ(camera_->read(picture_), ReadStatus::kFrame);
  EXPECT_EQ(picture_.image.pixels[5], 91);
  device_.formats = {V4L2_PIX_FMT_Y12};
  open();
  device_.taken.push_back({std::vector<std::uint8_t>(64 * 48 * 2), 0, device_.now});
  device_.taken.back().bytes[2] = 0xBC;
  device_.taken.back().bytes[3] = 0x0A;
  ASSERT_EQ(camera_->read(picture_), ReadStatus::kFrame);
  EXPECT_EQ(picture_.image.pixels[1], 0xAB);
}

TEST_F(V4l2CameraTest, UnpacksMotionJpegAndRefusesDamagedPictures) {
  device_.formats = {V4L2_PIX_FMT_MJPEG};
  open();
  std::vector<std::uint8_t> jpeg;
  ASSERT_TRUE(cv::imencode(".jpg", cv::Mat(48, 64, CV_8UC3, cv::Scalar::all(140)), jpeg));
  device_.taken.push_back({jpeg, 0, device_.now});
  ASSERT_EQ(camera_->read(picture_), ReadStatus::kFrame);
  EXPECT_NEAR(picture_.image.pixels[100], 140, 2);
  device_.taken.push_back({{1, 2, 3}, 1, device_.now});
  EXPECT_EQ(camera_->read(picture_), ReadStatus::kNone);
  EXPECT_EQ(camera_->health().damaged, 1U);
}

TEST_F(V4l2CameraTest, APictureThatIsTooShortIsDamaged) {
  open();
  take(0, 50);
  device_.taken.back().bytes.resize(1000);
  EXPECT_EQ(camera_->read(picture_), ReadStatus::kNone);
  EXPECT_EQ(camera_->health().damaged, 1U);
  take(1, 50);
  EXPECT_EQ(camera_->read(picture_), ReadStatus::kFrame);
}

TEST_F(V4l2CameraTest, WhatTheCameraDoesNotTakeIsNamedWithWhatItAllows) {
  config_.width = 1280;
  EXPECT_THAT(refusal(), AllOf(HasSubstr("/dev/video0"), HasSubstr("1280x48"), HasSubstr("it has 64x48")));
  config_.width = 64;
  config_.settings.pixel_format = "Y16";
  EXPECT_THAT(refusal(), AllOf(HasSubstr("pixel_format: Y16"), HasSubstr("it has YUYV, GREY")));
  config_.settings.pixel_format.clear();
  config_.exposure = std::chrono::milliseconds(80);
  EXPECT_THAT(refusal(),
              AllOf(HasSubstr("exposure_ms: 80"), HasSubstr("it took 50"), HasSubstr("0.1 to 50 ms")));
  config_.exposure = std::chrono::milliseconds(2);
  config_.settings.gain_steps = 900;
  EXPECT_THAT(refusal(), AllOf(HasSubstr("gain_steps: 900"), HasSubstr("1 to 255")));
  device_.plugged = false;
  EXPECT_THAT(refusal(), HasSubstr("does not exist"));
}

TEST_F(V4l2CameraTest, AControlThatTheDriverHasNotGotIsNoted) {
  device_.controls.clear();
  open();
  EXPECT_THAT(camera_->health().settings, setting("exposure_ms", "2", "has no such control"));
}

TEST_F(V4l2CameraTest, IsBackWhenItIsPluggedInAgain) {
  open();
  take(7, 50);
  ASSERT_EQ(camera_->read(picture_), ReadStatus::kFrame);
  const std::uint64_t last = picture_.sequence;
  device_.plugged = false;
  EXPECT_EQ(camera_->read(picture_), ReadStatus::kNone);
  EXPECT_FALSE(camera_->health().connected);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(camera_->read(picture_), ReadStatus::kNone);
  device_.plugged = true;
  device_.controls[V4L2_CID_EXPOSURE_ABSOLUTE] = 333;
  for (int i = 0; i < 20; ++i) camera_->read(picture_);
  EXPECT_TRUE(camera_->health().connected);
  EXPECT_EQ(device_.controls[V4L2_CID_EXPOSURE_ABSOLUTE], 20);  // it is set anew
  take(0, 60);
  ASSERT_EQ(camera_->read(picture_), ReadStatus::kFrame);
  EXPECT_GT(picture_.sequence, last);
  EXPECT_EQ(camera_->health().unplugged, 1U);
  EXPECT_EQ(camera_->health().missing, 0U);
}

TEST(V4l2Camera, AnExistingFileThatIsNoCameraIsRefused) {
  VirtualClock clock;
  DeviceCameraConfig config;
  config.path = "/dev/null";
  EXPECT_THROW(V4l2Camera(config, clock), HalError);
}

}  // namespace
}  // namespace freefloat
