#include "replay/replay_vision.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "mcap/decode.h"
#include "mcap/encode.h"
#include "mcap/schema_text.h"
#include "mcap/standard_messages.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/run_topics.h"
#include "runtime/marker_input.h"

namespace freefloat {

VisionReplay::VisionReplay(const RunConfig& config) : vision_(make_vision(config)) {}

void VisionReplay::add(const McapMessage& message) {
  static const std::string schema = schema_text<PictureWindowsMessage>();
  if (message.channel.topic == kWholePictureTopic) return add_whole(message);
  if (message.channel.topic == kSpotMemoryTopic) return add_spots(message);
  if (message.channel.topic != kPictureWindowsTopic || message.schema.text != schema) return;
  if (!decode(message.data, message_)) return;
  auto windows = std::make_unique<PictureWindows>();
  if (!unpack_windows(message_, *windows)) return;
  windows->spots = windows->sequence == spots_sequence_ ? spots_ : SpotMemory{};
  waiting_.push_back(std::move(windows));
  if (waiting_.size() > kMostWaiting) waiting_.pop_front();
}

void VisionReplay::add_spots(const McapMessage& message) {
  static const std::string schema = schema_text<SpotMemoryMessage>();
  if (message.schema.text != schema || !decode(message.data, spots_message_)) return;
  if (unpack_spots(spots_message_, spots_)) spots_sequence_ = spots_message_.sequence;
}

void VisionReplay::add_whole(const McapMessage& message) {
  sensor_msgs::CompressedImage image;
  if (!decode(message.data, image) || image.format != "png") return;
  whole_.push_back({message.sequence, std::move(image.data)});
  if (whole_.size() > kMostWhole) whole_.pop_front();
}

std::unique_ptr<PictureWindows> VisionReplay::take_windows(const MarkerFrame& logged) {
  // Pictures come in the order in which they were taken; the loop may have passed some over.
  while (!waiting_.empty() && waiting_.front()->sequence != logged.sequence &&
         waiting_.front()->capture_time < logged.capture_time)
    waiting_.pop_front();
  if (waiting_.empty() || waiting_.front()->sequence != logged.sequence) return nullptr;
  std::unique_ptr<PictureWindows> windows = std::move(waiting_.front());
  waiting_.pop_front();
  return windows;
}

std::optional<MarkerFrame> VisionReplay::measure_whole(const MarkerFrame& logged,
                                                       const PictureWindows* windows) {
  for (const Whole& whole : whole_) {
    if (whole.sequence != static_cast<std::uint32_t>(logged.sequence)) continue;
    const auto picture = decode_png(whole.png);
    if (!picture) return std::nullopt;
    // Without the vision's memory, what came of it tells whether a search of the whole picture was due.
    constexpr int kLongAgo = std::numeric_limits<int>::max() / 2;
    const int since_scan = logged.full_scan ? kLongAgo : 0;
    vision_.set_pictures_since_scan(windows != nullptr ? windows->pictures_since_scan : since_scan);
    vision_.set_spots(windows != nullptr ? windows->spots : SpotMemory{});
    return vision_.process(picture->view(), logged.capture_time, logged.sequence, logged.prediction);
  }
  return std::nullopt;
}

void VisionReplay::compare(const MarkerFrame& logged, const MarkerFrame& measured, CycleInput& input) {
  ++result_.replayed;
  encode(logged_bytes_, logged);
  encode(measured_bytes_, measured);
  if (std::ranges::equal(logged_bytes_.bytes(), measured_bytes_.bytes())) return;
  if (result_.different++ == 0) {
    result_.first_sequence = logged.sequence;
    result_.first = list_differences(logged, measured);
  }
  input.markers = measured;
}

void VisionReplay::measure(CycleInput& input) {
  if (!input.markers) return;
  const MarkerFrame logged = *input.markers;
  ++result_.pictures;
  const std::unique_ptr<PictureWindows> windows = take_windows(logged);
  bool outside = false;
  if (windows && windows->complete) {
    vision_.set_pictures_since_scan(windows->pictures_since_scan);
    vision_.set_spots(windows->spots);
    const MarkerFrame measured = vision_.process(picture_.restore(*windows), windows->capture_time,
                                                 windows->sequence, logged.prediction);
    if (covers(*windows, vision_.looked_at(), measured.full_scan)) return compare(logged, measured, input);
    outside = true;
  }
  if (const auto measured = measure_whole(logged, windows.get())) return compare(logged, *measured, input);
  ++(outside ? result_.outside : windows ? result_.incomplete : result_.missing);
}

}  // namespace freefloat
