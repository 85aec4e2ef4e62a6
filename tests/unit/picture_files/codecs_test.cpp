#include "picture_files/codecs.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <opencv2/core.hpp>
#include <opencv2/videoio.hpp>
#include <string>
#include <vector>

#include "support/run_program.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

std::string loaded_libraries() {
  std::ifstream maps("/proc/self/maps");
  return {std::istreambuf_iterator<char>(maps), {}};
}

cv::Mat ramp() {
  cv::Mat picture(16, 24, CV_8UC1);
  std::iota(picture.begin<std::uint8_t>(), picture.end<std::uint8_t>(), std::uint8_t{0});
  return picture;
}

class CodecsTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  const fs::path folder_ = fs::temp_directory_path() / ("codecs_test-" + std::to_string(getpid()));
};

TEST_F(CodecsTest, AreLoadedWithTheFirstPicture) {
  EXPECT_THAT(loaded_libraries(), Not(HasSubstr("libopencv_imgcodecs")));
  codecs();
  EXPECT_THAT(loaded_libraries(), HasSubstr("libopencv_imgcodecs"));
}

TEST_F(CodecsTest, ReadWhatTheyWrote) {
  const std::string path = folder_ / "ramp.png";
  ASSERT_TRUE(codecs().write(path, ramp()));
  const cv::Mat read = codecs().read_grey(path, Orientation::kAsStored);
  ASSERT_EQ(read.size(), ramp().size());
  EXPECT_EQ(cv::norm(read, ramp(), cv::NORM_INF), 0.0);

  std::ifstream file(path, std::ios::binary);
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(cv::norm(codecs().decode_grey(bytes), ramp(), cv::NORM_INF), 0.0);
}

TEST_F(CodecsTest, SayWhatIsNoPicture) {
  EXPECT_TRUE(codecs().decode_grey({}).empty());
  EXPECT_TRUE(codecs().read_grey(folder_ / "missing.png", Orientation::kAsTagged).empty());
  EXPECT_FALSE(codecs().write(folder_ / "missing/ramp.png", ramp()));
  EXPECT_FALSE(codecs().write(folder_ / "ramp.nonsense", ramp()));
  EXPECT_EQ(codecs().open_video(folder_ / "missing.mp4", {cv::CAP_FFMPEG}), nullptr);
}

TEST_F(CodecsTest, PlayTheVideoThatTheyWrote) {
  const std::string path = folder_ / "ramp.webm";
  {
    const auto video = codecs().write_video(path, "VP90", 25.0, 24, 16);
    ASSERT_NE(video, nullptr);
    for (int i = 0; i < 3; ++i) video->write(cv::Mat(16, 24, CV_8UC3, cv::Scalar::all(80 * i)));
  }
  const auto video = codecs().open_video(path, {cv::CAP_OPENCV_MJPEG, cv::CAP_FFMPEG});
  ASSERT_NE(video, nullptr) << "the second decoder is tried";
  cv::Mat picture;
  int count = 0;
  while (video->read(picture)) EXPECT_NEAR(cv::mean(picture)[0], 80 * count++, 4.0);
  EXPECT_EQ(count, 3);
}

TEST(Program, StartsWithoutCodecs) {
  const std::string libraries = run_command("LD_TRACE_LOADED_OBJECTS=1 " FF_PROGRAM).text;
  EXPECT_THAT(libraries, HasSubstr("libopencv_core"));
  EXPECT_THAT(libraries, Not(HasSubstr("libopencv_imgcodecs")));
  EXPECT_THAT(libraries, Not(HasSubstr("libopencv_videoio")));
}

}  // namespace
}  // namespace freefloat
