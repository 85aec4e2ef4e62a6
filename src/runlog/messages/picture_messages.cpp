#include "runlog/messages/picture_messages.h"

#include <zstd.h>

#include <bit>

namespace freefloat {

namespace {

constexpr int kLevel = 1;  // the lowest that codes noise by its frequency
constexpr std::uint32_t kLargestSide = 8192;
constexpr std::size_t kPlaceNumbers = 8;  // of a spot: four pairs
constexpr int kFlagBits = 2;              // of a spot's flags before those of the LEDs
static_assert(kMaxMarkers + kFlagBits <= 16);

void pack_unseen(const UnseenLeds& leds, SpotMemoryMessage& message) {
  message.unseen_leds = 0;
  message.unseen_m.clear();
  message.unseen_times_ns.clear();
  for (std::size_t m = 0; m < leds.size(); ++m) {
    const UnseenLed& led = leds[m];
    if (!led.known) continue;
    message.unseen_leds |= 1U << m;
    message.unseen_m.push_back(led.place.x());
    message.unseen_m.push_back(led.place.y());
    message.unseen_times_ns.push_back(led.time.time_since_epoch().count());
  }
}

bool unpack_unseen(const SpotMemoryMessage& message, UnseenLeds& leds) {
  const std::size_t count = std::popcount(message.unseen_leds);
  if (message.unseen_leds >> leds.size() != 0 || message.unseen_m.size() != 2 * count ||
      message.unseen_times_ns.size() != count) {
    return false;
  }
  std::size_t next = 0;
  for (std::size_t m = 0; m < leds.size(); ++m) {
    leds[m] = {};
    if ((message.unseen_leds >> m & 1) == 0) continue;
    const double* const place = message.unseen_m.data() + 2 * next;
    leds[m] = {{place[0], place[1]}, Time{Duration{message.unseen_times_ns[next]}}, true};
    ++next;
  }
  return true;
}

}  // namespace

void pack_spots(const SpotMemory& memory, std::uint64_t sequence, SpotMemoryMessage& message) {
  message.sequence = sequence;
  message.target_known = memory.target_known;
  message.target_place_m = memory.target_place;
  message.target_time_ns = memory.target_time;
  message.dropped = memory.dropped;
  message.dropped_time_ns = memory.dropped_time;
  message.spots_m.clear();
  message.times_ns.clear();
  message.sightings.clear();
  message.missed.clear();
  message.flags.clear();
  for (int i = 0; i < memory.count; ++i) {
    const FollowedSpot& spot = memory.spots[i];
    for (const Vector2& pair : {spot.first, spot.origin, spot.last, spot.velocity}) {
      message.spots_m.push_back(pair.x());
      message.spots_m.push_back(pair.y());
    }
    for (const Time time : {spot.first_time, spot.last_time})
      message.times_ns.push_back(time.time_since_epoch().count());
    message.sightings.push_back(spot.sightings);
    message.missed.push_back(spot.missed);
    message.flags.push_back(static_cast<std::uint16_t>(
        (spot.beside_target ? 1 : 0) + (spot.maybe_older ? 2 : 0) + (spot.beside_leds << kFlagBits)));
  }
  message.lost_m.clear();
  message.lost_times_ns.clear();
  for (int i = 0; i < memory.lost.count; ++i) {
    const LostSpot& lost = memory.lost.spots[i];
    message.lost_m.push_back(lost.place.x());
    message.lost_m.push_back(lost.place.y());
    message.lost_times_ns.push_back(lost.time.time_since_epoch().count());
  }
  pack_unseen(memory.unseen, message);
}

bool unpack_spots(const SpotMemoryMessage& message, SpotMemory& memory) {
  const std::size_t count = message.sightings.size();
  if (count > SpotMemory::kMost || message.spots_m.size() != kPlaceNumbers * count ||
      message.times_ns.size() != 2 * count || message.flags.size() != count ||
      message.missed.size() != count) {
    return false;
  }
  const std::size_t lost = message.lost_times_ns.size();
  if (lost > LostSpots::kMost || message.lost_m.size() != 2 * lost) return false;
  if (!unpack_unseen(message, memory.unseen)) return false;
  memory.lost.count = 0;
  for (std::size_t i = 0; i < lost; ++i) {
    memory.lost.note(
        {{message.lost_m[2 * i], message.lost_m[2 * i + 1]}, Time{Duration{message.lost_times_ns[i]}}});
  }
  memory.count = static_cast<std::int32_t>(count);
  memory.target_known = message.target_known;
  memory.target_place = message.target_place_m;
  memory.target_time = message.target_time_ns;
  memory.dropped = message.dropped;
  memory.dropped_time = message.dropped_time_ns;
  for (std::size_t i = 0; i < count; ++i) {
    FollowedSpot& spot = memory.spots[i];
    const double* const m = message.spots_m.data() + kPlaceNumbers * i;
    spot.first = {m[0], m[1]};
    spot.origin = {m[2], m[3]};
    spot.last = {m[4], m[5]};
    spot.velocity = {m[6], m[7]};
    spot.first_time = Time{Duration{message.times_ns[2 * i]}};
    spot.last_time = Time{Duration{message.times_ns[2 * i + 1]}};
    spot.sightings = message.sightings[i];
    spot.missed = message.missed[i];
    spot.beside_target = (message.flags[i] & 1) != 0;
    spot.maybe_older = (message.flags[i] & 2) != 0;
    spot.beside_leds = static_cast<std::uint16_t>(message.flags[i] >> kFlagBits);
  }
  return true;
}

void pack_windows(const PictureWindows& windows, PictureWindowsMessage& message) {
  message.sequence = windows.sequence;
  message.capture_time_ns = windows.capture_time;
  message.width_px = static_cast<std::uint32_t>(windows.width);
  message.height_px = static_cast<std::uint32_t>(windows.height);
  message.pictures_since_scan = windows.pictures_since_scan;
  message.complete = windows.complete;
  message.sample_count = static_cast<std::uint32_t>(windows.sample_count);
  message.pixel_count = static_cast<std::uint32_t>(windows.pixel_count);
  message.windows_px.clear();
  for (std::size_t i = 0; i < windows.window_count; ++i) {
    const PixelBox& box = windows.windows[i];
    for (const int value : {box.u0, box.v0, box.u1 - box.u0, box.v1 - box.v0}) {
      message.windows_px.push_back(static_cast<std::uint16_t>(value));
    }
  }
  message.pixels_zstd.resize(ZSTD_compressBound(windows.pixel_count));
  const std::size_t size = ZSTD_compress(message.pixels_zstd.data(), message.pixels_zstd.size(),
                                         windows.pixels.data(), windows.pixel_count, kLevel);
  message.pixels_zstd.resize(ZSTD_isError(size) != 0 ? 0 : size);
}

bool unpack_windows(const PictureWindowsMessage& message, PictureWindows& windows) {
  if (message.width_px > kLargestSide || message.height_px > kLargestSide ||
      message.pixel_count > PictureWindows::kMostPixels || message.windows_px.size() % 4 != 0 ||
      message.windows_px.size() / 4 > PictureWindows::kMostWindows) {
    return false;
  }
  windows.sequence = message.sequence;
  windows.capture_time = message.capture_time_ns;
  windows.width = static_cast<int>(message.width_px);
  windows.height = static_cast<int>(message.height_px);
  windows.pictures_since_scan = message.pictures_since_scan;
  windows.complete = message.complete;
  windows.sample_count = message.sample_count;
  windows.pixel_count = message.pixel_count;
  windows.window_count = message.windows_px.size() / 4;
  std::size_t pixels = message.sample_count;
  for (std::size_t i = 0; i < windows.window_count; ++i) {
    const std::uint16_t* const box = message.windows_px.data() + 4 * i;
    windows.windows[i] = {box[0], box[1], box[0] + box[2], box[1] + box[3]};
    if (windows.windows[i].u1 > windows.width || windows.windows[i].v1 > windows.height) return false;
    pixels += std::size_t{box[2]} * box[3];
  }
  return pixels == message.pixel_count &&
         ZSTD_decompress(windows.pixels.data(), windows.pixel_count, message.pixels_zstd.data(),
                         message.pixels_zstd.size()) == windows.pixel_count;
}

}  // namespace freefloat
