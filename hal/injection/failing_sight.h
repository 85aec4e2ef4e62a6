#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hal/camera.h"
#include "hal/injection/part_failures.h"
#include "hal/marker_sensor.h"

namespace freefloat {

/// A real camera whose pictures are withheld, or of which the same comes again with new times.
class FailingCamera final : public Camera {
 public:
  /// @param camera Must outlive this one. @param faults Of the run.
  FailingCamera(Camera& camera, std::span<const ScheduledFault> faults)
      : camera_(camera), failures_(faults, {SimFault::kCamera}) {}

  ReadStatus read(CameraPicture& picture) override {
    const ReadStatus status = camera_.read(picture);
    if (status != ReadStatus::kFrame) return status;
    if (failures_.drops(picture.capture_time)) return ReadStatus::kNone;
    if (failures_.sticks(picture.capture_time) && kept_.image.pixels != nullptr) {
      picture.image = kept_.image;
    } else {
      keep(picture);
    }
    return status;
  }

 private:
  /// The camera's own pixels are gone with its next picture.
  void keep(const CameraPicture& picture) {
    const ImageView& image = picture.image;
    const std::size_t width = image.width;
    pixels_.resize(width * static_cast<std::size_t>(image.height));
    for (int row = 0; row < image.height; ++row)
      std::copy_n(image.pixels + row * image.stride, width,
                  pixels_.data() + static_cast<std::size_t>(row) * width);
    kept_ = picture;
    kept_.image.pixels = pixels_.data();
    kept_.image.stride = image.width;
  }

  Camera& camera_;
  PartFailures failures_;
  CameraPicture kept_{};
  std::vector<std::uint8_t> pixels_;
};

/// The same of a tracker that tells markers.
class FailingMarkers final : public MarkerSensor {
 public:
  /// @param sensor Must outlive this one. @param faults Of the run.
  FailingMarkers(MarkerSensor& sensor, std::span<const ScheduledFault> faults)
      : sensor_(sensor), failures_(faults, {SimFault::kCamera}) {}

  ReadStatus read(MarkerFrame& frame) override {
    const ReadStatus status = sensor_.read(frame);
    if (status != ReadStatus::kFrame) return status;
    if (failures_.drops(frame.capture_time)) return ReadStatus::kNone;
    if (failures_.sticks(frame.capture_time) && kept_.marker_count > 0) {
      MarkerFrame again = kept_;
      again.prediction = frame.prediction;
      again.capture_time = frame.capture_time;
      again.sequence = frame.sequence;
      frame = again;
    } else {
      kept_ = frame;
    }
    return status;
  }

 private:
  MarkerSensor& sensor_;
  PartFailures failures_;
  MarkerFrame kept_{};
};

}  // namespace freefloat
