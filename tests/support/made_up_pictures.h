#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime/marker_input.h"
#include "support/made_up_cycles.h"

namespace freefloat::testing_support {

/// Pictures of two LEDs on a grey table, as the vision hands them on.
class MadeUpPictures {
 public:
  MadeUpPictures(int width, int height)
      : width_(width),
        height_(height),
        pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)),
        vision_(VisionConfig{}, camera(width, height), make_marker_scene(made_up_facts().robot, {}, 0.1)) {}

  /// Calls `take` with the picture of that number.
  template <class Take>
  void show(int number, Take&& take) {
    for (std::size_t i = 0; i < pixels_.size(); ++i) pixels_[i] = static_cast<std::uint8_t>(20 + (i * 7) % 9);
    const double angle = 0.02 * number;
    draw_led(0.5 * width_ + 0.3 * height_ * std::cos(angle), 0.5 * height_ + 0.3 * height_ * std::sin(angle));
    draw_led(0.5 * width_, 0.5 * height_);
    const CameraPicture picture{{pixels_.data(), width_, height_, width_},
                                Time{Duration{10'000'000LL * number}},
                                static_cast<std::uint64_t>(number),
                                {}};
    const MarkerFrame markers = vision_.process(picture.image, picture.capture_time, picture.sequence, {});
    take(ProcessedPicture{picture, markers, vision_, 0});
  }

 private:
  static CameraParameters camera(int width, int height) {
    CameraParameters camera;
    camera.width = width;
    camera.height = height;
    camera.fx = camera.fy = width;
    camera.cx = 0.5 * width;
    camera.cy = 0.5 * height;
    return camera;
  }

  void draw_led(double u, double v) {
    constexpr int kRadius = 3;
    for (int dv = -kRadius; dv <= kRadius; ++dv) {
      for (int du = -kRadius; du <= kRadius; ++du)
        pixels_[(static_cast<int>(v) + dv) * width_ + static_cast<int>(u) + du] = 200;
    }
  }

  int width_, height_;
  std::vector<std::uint8_t> pixels_;
  VisionPipeline vision_;
};

}  // namespace freefloat::testing_support
