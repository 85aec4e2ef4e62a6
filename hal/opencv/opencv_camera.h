#pragma once

#include <memory>
#include <string>

#include "hal/camera.h"
#include "hal/clock.h"
#include "hal/hardware_config.h"

namespace freefloat {

/// Where an OpenCvCamera takes its pictures from.
struct OpenCvCameraConfig {
  MarkerSource source = MarkerSource::kFolder;  ///< a folder or a video
  std::string path;                             ///< a file, or a folder, whose pictures come by their names
  int width = 0;        ///< pixels that every picture must have; zero: as the source delivers
  int height = 0;       ///< the same
  double rate = 0.0;    ///< pictures a second; zero: as the source says (a folder does not)
  Duration exposure{};  ///< with which the pictures were taken; handed through
  bool paced = false;   ///< deliver a picture no earlier than its capture time
};

/// Recorded pictures, a video or a folder, as 8-bit grey.
///
/// Capture times: those that were recorded beside the pictures; or else number / rate, the first picture at
/// the time the recording was opened.
class OpenCvCamera : public Camera {
 public:
  /// @param clock The run's clock; must outlive the camera.
  /// @throws HalError when the source cannot be opened, is empty, or has another size than asked for.
  OpenCvCamera(const OpenCvCameraConfig& config, Clock& clock);
  ~OpenCvCamera() override;

  /// @return kEnded after the last picture; kFailed when a picture cannot be read or has another size.
  ReadStatus read(CameraPicture& picture) override;

  /// @return What made the last `read` answer kFailed, with the name of the picture; empty before that.
  const std::string& problem() const;

 private:
  struct State;  // keeps OpenCV out of this header
  std::unique_ptr<State> state_;
};

}  // namespace freefloat
