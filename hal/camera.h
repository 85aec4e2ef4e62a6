#pragma once

#include <cstdint>

#include "types/image_view.h"
#include "types/time.h"

namespace freefloat {

/// One picture; its pixels stay valid until the next `read` of the same camera.
struct CameraPicture {
  ImageView image;
  Time capture_time{};  ///< middle of the exposure
  std::uint64_t sequence = 0;
  Duration exposure{};
};

enum class ReadStatus : std::uint8_t {
  kFrame,   ///< a picture was delivered
  kNone,    ///< none is available yet
  kEnded,   ///< the recording is over
  kFailed,  ///< the device is gone
};

/// The ceiling camera.
class Camera {
 public:
  virtual ~Camera() = default;

  /// Takes the next picture. A real camera waits for it, at most 100 ms; a simulated one answers at once.
  virtual ReadStatus read(CameraPicture& picture) = 0;
};

}  // namespace freefloat
