#include "export/camera_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcap/encode.h"
#include "mcap/standard_messages.h"
#include "runlog/messages/picture_messages.h"
#include "runlog/png.h"
#include "runlog/run_topics.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

constexpr int kWidth = 640;
constexpr int kHeight = 512;
const cv::Rect kField(10, 100, 320, 256);  // half the picture's size
const cv::Rect kStrip(10, 10, 320, 64);

class CameraViewTest : public testing::Test {
 protected:
  template <class T>
  void give(const T& message, std::string_view topic) {
    CdrWriter out;
    encode(out, message);
    McapChannel channel;
    channel.topic = topic;
    view_.take({channel, {}, 7, 250'000'000, 250'000'000, out.bytes()});
  }

  /// A window of 16 x 16 pixels at (u, v), grey 40, with a bright middle.
  void give_window(int u, int v) {
    PictureWindows windows;
    windows.sequence = 7;
    windows.width = kWidth;
    windows.height = kHeight;
    windows.complete = true;
    windows.window_count = 1;
    windows.windows[0] = {u, v, u + 16, v + 16};
    windows.pixel_count = 256;
    for (int i = 0; i < 256; ++i) {
      const bool middle = std::abs(i % 16 - 8) < 3 && std::abs(i / 16 - 8) < 3;
      windows.pixels[i] = middle ? 240 : 40;
    }
    PictureWindowsMessage message;
    pack_windows(windows, message);
    give(message, kPictureWindowsTopic);
  }

  void give_whole_picture(int u, int v) {
    cv::Mat picture(kHeight, kWidth, CV_8UC1, cv::Scalar(10));
    picture(cv::Rect(u - 4, v - 4, 8, 8)) = cv::Scalar(220);
    sensor_msgs::CompressedImage image;
    image.format = "png";
    encode_png({picture.data, kWidth, kHeight, kWidth}, image.data);
    give(image, kWholePictureTopic);
  }

  /// @return Brightness of the drawing at a place of the camera's picture.
  int drawn_at(int u, int v) {
    cv::Mat frame(400, 400, CV_8UC3, cv::Scalar(255, 255, 255));
    view_.draw(frame, kField, kStrip);
    return frame.at<cv::Vec3b>(kField.y + v / 2, kField.x + u / 2)[1];
  }

  CameraView view_{kWidth, kHeight};
};

TEST_F(CameraViewTest, PutsWindowsWhereTheyWereInThePicture) {
  give_window(300, 200);
  EXPECT_GT(drawn_at(308, 208), 200);
  EXPECT_LT(drawn_at(100, 100), 40);
  EXPECT_THAT(view_.caption(Time{}), HasSubstr("windows of picture 7"));
  give_window(92, 92);
  EXPECT_GT(drawn_at(100, 100), 200);
  EXPECT_LT(drawn_at(308, 208), 40) << "the window before is gone";
}

TEST_F(CameraViewTest, EnlargesWindowsAboveThePicture) {
  cv::Mat frame(400, 400, CV_8UC3, cv::Scalar(255, 255, 255));
  give_window(300, 200);
  view_.draw(frame, kField, kStrip);
  EXPECT_EQ(frame.at<cv::Vec3b>(kStrip.y + 33, kStrip.x + 33)[1], 240);
  EXPECT_EQ(frame.at<cv::Vec3b>(kStrip.y + 3, kStrip.x + 3)[1], 40);
  EXPECT_EQ(frame.at<cv::Vec3b>(kStrip.y + 3, kStrip.x + 100)[1], 255) << "one window only";
}

TEST_F(CameraViewTest, PrefersWholePicturesAndTellsTheirAge) {
  give_window(300, 200);
  give_whole_picture(500, 400);
  EXPECT_GT(drawn_at(500, 400), 200);
  EXPECT_LT(drawn_at(308, 208), 40);
  EXPECT_THAT(view_.caption(Time{std::chrono::milliseconds(750)}), HasSubstr("0.50 s old"));
}

TEST_F(CameraViewTest, WithoutPicturesSaysSoAndDrawsTheMarkers) {
  MarkerFrame frame;
  frame.marker_count = 1;
  frame.markers[0].seen = true;
  frame.markers[0].uv_px = {400.0, 300.0};
  view_.take(frame);
  EXPECT_GT(drawn_at(400, 300), 200);
  EXPECT_THAT(view_.caption(Time{}), HasSubstr("no pictures in the log"));
}

TEST_F(CameraViewTest, IgnoresADamagedPicture) {
  sensor_msgs::CompressedImage image;
  image.data = {1, 2, 3};
  give(image, kWholePictureTopic);
  PictureWindowsMessage windows;
  windows.width_px = kWidth;
  windows.height_px = kHeight;
  windows.windows_px = {1000, 1000, 16, 16};
  give(windows, kPictureWindowsTopic);
  EXPECT_THAT(view_.caption(Time{}), HasSubstr("no pictures"));
}

}  // namespace
}  // namespace freefloat
