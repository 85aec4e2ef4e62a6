#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hal/camera.h"
#include "hal/clock.h"
#include "hal/hardware_config.h"

namespace freefloat {

/// Where an OpenCvCamera takes its pictures from.
struct OpenCvCameraConfig {
  MarkerSource source = MarkerSource::kDevice;  ///< with pictures
  std::string path;     ///< "/dev/video0" or "0", a file, or a folder, whose pictures come by their names
  int width = 0;        ///< pixels that every picture must have; zero: as the source delivers
  int height = 0;       ///< the same
  double rate = 0.0;    ///< pictures a second; zero: as the source says (a folder does not)
  Duration exposure{};  ///< of a device; also tells the middle of the exposure from its end
  Duration transfer{};  ///< device without time stamps: from the end of the exposure to its arrival here
  bool paced = false;   ///< recordings: deliver a picture no earlier than its capture time
};

/// Pictures of a camera, a video or a folder, as 8-bit grey.
///
/// Capture times. Device: the driver's time stamp (V4L2 stamps the end of the read-out's first or last line
/// on CLOCK_MONOTONIC), less half the exposure; where the driver gives none, the arrival less `transfer` and
/// half the exposure, which then carries the scheduling noise of this PC. Recordings: number / rate, the
/// first picture at the time the camera was opened.
class OpenCvCamera : public Camera {
 public:
  /// @param clock The run's clock; must outlive the camera.
  /// @throws HalError when the source cannot be opened, is empty, or has another size than asked for.
  OpenCvCamera(const OpenCvCameraConfig& config, Clock& clock);
  ~OpenCvCamera() override;

  /// Waits up to 100 ms for a device. @return kEnded after the last picture of a recording; kFailed when the
  /// device is gone, or a picture cannot be read or has another size.
  ReadStatus read(CameraPicture& picture) override;

  /// @return What made the last `read` answer kFailed, with the name of the picture; empty before that.
  const std::string& problem() const;

 private:
  struct State;  // keeps OpenCV out of this header
  std::unique_ptr<State> state_;
};

}  // namespace freefloat
