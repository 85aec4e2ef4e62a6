#include "vision/draw_markers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <opencv2/imgproc.hpp>

#include "picture_files/codecs.h"
#include "vision/label_markers.h"

namespace freefloat {
namespace {

// Blue, green, red.
const cv::Scalar kRobotColour{120, 255, 120};
const cv::Scalar kTargetColour{60, 180, 255};
const cv::Scalar kWindowColour{150, 110, 60};
const cv::Scalar kLostColour{80, 80, 255};
const cv::Scalar kSpotColour{150, 150, 150};
const cv::Scalar kTextColour{235, 235, 235};

constexpr int kFont = cv::FONT_HERSHEY_SIMPLEX;
constexpr int kSubpixelBits = 4;
constexpr double kRingRadius = 9.0;  // pixels in a picture of 1280 columns, as all sizes here

struct Drawing {
  cv::Mat picture;
  double scale = 1.0;             // of rings and letters
  std::vector<cv::Rect> covered;  // no name may lie over these
};

void draw_ring(Drawing& drawing, const Vector2& uv, double radius, const cv::Scalar& colour) {
  const double shift = 1 << kSubpixelBits;
  const cv::Point centre(cvRound(uv.x() * shift), cvRound(uv.y() * shift));
  cv::circle(drawing.picture, centre, cvRound(radius * shift), colour, 1, cv::LINE_AA, kSubpixelBits);
}

cv::Rect box_around(const Vector2& uv, double radius) {
  const int r = static_cast<int>(std::ceil(radius)) + 1;
  return {cvRound(uv.x()) - r, cvRound(uv.y()) - r, 2 * r + 1, 2 * r + 1};
}

void write_text(Drawing& drawing, const std::string& text, cv::Point baseline, const cv::Scalar& colour) {
  const double size = 0.5 * drawing.scale;
  // A dark rim keeps letters readable over bright parts.
  cv::putText(drawing.picture, text, baseline, kFont, size, cv::Scalar::all(0), 3, cv::LINE_AA);
  cv::putText(drawing.picture, text, baseline, kFont, size, colour, 1, cv::LINE_AA);
}

int overlap_with(const std::vector<cv::Rect>& covered, const cv::Rect& box) {
  int area = 0;
  for (const cv::Rect& other : covered) area += (other & box).area();
  return area;
}

/// Puts a name where it covers nothing, as near to its LED as there is room.
void place_name(Drawing& drawing, const std::string& name, const Vector2& uv, const cv::Scalar& colour) {
  int below = 0;
  const cv::Size letters = cv::getTextSize(name, kFont, 0.5 * drawing.scale, 1, &below);
  const cv::Size size(letters.width + 4, letters.height + below + 4);
  const cv::Rect whole(0, 0, drawing.picture.cols, drawing.picture.rows);
  // Right, left, above, below, then the corners; then the same farther away, outside the LED's window.
  constexpr std::array<std::array<int, 2>, 8> kSides{
      {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}}};
  cv::Rect best;
  int least = -1;
  for (double distance = kRingRadius + 4.0; distance < 100.0 && least != 0; distance *= 1.5) {
    for (const auto& [right, down] : kSides) {
      const double u = uv.x() + right * (drawing.scale * distance + 0.5 * size.width);
      const double v = uv.y() + down * (drawing.scale * distance + 0.5 * size.height);
      const cv::Rect box(cvRound(u - 0.5 * size.width), cvRound(v - 0.5 * size.height), size.width,
                         size.height);
      const int cost = overlap_with(drawing.covered, box) + (box.area() - (box & whole).area());
      if (least >= 0 && cost >= least) continue;
      best = box;
      least = cost;
    }
  }
  drawing.covered.push_back(best);
  write_text(drawing, name, {best.x + 2, best.y + 2 + letters.height}, colour);
}

void draw_windows(Drawing& drawing, const MarkerFrame& frame, const VisionPipeline& vision) {
  const auto expected =
      expect_markers(frame.prediction, frame.capture_time, frame.marker_count, vision.config());
  for (int m = 0; m < frame.marker_count; ++m) {
    const auto window =
        tracking_window(vision.camera(), expected[m], vision.scene().heights[m], vision.config());
    if (!window) continue;
    const cv::Rect box(window->u0, window->v0, window->u1 - window->u0, window->v1 - window->v0);
    cv::rectangle(drawing.picture, box, frame.markers[m].seen ? kWindowColour : kLostColour, 1);
    drawing.covered.push_back(box);
  }
}

void draw_facts(Drawing& drawing, const MarkerFrame& frame) {
  const auto seen = std::count_if(frame.markers.begin(), frame.markers.begin() + frame.marker_count,
                                  [](const MarkerMeasurement& marker) { return marker.seen; });
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(), "%.3f s   picture %llu   %s   %d spots   %d of %d LEDs",
                to_seconds(frame.capture_time), static_cast<unsigned long long>(frame.sequence),
                frame.full_scan ? "whole picture searched" : "windows searched", frame.blob_count,
                static_cast<int>(seen), frame.marker_count);
  const int line = cvRound(22.0 * drawing.scale);
  write_text(drawing, text.data(), {line / 2, line}, kTextColour);
  drawing.covered.push_back({0, 0, drawing.picture.cols, line + line / 2});
}

}  // namespace

bool draw_markers(const std::string& path, const ImageView& image, const MarkerFrame& frame,
                  const VisionPipeline& vision, const std::vector<std::string>& names) {
  const cv::Mat grey(image.height, image.width, CV_8UC1, const_cast<std::uint8_t*>(image.pixels),
                     image.stride);
  Drawing drawing;
  cv::cvtColor(grey, drawing.picture, cv::COLOR_GRAY2BGR);
  drawing.scale = std::max(0.7, image.width / 1280.0);
  const double ring = kRingRadius * drawing.scale;

  draw_windows(drawing, frame, vision);
  for (const Blob& blob : vision.blobs()) {
    const bool is_led = std::any_of(frame.markers.begin(), frame.markers.begin() + frame.marker_count,
                                    [&](const MarkerMeasurement& marker) {
                                      return marker.seen && (marker.uv_px - blob.uv_px).norm() < ring;
                                    });
    if (!is_led) draw_ring(drawing, blob.uv_px, 0.6 * ring, kSpotColour);
    drawing.covered.push_back(box_around(blob.uv_px, ring));
  }
  for (int m = 0; m < frame.marker_count; ++m) {
    const MarkerMeasurement& marker = frame.markers[m];
    if (marker.seen) drawing.covered.push_back(box_around(marker.uv_px, ring));
  }
  draw_facts(drawing, frame);
  for (int m = 0; m < frame.marker_count; ++m) {
    const MarkerMeasurement& marker = frame.markers[m];
    if (!marker.seen) continue;
    const cv::Scalar& colour = m < vision.scene().robot_count ? kRobotColour : kTargetColour;
    draw_ring(drawing, marker.uv_px, ring, colour);
    place_name(drawing, names.at(m), marker.uv_px, colour);
  }
  return codecs().write(path, drawing.picture);
}

}  // namespace freefloat
