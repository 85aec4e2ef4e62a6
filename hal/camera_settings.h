#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "types/time.h"

namespace freefloat {

/// What of a picture a camera's own clock stamps.
enum class StampMoment : std::uint8_t {
  kExposureStart,  ///< most GenICam cameras
  kExposureEnd,    ///< others, and what drivers call the start of the frame: its first line is read then
};

/// What a camera of this PC is told beside size, rate and exposure, which stand in the camera's file. Each is
/// set and read back; what is left out stays as the camera has it.
struct CameraSettings {
  std::string pixel_format;       ///< as the camera names it: Mono8, Mono12p; GREY, YUYV; empty: 8-bit grey
  std::optional<double> gain;     ///< GenICam: its `Gain`, dB; the automatic gain is turned off
  std::optional<int> gain_steps;  ///< Video4Linux: as the driver counts; the automatic gain is turned off
  std::string trigger;            ///< line that starts each exposure, e.g. Line1; empty: free running
  int region_x = 0;               ///< column of the sensor at the picture's left edge, pixels
  int region_y = 0;               ///< row of the sensor at the picture's upper edge, pixels
  int packet_size = 0;            ///< GigE: bytes of a packet; zero: the largest that the network lets pass
  Duration packet_delay{};        ///< GigE: between two packets; zero: as the camera has it
  StampMoment stamped_at = StampMoment::kExposureStart;
};

/// Where the emulated camera's time stamps come from.
enum class EmulatedStamps : std::uint8_t {
  kCamera,   ///< its own clock, when the shutter opens
  kArrival,  ///< the moment of the picture's arrival, as a careless driver does it
  kNone,
};

/// What the emulated camera does wrong for a while.
enum class CameraDefect : std::uint8_t {
  kPicturesLost,   ///< every third picture does not arrive
  kOtherSize,      ///< pictures are half as wide
  kColour,         ///< pictures come in a colour format
  kUnplugged,      ///< the camera is gone, and back afterwards
  kClockRestart,   ///< its clock begins anew at `begin`
  kFrozen,         ///< motion capture: the same poses again, with new numbers and stamps
  kJump,           ///< motion capture: all that it tells is 50 mm off
  kBodiesSwapped,  ///< motion capture: its first two bodies are taken for one another
};

struct ScheduledDefect {
  CameraDefect defect = CameraDefect::kPicturesLost;
  Time begin{};
  Time end{};
};

/// @return Whether that is among what is wrong now.
inline bool is_suffered(const std::vector<ScheduledDefect>& defects, CameraDefect defect, Time now) {
  return std::any_of(defects.begin(), defects.end(), [&](const ScheduledDefect& scheduled) {
    return scheduled.defect == defect && scheduled.begin <= now && now < scheduled.end;
  });
}

/// How emulated motion capture sees the simulated target, where it sees nothing else and goes by no camera's
/// settings.
struct EmulatedSight {
  double rate = 100.0;                    ///< frames a second, Hz
  Duration latency = from_seconds(0.01);  ///< from the middle of the exposure to the frame's arrival
  double loss = 0.0;                      ///< share of frames lost
  double noise = 1e-4;                    ///< standard deviation of each LED's coordinate on the table, m
};

/// The emulated GenICam camera: the simulated robot's pictures, taken through the same library and settings
/// as those of a real one.
struct EmulatedCameraConfig {
  EmulatedStamps stamps = EmulatedStamps::kCamera;
  bool tells_time = true;    ///< its clock can be asked for its time, as most cameras' can
  double clock_drift = 0.0;  ///< by how much its clock is fast, 1
  Duration clock_offset{};   ///< of its clock when the run's starts
  std::vector<ScheduledDefect> defects;
  EmulatedSight sight;  ///< of a target's own source
};

}  // namespace freefloat
