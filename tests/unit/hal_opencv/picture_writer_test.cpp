#include "hal/opencv/picture_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "hal/hal_error.h"
#include "hal/opencv/opencv_camera.h"
#include "hal/virtual_clock.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;

constexpr int kWidth = 40;
constexpr int kHeight = 30;
constexpr int kStride = 64;

/// Numbers with gaps, once nothing, eight pictures in all, rows with padding.
class PatternCamera : public Camera {
 public:
  ReadStatus read(CameraPicture& picture) override {
    const int number = next_++;
    if (number == 4) return ReadStatus::kNone;
    if (number > 8) return ReadStatus::kEnded;
    for (std::size_t i = 0; i < pixels_.size(); ++i) {
      pixels_[i] = static_cast<std::uint8_t>((i * 37 + static_cast<std::size_t>(number) * 101) % 256);
    }
    picture.image = {pixels_.data(), kWidth, kHeight, kStride};
    picture.sequence = static_cast<std::uint64_t>(3 * number);
    picture.capture_time = Time{Duration{1'000'000 * number + 7}};
    return ReadStatus::kFrame;
  }

 private:
  int next_ = 0;
  std::vector<std::uint8_t> pixels_ = std::vector<std::uint8_t>(kStride * kHeight);
};

class PictureWriterTest : public testing::Test {
 protected:
  void SetUp() override {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        fs::path(testing::TempDir()) / (std::string("ff_") + test->name() + "_" + std::to_string(getpid()));
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
};

TEST_F(PictureWriterTest, KeepsPixelsNumbersAndTimesForOpenCvCamera) {
  PatternCamera source;
  {
    PictureWriter writer(source, (folder_ / "deep").string());
    CameraPicture picture;
    ReadStatus status = ReadStatus::kNone;
    while ((status = writer.read(picture)) != ReadStatus::kEnded) {
    }
    EXPECT_EQ(writer.pictures_written(), 8U);
    EXPECT_EQ(writer.problem(), "");
  }
  PatternCamera original;
  VirtualClock clock;
  OpenCvCamera recorded({.source = MarkerSource::kFolder, .path = (folder_ / "deep").string()}, clock);
  CameraPicture expected;
  CameraPicture picture;
  int compared = 0;
  for (ReadStatus status = original.read(expected); status != ReadStatus::kEnded;
       status = original.read(expected)) {
    if (status == ReadStatus::kNone) continue;
    ASSERT_EQ(recorded.read(picture), ReadStatus::kFrame);
    EXPECT_EQ(picture.sequence, expected.sequence);
    EXPECT_EQ(picture.capture_time, expected.capture_time);
    ASSERT_EQ(picture.image.width, kWidth);
    ASSERT_EQ(picture.image.height, kHeight);
    for (int v = 0; v < kHeight; ++v) {
      EXPECT_TRUE(std::equal(picture.image.pixels + v * picture.image.stride,
                             picture.image.pixels + v * picture.image.stride + kWidth,
                             expected.image.pixels + v * expected.image.stride));
    }
    ++compared;
  }
  EXPECT_EQ(compared, 8);
  EXPECT_EQ(recorded.read(picture), ReadStatus::kEnded);
}

TEST_F(PictureWriterTest, RefusesAFolderThatHoldsPicturesOrCannotBeMade) {
  PatternCamera source;
  { PictureWriter writer(source, folder_.string()); }
  EXPECT_THROW(PictureWriter(source, folder_.string()), HalError);
  EXPECT_THROW(PictureWriter(source, (folder_ / "times.csv" / "below").string()), HalError);
}

TEST_F(PictureWriterTest, PassesPicturesOnWhenTheyCannotBeWritten) {
  PatternCamera source;
  PictureWriter writer(source, folder_.string());
  fs::remove_all(folder_);
  CameraPicture picture;
  EXPECT_EQ(writer.read(picture), ReadStatus::kFrame);
  EXPECT_EQ(picture.image.width, kWidth);
  EXPECT_THAT(writer.problem(), testing::HasSubstr("00000000.png"));
  EXPECT_EQ(writer.read(picture), ReadStatus::kFrame);
  EXPECT_EQ(writer.pictures_written(), 0U);
}

}  // namespace
}  // namespace freefloat
