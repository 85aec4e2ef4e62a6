#pragma once

#include <memory>

#include "hal/clock.h"
#include "hal/device_camera.h"

namespace freefloat {

/// The emulated camera in place of a real one.
struct CameraEmulation {
  EmulatedCameraConfig config;
  Camera* world = nullptr;  ///< camera of the simulated testbed; must outlive the emulation
  bool lockstep = false;    ///< the testbed waits for the program
};

/// A GigE Vision or USB3 Vision camera, through Aravis.
///
/// Capture times: the camera's own stamps, put on the run's clock (DeviceTime). A camera that can be asked
/// for the time of its clock is asked once a second; of others the earliest pictures tell it, less
/// `transfer`. A camera without stamps: arrival less `transfer` and half the exposure.
///
/// Of several pictures that wait the newest is delivered. Grey formats of more than 8 bits give their 8
/// highest. What has another size or format is refused, counted and named by `health`. A camera that is
/// unplugged is looked for twice a second and set anew when it is back; the pictures' numbers go on rising.
class GenicamCamera final : public DeviceCamera {
 public:
  /// @param clock The run's clock; must outlive the camera.
  /// @throws HalError when there is no such camera, naming those that there are, or it does not take a
  /// setting.
  GenicamCamera(const DeviceCameraConfig& config, Clock& clock);
  GenicamCamera(const DeviceCameraConfig& config, Clock& clock, const CameraEmulation& emulation);
  ~GenicamCamera() override;

  /// Waits up to 100 ms for a picture; in lockstep not at all. @return kNone also for a picture that was
  /// refused.
  ReadStatus read(CameraPicture& picture) override;

  CameraHealth health() const override;

 private:
  struct State;  // keeps GLib out of this header
  std::unique_ptr<State> state_;
};

}  // namespace freefloat
