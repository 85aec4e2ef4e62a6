#include "export/camera_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "mcap/decode.h"
#include "mcap/standard_messages.h"
#include "picture_files/codecs.h"
#include "runlog/messages/picture_messages.h"
#include "runlog/run_topics.h"

namespace freefloat {
namespace {

const cv::Scalar kDark(25, 25, 25), kLed(230, 240, 255), kFrame(120, 100, 70);

}  // namespace

void CameraView::take(const McapMessage& message) {
  if (message.channel.topic == kPictureWindowsTopic) {
    PictureWindowsMessage packed;
    has_windows_ = decode(message.data, packed) && unpack_windows(packed, windows_);
  } else if (message.channel.topic == kWholePictureTopic) {
    sensor_msgs::CompressedImage image;
    if (!decode(message.data, image)) return;
    cv::Mat picture = codecs().decode_grey(image.data);
    if (picture.empty()) return;
    whole_ = picture;
    whole_time_ = Time{Duration{static_cast<std::int64_t>(message.log_time_ns) - clock_offset_ns_}};
  }
}

void CameraView::draw(cv::Mat& frame, const cv::Rect& field, const cv::Rect& strip) {
  cv::rectangle(frame, field, kDark, cv::FILLED);
  cv::Mat kept;
  if (has_windows_) {
    const ImageView view = restored_.restore(windows_);
    kept = cv::Mat(view.height, view.width, CV_8UC1, const_cast<std::uint8_t*>(view.pixels),
                   static_cast<std::size_t>(view.stride));
    draw_strip(frame, strip, kept);
  }
  if (!whole_.empty()) return draw_picture(frame, field, whole_);
  if (!has_windows_) return draw_markers(frame, field);
  draw_picture(frame, field, kept);
  const double scale = double(field.width) / windows_.width;
  for (std::size_t i = 0; i < windows_.window_count; ++i) {
    const PixelBox& box = windows_.windows[i];
    const cv::Point begin(field.x + cvRound(scale * box.u0) - 2, field.y + cvRound(scale * box.v0) - 2);
    const cv::Point end(field.x + cvRound(scale * box.u1) + 2, field.y + cvRound(scale * box.v1) + 2);
    cv::rectangle(frame, begin, end, kFrame, 1);
  }
}

void CameraView::draw_picture(cv::Mat& frame, const cv::Rect& field, const cv::Mat& grey) {
  // An LED of a few pixels would vanish in the smaller picture.
  cv::Mat thick;
  cv::dilate(grey, thick, cv::getStructuringElement(cv::MORPH_ELLIPSE, {5, 5}));
  cv::Mat small;
  cv::Mat colours;
  cv::resize(thick, small, field.size(), 0.0, 0.0, cv::INTER_AREA);
  cv::cvtColor(small, colours, cv::COLOR_GRAY2BGR);
  cv::max(colours, kDark, colours);
  colours.copyTo(frame(field));
}

void CameraView::draw_strip(cv::Mat& frame, const cv::Rect& strip, const cv::Mat& grey) {
  constexpr int kGap = 6;
  int x = strip.x;
  for (std::size_t i = 0; i < windows_.window_count; ++i) {
    const PixelBox& box = windows_.windows[i];
    const cv::Mat part = grey(cv::Rect(box.u0, box.v0, box.u1 - box.u0, box.v1 - box.v0));
    const int width = part.cols * strip.height / std::max(part.rows, 1);
    if (x + width > strip.x + strip.width) return;
    cv::Mat large;
    cv::Mat colours;
    cv::resize(part, large, {width, strip.height}, 0.0, 0.0, cv::INTER_NEAREST);
    cv::cvtColor(large, colours, cv::COLOR_GRAY2BGR);
    colours.copyTo(frame(cv::Rect(x, strip.y, width, strip.height)));
    x += width + kGap;
  }
}

void CameraView::draw_markers(cv::Mat& frame, const cv::Rect& field) {
  const double scale = double(field.width) / width_;
  for (int i = 0; i < std::min(markers_.marker_count, kMaxMarkers); ++i) {
    const MarkerMeasurement& marker = markers_.markers[i];
    if (!marker.seen) continue;
    const cv::Point at((field.x << kSubpixelBits) + cvRound(scale * marker.uv_px.x() * (1 << kSubpixelBits)),
                       (field.y << kSubpixelBits) + cvRound(scale * marker.uv_px.y() * (1 << kSubpixelBits)));
    cv::circle(frame, at, 4 << kSubpixelBits, kLed, cv::FILLED, cv::LINE_AA, kSubpixelBits);
  }
}

std::string CameraView::caption(Time now) const {
  if (!whole_.empty())
    return fmt::format("camera: whole picture, {:.2f} s old", to_seconds(now - whole_time_));
  if (has_windows_) return fmt::format("camera: the logged windows of picture {}", windows_.sequence);
  return "no pictures in the log: LEDs as they were found";
}

}  // namespace freefloat
