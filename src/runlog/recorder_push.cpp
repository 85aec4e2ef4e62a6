// What the threads that push call: wait-free, without heap memory.
#include <cstring>
#include <thread>

#include "runlog/recorder.h"

namespace freefloat {
namespace {

constexpr std::chrono::microseconds kFullSleep{100};

}  // namespace

CycleRecord& Recorder::next_record() noexcept {
  next_ = cycles_.back();
  return next_ != nullptr ? *next_ : refused_;
}

CycleRecord& Recorder::next_record_waiting() {
  while ((next_ = cycles_.back()) == nullptr) std::this_thread::sleep_for(kFullSleep);
  return *next_;
}

bool Recorder::push_next() noexcept {
  if (next_ == nullptr) {
    loop_drops_.add(DroppedKind::kCycle, refused_.input.now);
    return false;
  }
  next_->timing.ring_drops = loop_drops_.total();
  loop_drops_.hand_over();
  cycles_.publish();
  return true;
}

bool Recorder::push(const ControllerState& state) noexcept {
  return states_.push({state, cycles_.pushed()});
}

bool Recorder::push(const PictureWindows& windows) noexcept {
  if (windows_.push({windows, cycles_.pushed()})) {
    ++pushed_windows_;
    picture_drops_.hand_over();
    return true;
  }
  picture_drops_.add(DroppedKind::kPictureWindows, windows.capture_time);
  return false;
}

void Recorder::push_waiting(const PictureWindows& windows) {
  while (!windows_.push({windows, cycles_.pushed()})) std::this_thread::sleep_for(kFullSleep);
  ++pushed_windows_;
}

void Recorder::stage(const ImageView& image, Time capture_time, std::uint64_t sequence) {
  WholePicture& picture = staged_picture_.record;
  picture.sequence = sequence;
  picture.capture_time = capture_time;
  picture.width = image.width;
  picture.height = image.height;
  const std::size_t width = image.width;
  picture.pixels.resize(width * static_cast<std::size_t>(image.height));
  for (int v = 0; v < image.height; ++v) {
    std::memcpy(picture.pixels.data() + static_cast<std::size_t>(v) * width, image.pixels + v * image.stride,
                width);
  }
  staged_picture_.before_cycle = cycles_.pushed();
  staged_picture_.before_windows = pushed_windows_;
}

bool Recorder::push_picture(const ImageView& image, Time capture_time, std::uint64_t sequence) noexcept {
  stage(image, capture_time, sequence);
  if (pictures_.push(staged_picture_)) return true;
  dropped_whole_pictures_.fetch_add(1, std::memory_order_relaxed);
  return false;
}

void Recorder::push_picture_waiting(const ImageView& image, Time capture_time, std::uint64_t sequence) {
  stage(image, capture_time, sequence);
  while (!pictures_.push(staged_picture_)) std::this_thread::sleep_for(kFullSleep);
}

}  // namespace freefloat
