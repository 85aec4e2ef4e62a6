#pragma once

#include <cstdint>
#include <vector>

#include "mcap/message.h"
#include "vision/picture_windows.h"

// What is kept of the camera's pictures.

namespace freefloat {

/// PictureWindows as it stands in a log: the pixels compressed.
struct PictureWindowsMessage {
  std::uint64_t sequence = 0;
  Time capture_time{};
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::int32_t pictures_since_scan = 0;
  bool complete = false;
  std::vector<std::uint16_t> windows;  ///< first column, first row, columns, rows of each
  std::uint32_t sample_count = 0;
  std::uint32_t pixel_count = 0;
  std::vector<std::uint8_t> pixels_zstd;
};

template <>
inline constexpr std::string_view kLoggedName<PictureWindowsMessage> = "PictureWindows";

void describe(auto& v, Is<PictureWindowsMessage> auto& m) {
  v("sequence", m.sequence);
  v("capture_time_ns", m.capture_time);
  v("width_px", m.width);
  v("height_px", m.height);
  v("pictures_since_scan", m.pictures_since_scan);
  v("complete", m.complete);
  v("windows_px", m.windows);
  v("sample_count", m.sample_count);
  v("pixel_count", m.pixel_count);
  v("pixels_zstd", m.pixels_zstd);
}

/// SpotMemory as it stands in a log: what the vision remembered before a picture.
struct SpotMemoryMessage {
  std::uint64_t sequence = 0;  ///< the camera's picture number
  bool target_known = false;
  Vector2 target_place = Vector2::Zero();
  Time target_time{};
  bool dropped = false;
  Time dropped_time{};
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

void describe(auto& v, Is<SpotMemoryMessage> auto& m) {
  v("sequence", m.sequence);
  v("target_known", m.target_known);
  v("target_place_m", m.target_place);
  v("target_time_ns", m.target_time);
  v("dropped", m.dropped);
  v("dropped_time_ns", m.dropped_time);
  v("spots_m", m.spots_m);
  v("times_ns", m.times_ns);
  v("sightings", m.sightings);
  v("missed", m.missed);
  v("flags", m.flags);
  v("lost_m", m.lost_m);
  v("lost_times_ns", m.lost_times_ns);
  v("unseen_leds", m.unseen_leds);
  v("unseen_m", m.unseen_m);
  v("unseen_times_ns", m.unseen_times_ns);
}

/// @param message Its memory is used again.
void pack_spots(const SpotMemory& memory, std::uint64_t sequence, SpotMemoryMessage& message);

/// @return False when the message contradicts itself; `memory` is then of no use.
bool unpack_spots(const SpotMemoryMessage& message, SpotMemory& memory);

/// @param message Its memory is used again.
void pack_windows(const PictureWindows& windows, PictureWindowsMessage& message);

/// @return False when the message contradicts itself; `windows` is then of no use.
bool unpack_windows(const PictureWindowsMessage& message, PictureWindows& windows);

}  // namespace freefloat
