#pragma once

#include <memory>

#include "hal/clock.h"
#include "hal/device_camera.h"
#include "hal/v4l2/v4l2_calls.h"

namespace freefloat {

/// A camera of the operating system (Video4Linux), as 8-bit grey.
///
/// Capture times: the driver's stamp, which drivers take when the first line arrives, less half the exposure
/// and on to the middle of the read-out.
/// Where the driver gives none on CLOCK_MONOTONIC, the arrival less `transfer` and half the exposure, which
/// then carries the scheduling noise of this PC.
///
/// Of several pictures that wait the newest is delivered. What cannot be used is refused, counted and named
/// by `health`. A camera that is unplugged is looked for twice a second and set anew when it is back.
class V4l2Camera final : public DeviceCamera {
 public:
  /// @param clock The run's clock, a CLOCK_MONOTONIC; must outlive the camera.
  /// @param calls Null: the system's.
  /// @throws HalError when it cannot be opened or does not take a setting.
  V4l2Camera(const DeviceCameraConfig& config, Clock& clock, std::unique_ptr<V4l2Calls> calls = nullptr);
  ~V4l2Camera() override;

  /// Waits up to 100 ms for a picture. @return kNone also for a picture that was refused.
  ReadStatus read(CameraPicture& picture) override;

  CameraHealth health() const override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace freefloat
