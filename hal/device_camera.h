#pragma once

#include <string>

#include "hal/camera.h"
#include "hal/camera_health.h"
#include "hal/camera_settings.h"

namespace freefloat {

/// Which camera, and what it is to do.
struct DeviceCameraConfig {
  /// GenICam: its name as `freefloat doctor` lists it, serial number, or address. Video4Linux: /dev/video0,
  /// best its name in /dev/v4l/by-id, or the number alone.
  std::string path;
  CameraSettings settings;
  int width = 0;      ///< of the pictures, pixels; Video4Linux, zero: as the camera has it
  int height = 0;     ///< the same
  double rate = 0.0;  ///< pictures a second, Hz; zero: as the camera has it
  Duration exposure{};
  Duration readout{};   ///< from the exposure of the first row to that of the last
  Duration transfer{};  ///< from the end of the exposure to the picture's arrival, where no clock tells it
};

/// A camera of this PC that can say how it is. A picture that cannot be used, and a camera that is unplugged,
/// are no end: `read` answers kNone until there is one again.
class DeviceCamera : public Camera {
 public:
  /// For any thread.
  virtual CameraHealth health() const = 0;
};

}  // namespace freefloat
