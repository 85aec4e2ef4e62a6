#pragma once

#include <memory>

#include "hal/aravis/genicam_camera.h"
#include "hal/camera.h"
#include "hal/hardware_config.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// @param source No tracker, and not the emulated camera.
/// @param camera Its file: size, rate and exposure.
/// @param clock The run's; must outlive the camera.
/// @return The camera or recording that the configuration names, open.
/// @throws HalError when it cannot be opened, or does not take what it is told.
std::unique_ptr<Camera> make_camera(const MarkerSourceConfig& source, const CameraParameters& camera,
                                    Clock& clock);

/// The same for the emulated camera before a simulated testbed.
std::unique_ptr<DeviceCamera> make_emulated_camera(const MarkerSourceConfig& source,
                                                   const CameraParameters& camera, Clock& clock,
                                                   const CameraEmulation& emulation);

}  // namespace freefloat
