#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hal/camera_health.h"
#include "hal/device_camera.h"
#include "hal/v4l2/v4l2_calls.h"

namespace freefloat {

/// How pictures come.
struct V4l2State {
  std::vector<CameraSetting> settings;
  std::uint32_t format = 0;  ///< V4L2_PIX_FMT_...
  int width = 0;             ///< pixels
  int height = 0;            ///< pixels
  std::size_t stride = 0;    ///< bytes from row to row; zero where pictures are compressed
  Duration exposure{};       ///< that it really takes
};

/// @return The four letters of a pixel format.
std::string name_v4l2_format(std::uint32_t format);

/// Sets everything that is demanded and reads it back. Rate and exposure are no more than noted where the
/// driver has no such control.
/// @param device Open.
/// @throws HalError naming the key, the value, what the camera allows, and what to do, where it takes another
/// size or format, or an exposure that is off by more than 5 %.
V4l2State apply_settings(V4l2Calls& calls, int device, const DeviceCameraConfig& demand);

}  // namespace freefloat
