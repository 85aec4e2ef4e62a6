#pragma once

#include <memory>
#include <opencv2/core.hpp>
#include <optional>

#include "hal/camera.h"
#include "hal/opencv/opencv_camera.h"

namespace freefloat {

/// Raw pictures of one kind of source, before conversion to grey.
class ImageSource {
 public:
  virtual ~ImageSource() = default;

  /// @param age Time since the end of the exposure where the source knows it.
  virtual ReadStatus read(cv::Mat& picture, std::optional<Duration>& age) = 0;

  /// @return Pictures a second as the source says; zero when it does not.
  virtual double rate() const = 0;
};

/// @throws HalError when it cannot be opened.
std::unique_ptr<ImageSource> open_image_source(const OpenCvCameraConfig& config);

}  // namespace freefloat
