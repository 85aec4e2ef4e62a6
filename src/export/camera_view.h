#pragma once

#include <opencv2/core.hpp>
#include <string>

#include "mcap/mcap_reader.h"
#include "types/marker_frame.h"
#include "vision/picture_windows.h"

namespace freefloat {

inline constexpr int kSubpixelBits = 4;  ///< drawing in sixteenths of a pixel

/// What of the camera's pictures a log holds, drawn as it goes: whole pictures where there are any, otherwise
/// the windows that were kept of each, otherwise the LEDs where they were found.
class CameraView {
 public:
  /// @param width, height Of the camera's pictures, pixels.
  /// @param clock_offset_ns What the log's times are ahead of the run's clock.
  CameraView(int width, int height, std::int64_t clock_offset_ns = 0)
      : width_(width), height_(height), clock_offset_ns_(clock_offset_ns) {}

  /// @param message Any of the log; those that hold pictures are kept until the next.
  void take(const McapMessage& message);

  /// The newest markers, for logs without pictures.
  void take(const MarkerFrame& markers) { markers_ = markers; }

  /// Draws the picture into a field, and above it the windows, enlarged.
  /// @param strip Where the windows go.
  void draw(cv::Mat& frame, const cv::Rect& field, const cv::Rect& strip);

  /// @return What is drawn, for people.
  /// @param now The run's time.
  std::string caption(Time now) const;

 private:
  void draw_picture(cv::Mat& frame, const cv::Rect& field, const cv::Mat& grey);
  void draw_strip(cv::Mat& frame, const cv::Rect& strip, const cv::Mat& grey);
  void draw_markers(cv::Mat& frame, const cv::Rect& field);

  int width_, height_;
  std::int64_t clock_offset_ns_;
  cv::Mat whole_;
  Time whole_time_{};
  bool has_windows_ = false;
  PictureWindows windows_;
  WindowPicture restored_;
  MarkerFrame markers_;
};

}  // namespace freefloat
