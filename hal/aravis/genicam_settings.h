#pragma once

#include <vector>

#include "hal/camera_health.h"
#include "hal/device_camera.h"
#include "types/time.h"

// Aravis's own name for its type; its headers stay in the sources.
struct _ArvCamera;

namespace freefloat {

/// What a GenICam camera says of itself, once it has been told.
struct GenicamState {
  std::vector<CameraSetting> settings;  ///< each with what was wanted
  Duration exposure{};                  ///< that it really takes
};

/// Sets everything that is demanded and reads it back.
/// @throws HalError naming the key, the value, what the camera allows, and what to do, where it does not take
/// a value or takes another one: exposure by more than 5 %, rate by more than 1 %, the rest at all.
GenicamState apply_settings(_ArvCamera* camera, const DeviceCameraConfig& demand);

}  // namespace freefloat
