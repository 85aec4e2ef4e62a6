#pragma once

#include <memory>
#include <string>

#include "hal/camera_settings.h"
#include "hal/clock.h"
#include "hal/device_camera.h"

namespace freefloat {

/// Which GenICam camera, and what it is to do.
struct GenicamCameraConfig {
  std::string path;  ///< its name as `freefloat doctor` lists it, serial number, or address
  CameraSettings settings;
  int width = 0;      ///< of the pictures, pixels
  int height = 0;     ///< the same
  double rate = 0.0;  ///< pictures a second, Hz
  Duration exposure{};
  Duration readout{};   ///< from the exposure of the first row to that of the last
  Duration transfer{};  ///< from the end of the exposure to the picture's arrival, where no clock tells it
};

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
  GenicamCamera(const GenicamCameraConfig& config, Clock& clock);
  GenicamCamera(const GenicamCameraConfig& config, Clock& clock, const CameraEmulation& emulation);
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
