#pragma once

#include <cstdint>
#include <vector>

#include "mcap/message.h"
#include "vision/picture_windows.h"

// What is kept of the camera's pictures.

namespace freefloat {

// Members have the names that stand in the log, units included.

/// PictureWindows as it stands in a log: the pixels compressed.
struct PictureWindowsMessage {
  std::uint64_t sequence = 0;
  Time capture_time_ns{};
  std::uint32_t width_px = 0;
  std::uint32_t height_px = 0;
  std::int32_t pictures_since_scan = 0;
  bool complete = false;
  std::vector<std::uint16_t> windows_px;  ///< first column, first row, columns, rows of each
  std::uint32_t sample_count = 0;
  std::uint32_t pixel_count = 0;
  std::vector<std::uint8_t> pixels_zstd;
};

template <>
inline constexpr std::string_view kLoggedName<PictureWindowsMessage> = "PictureWindows";

FF_FIELDS(PictureWindowsMessage, sequence, capture_time_ns, width_px, height_px, pictures_since_scan,
          complete, windows_px, sample_count, pixel_count, pixels_zstd)

/// SpotMemory as it stands in a log: what the vision remembered before a picture.
struct SpotMemoryMessage {
  std::uint64_t sequence = 0;  ///< the camera's picture number
  bool target_known = false;
  Vector2 target_place_m = Vector2::Zero();
  Time target_time_ns{};
  bool dropped = false;
  Time dropped_time_ns{};
  std::vector<double> spots_m;  ///< of each spot first x, y, origin x, y, last x, y, velocity x, y (m/s)
  std::vector<std::int64_t> times_ns;   ///< of each first and last time
  std::vector<std::int32_t> sightings;  ///< of each
  std::vector<std::int32_t> missed;     ///< of each
  /// Of each a sum: 1 `beside_target`, 2 `maybe_older`, 4 and more `beside_leds`, shifted by two bits.
  std::vector<std::uint16_t> flags;
  std::vector<double> lost_m;                 ///< of each that was missed x, y
  std::vector<std::int64_t> lost_times_ns;    ///< of each
  std::uint32_t unseen_leds = 0;              ///< LEDs of the robot whose places are known, a bit each
  std::vector<double> unseen_m;               ///< of each of these x, y
  std::vector<std::int64_t> unseen_times_ns;  ///< of each
};

template <>
inline constexpr std::string_view kLoggedName<SpotMemoryMessage> = "SpotMemory";

FF_FIELDS(SpotMemoryMessage, sequence, target_known, target_place_m, target_time_ns, dropped, dropped_time_ns,
          spots_m, times_ns, sightings, missed, flags, lost_m, lost_times_ns, unseen_leds, unseen_m,
          unseen_times_ns)

/// @param message Its memory is used again.
void pack_spots(const SpotMemory& memory, std::uint64_t sequence, SpotMemoryMessage& message);

/// @return False when the message contradicts itself; `memory` is then of no use.
bool unpack_spots(const SpotMemoryMessage& message, SpotMemory& memory);

/// @param message Its memory is used again.
void pack_windows(const PictureWindows& windows, PictureWindowsMessage& message);

/// @return False when the message contradicts itself; `windows` is then of no use.
bool unpack_windows(const PictureWindowsMessage& message, PictureWindows& windows);

}  // namespace freefloat
