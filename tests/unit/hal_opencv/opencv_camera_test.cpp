#include "hal/opencv/opencv_camera.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

#include "hal/hal_error.h"
#include "unit/vision/test_scene.h"
#include "vision/vision_pipeline.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;

class StandingClock : public Clock {
 public:
  Time now() override { return time; }
  void sleep_until(Time deadline) override { time = deadline; }
  Time time{from_seconds(2.0)};
};

class OpenCvCameraTest : public testing::Test {
 protected:
  void SetUp() override {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) /
              (std::string("freefloat_") + test->name() + "_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, int grey, cv::Size size = {64, 48}, int type = CV_8UC1) {
    ASSERT_TRUE(cv::imwrite((folder_ / name).string(), cv::Mat(size, type, cv::Scalar::all(grey))));
  }
  OpenCvCameraConfig folder_config() const {
    return {
        .source = MarkerSource::kFolder, .path = folder_.string(), .width = 64, .height = 48, .rate = 50.0};
  }
  std::string error_of(const OpenCvCameraConfig& config) {
    try {
      OpenCvCamera camera(config, clock_);
    } catch (const HalError& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_;
  StandingClock clock_;
};

TEST_F(OpenCvCameraTest, ReadsAFolderInTheOrderOfNamesAndThenEnds) {
  write("b.png", 20);
  write("a.png", 10);
  write("c.jpg", 30);
  std::ofstream(folder_ / "notes.txt") << "no picture";
  OpenCvCamera camera(folder_config(), clock_);
  CameraPicture picture;
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(camera.read(picture), ReadStatus::kFrame);
    EXPECT_EQ(picture.image.pixels[0], 10 * (i + 1));
    EXPECT_EQ(picture.image.width, 64);
    EXPECT_EQ(picture.image.height, 48);
    EXPECT_EQ(picture.sequence, static_cast<std::uint64_t>(i));
    EXPECT_EQ(picture.capture_time, Time{from_seconds(2.0 + 0.02 * i)});
  }
  EXPECT_EQ(camera.read(picture), ReadStatus::kEnded);
  EXPECT_EQ(camera.read(picture), ReadStatus::kEnded);
}

TEST_F(OpenCvCameraTest, ConvertsColourToGrey) {
  write("a.png", 77, {64, 48}, CV_8UC3);
  OpenCvCamera camera(folder_config(), clock_);
  CameraPicture picture;
  ASSERT_EQ(camera.read(picture), ReadStatus::kFrame);
  EXPECT_EQ(picture.image.pixels[100], 77);
  EXPECT_EQ(picture.image.stride, 64);
}

TEST_F(OpenCvCameraTest, HoldsAPacedPictureBackUntilItsTime) {
  write("a.png", 10);
  write("b.png", 20);
  OpenCvCameraConfig config = folder_config();
  config.paced = true;
  OpenCvCamera camera(config, clock_);
  CameraPicture picture;
  EXPECT_EQ(camera.read(picture), ReadStatus::kFrame);
  EXPECT_EQ(camera.read(picture), ReadStatus::kNone);
  clock_.time += from_seconds(0.02);
  EXPECT_EQ(camera.read(picture), ReadStatus::kFrame);
  EXPECT_EQ(picture.image.pixels[0], 20);
}

TEST_F(OpenCvCameraTest, ReadsAVideoFileAtItsOwnRate) {
  const std::string path = (folder_ / "run.avi").string();
  {
    cv::VideoWriter writer(path, cv::CAP_OPENCV_MJPEG, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 25.0,
                           {64, 48});
    ASSERT_TRUE(writer.isOpened());
    for (int i = 0; i < 4; ++i) writer.write(cv::Mat(48, 64, CV_8UC3, cv::Scalar::all(40 * i + 20)));
  }
  OpenCvCamera camera({.source = MarkerSource::kVideo, .path = path}, clock_);
  CameraPicture picture;
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(camera.read(picture), ReadStatus::kFrame);
    EXPECT_NEAR(picture.image.pixels[20 * picture.image.stride + 30], 40 * i + 20, 3);
    EXPECT_EQ(picture.capture_time, Time{from_seconds(2.0 + 0.04 * i)});
  }
  EXPECT_EQ(camera.read(picture), ReadStatus::kEnded);
}

TEST_F(OpenCvCameraTest, NamesWhatIsWrongAndTheRemedy) {
  using testing::HasSubstr;
  EXPECT_THAT(error_of({.source = MarkerSource::kFolder, .path = "/nowhere", .rate = 1.0}),
              HasSubstr("/nowhere"));
  EXPECT_THAT(error_of(folder_config()), HasSubstr("holds no pictures"));
  write("a.png", 10);
  OpenCvCameraConfig config = folder_config();
  config.rate = 0.0;
  EXPECT_THAT(error_of(config), HasSubstr("rate_hz"));
  config = folder_config();
  config.width = 128;
  EXPECT_THAT(error_of(config), testing::AllOf(HasSubstr("64x48"), HasSubstr("128x48")));
  EXPECT_THAT(error_of({.source = MarkerSource::kVideo, .path = "/nowhere.avi"}),
              HasSubstr("does not exist"));
  std::ofstream(folder_ / "broken.avi") << "no video";
  EXPECT_THAT(error_of({.source = MarkerSource::kVideo, .path = (folder_ / "broken.avi").string()}),
              HasSubstr("cannot be decoded"));
  std::ofstream(folder_ / "A.png") << "no picture";  // sorts before a.png
  EXPECT_THAT(error_of(folder_config()), HasSubstr("cannot be read"));
}

TEST_F(OpenCvCameraTest, FailsOnAPictureOfAnotherSize) {
  write("a.png", 10);
  write("b.png", 10, {32, 32});
  OpenCvCamera camera(folder_config(), clock_);
  CameraPicture picture;
  EXPECT_EQ(camera.read(picture), ReadStatus::kFrame);
  EXPECT_EQ(camera.problem(), "");
  EXPECT_EQ(camera.read(picture), ReadStatus::kFailed);
  EXPECT_THAT(camera.problem(), testing::HasSubstr("b.png is 32x32"));
}

TEST_F(OpenCvCameraTest, TakesNumbersAndTimesFromTheFolderWhereItHasThem) {
  write("003.png", 10);
  write("007.png", 20);
  std::ofstream(folder_ / "times.csv") << "sequence,capture_time_ns\n3,1500\n5,2500\n7,4500\n";
  OpenCvCameraConfig config = folder_config();
  config.rate = 0.0;
  OpenCvCamera camera(config, clock_);
  CameraPicture picture;
  ASSERT_EQ(camera.read(picture), ReadStatus::kFrame);
  EXPECT_EQ(picture.sequence, 3U);
  EXPECT_EQ(picture.capture_time, Time{Duration{1500}});
  ASSERT_EQ(camera.read(picture), ReadStatus::kFrame);
  EXPECT_EQ(picture.sequence, 7U);
  EXPECT_EQ(picture.capture_time, Time{Duration{4500}});
  EXPECT_EQ(camera.read(picture), ReadStatus::kEnded);
}

TEST_F(OpenCvCameraTest, RefusesTimesThatDoNotFitThePictures) {
  using testing::HasSubstr;
  write("1.png", 10);
  const auto error_with_times = [&](const std::string& text) {
    std::ofstream(folder_ / "times.csv") << text;
    return error_of(folder_config());
  };
  const std::string header = "sequence,capture_time_ns\n";
  EXPECT_THAT(error_with_times("time\n1,5\n"), HasSubstr("times.csv:1: "));
  EXPECT_THAT(error_with_times(header + "1,5\n2,x\n"), HasSubstr("times.csv:3: "));
  EXPECT_THAT(error_with_times(header + "1,5\n2,5\n"), HasSubstr("must be larger"));
  EXPECT_THAT(error_with_times(header + "2,5\n"), HasSubstr("1.png' has no line in"));
  EXPECT_EQ(error_with_times(header + "1,5\r\n"), "");
  write("2.png", 10);
  write("10.png", 10);  // by its name between 1 and 2
  EXPECT_THAT(error_with_times(header + "1,5\n2,6\n10,7\n"), HasSubstr("same count of digits"));
}

TEST_F(OpenCvCameraTest, RecordedPicturesGiveTheSameMarkersAsLiveOnes) {
  const CameraParameters parameters = make_test_camera();
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2);
  RenderedCamera rendered(parameters, {}, 3);
  const SceneSamples leds = make_test_scene({0.1, -0.2}, 0.4, {0.7, -1.2}, {-0.5, 0.4});
  const CameraPicture live = rendered.render(leds, Time{}, 0);
  const cv::Mat pixels(live.image.height, live.image.width, CV_8UC1,
                       const_cast<std::uint8_t*>(live.image.pixels),
                       static_cast<std::size_t>(live.image.stride));
  ASSERT_TRUE(cv::imwrite((folder_ / "0.png").string(), pixels));
  OpenCvCamera camera({.source = MarkerSource::kFolder, .path = folder_.string(), .rate = 100.0}, clock_);
  CameraPicture picture;
  ASSERT_EQ(camera.read(picture), ReadStatus::kFrame);
  VisionPipeline first({}, parameters, scene);
  VisionPipeline second({}, parameters, scene);
  MarkerFrame a;
  MarkerFrame b;
  for (std::uint64_t i = 0; i < 3; ++i) {  // a target is believed at its third sighting
    const Time at = Time{} + i * std::chrono::milliseconds(10);
    a = first.process(live.image, at, i, {});
    b = second.process(picture.image, at, i, {});
  }
  for (int i = 0; i < a.marker_count; ++i) {
    EXPECT_TRUE(b.markers[i].seen);
    EXPECT_EQ(a.markers[i].p_WM, b.markers[i].p_WM);
  }
}

}  // namespace
}  // namespace freefloat
