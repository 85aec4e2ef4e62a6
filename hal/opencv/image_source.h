#pragma once

#include <cstdint>
#include <memory>
#include <opencv2/core.hpp>
#include <optional>
#include <string>

#include "hal/camera.h"
#include "hal/opencv/opencv_camera.h"

namespace freefloat {

/// What a source knows about the picture it has just read.
struct PictureStamp {
  std::optional<Time> capture_time;       ///< middle of the exposure
  std::optional<std::uint64_t> sequence;  ///< the camera's picture number
};

/// Raw pictures of one kind of source, before conversion to grey.
class ImageSource {
 public:
  virtual ~ImageSource() = default;

  /// @param stamp Empty before; filled as far as the source knows.
  virtual ReadStatus read(cv::Mat& picture, PictureStamp& stamp) = 0;

  /// @return Name of the picture read last, for messages.
  virtual std::string picture_name() const = 0;

  /// @return Pictures a second as the source says; zero when it does not.
  virtual double rate() const = 0;

  /// @return Every picture comes with the time it was taken at; no rate is needed.
  virtual bool knows_capture_times() const { return false; }
};

/// @throws HalError when it cannot be opened.
std::unique_ptr<ImageSource> open_image_source(const OpenCvCameraConfig& config);

}  // namespace freefloat
