#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hal/stamp_regularity.h"
#include "types/time.h"

namespace freefloat {

/// Who says when a picture was taken.
enum class StampSource : std::uint8_t {
  kCameraClock,     ///< the camera stamps, and was asked what its clock shows
  kCameraPictures,  ///< the camera stamps; what its clock shows is learned from the pictures' arrival
  kDriver,          ///< the driver stamps on this PC's clock
  kArrival,         ///< nobody: the moment of arrival has to do
};

/// One thing that a camera was told, and what it then said of itself.
struct CameraSetting {
  std::string name;    ///< as in the file, with its unit: exposure_ms
  std::string wanted;  ///< empty: not told, as the camera has it
  std::string got;
};

/// State of a camera of this PC; numbers count from the run's start.
struct CameraHealth {
  std::string name;  ///< as the camera names itself
  std::vector<CameraSetting> settings;
  bool connected = true;        ///< false while it is unplugged
  std::uint64_t delivered = 0;  ///< pictures handed on
  std::uint64_t missing = 0;    ///< pictures that the camera counted and that never came
  std::uint64_t damaged = 0;    ///< pictures of which a part is missing
  std::uint64_t refused = 0;    ///< pictures of another size or format
  std::string refusal;          ///< why the newest of them was refused
  std::uint64_t overtaken = 0;  ///< pictures left out because a newer one was there already
  std::uint64_t unplugged = 0;  ///< times it went away
  StampSource stamps = StampSource::kArrival;
  StampJudgement regularity;
  double rate = 0.0;         ///< pictures a second that it should give, Hz; zero: as somebody triggers it
  double clock_drift = 0.0;  ///< by how much the camera's clock is fast, 1
  std::uint64_t clock_steps = 0;  ///< times the camera's clock was set
};

/// Something that is wrong with a camera, in words for the people at the table.
struct CameraComplaint {
  bool fatal = false;  ///< pictures do not come, or cannot be used
  std::string what;    ///< without a full stop
  std::string remedy;
};

/// @return All that is wrong, the worst first; empty when nothing is.
std::vector<CameraComplaint> diagnose(const CameraHealth& health);

/// @return The same in one sentence; empty when nothing is wrong.
std::string describe_complaints(const CameraHealth& health);

/// @return Who stamps the pictures, and how well, in words.
std::string describe_stamps(const CameraHealth& health);

}  // namespace freefloat
