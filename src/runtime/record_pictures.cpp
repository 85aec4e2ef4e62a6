#include "runtime/record_pictures.h"

#include <memory>

namespace freefloat {

namespace {

/// What lasts from picture to picture.
struct Recording {
  PictureWindows windows;
  Time next_whole{};
};

}  // namespace

PictureListener record_pictures(Recorder& recorder, const RecordingConfig& config, bool wait) {
  if (!config.picture_windows && config.whole_pictures_hz <= 0.0) return {};
  const auto recording = std::make_shared<Recording>();
  return [&recorder, config, wait, recording](const ProcessedPicture& seen) {
    const ImageView& image = seen.picture.image;
    const Time at = seen.picture.capture_time;
    if (config.picture_windows) {
      recording->windows.spots = seen.spots != nullptr ? *seen.spots : SpotMemory{};
      cut_windows(image, seen.markers, seen.vision.looked_at(), seen.pictures_since_scan, recording->windows);
      if (wait) {
        recorder.push_waiting(recording->windows);
      } else {
        recorder.push(recording->windows);
      }
    }
    if (config.whole_pictures_hz <= 0.0 || at < recording->next_whole) return;
    recording->next_whole = at + from_seconds(0.999 / config.whole_pictures_hz);
    if (wait) {
      recorder.push_picture_waiting(image, at, seen.picture.sequence);
    } else {
      recorder.push_picture(image, at, seen.picture.sequence);
    }
  };
}

}  // namespace freefloat
