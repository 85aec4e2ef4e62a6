#pragma once

#include "hal/camera.h"
#include "hal/camera_health.h"

namespace freefloat {

/// A camera of this PC that can say how it is. A picture that cannot be used, and a camera that is unplugged,
/// are no end: `read` answers kNone until there is one again.
class DeviceCamera : public Camera {
 public:
  /// For any thread.
  virtual CameraHealth health() const = 0;
};

}  // namespace freefloat
