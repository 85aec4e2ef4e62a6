#include "console/live_pictures.h"

#include <pthread.h>

#include <utility>

#include "console/encode_jpeg.h"
#include "mcap/encode.h"
#include "runlog/cycle_encoder.h"

namespace freefloat::console {
namespace {

constexpr milliseconds kPeriod{100};
constexpr std::uint64_t kBoth = (std::uint64_t{1} << kCameraChannel) | (std::uint64_t{1} << kPictureChannel);

}  // namespace

LivePictures::LivePictures(std::function<std::uint64_t()> wanted, LiveQueue& queue)
    : wanted_(std::move(wanted)), queue_(queue), thread_([this] { work(); }) {
  pthread_setname_np(thread_.native_handle(), "console-picture");
}

LivePictures::~LivePictures() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void LivePictures::set_run(std::int64_t epoch_ns, std::vector<std::string> marker_names) {
  const std::lock_guard lock(mutex_);
  epoch_ns_ = epoch_ns;
  marker_names_ = std::move(marker_names);
}

void LivePictures::add(const ProcessedPicture& picture) {
  if ((wanted_() & kBoth) == 0) return;
  const Instant now = std::chrono::steady_clock::now();
  if (now < next_) return;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || fresh_) return;
  next_ = now + kPeriod;
  copy_picture(picture, waiting_);
  fresh_ = true;
  changed_.notify_one();
}

void LivePictures::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ending_ || fresh_; });
    if (ending_) return;
    std::swap(waiting_, seen_);
    fresh_ = false;
    const std::int64_t epoch_ns = epoch_ns_;
    const std::vector<std::string> names = marker_names_;
    lock.unlock();
    make(wanted_(), epoch_ns, names);
  }
}

void LivePictures::make(std::uint64_t wanted, std::int64_t epoch_ns, const std::vector<std::string>& names) {
  const auto log_time_ns = static_cast<std::uint64_t>(since_epoch_ns(seen_.capture_time, epoch_ns));
  if (((wanted >> kPictureChannel) & 1U) != 0) {
    auto text = std::make_shared<const std::string>(describe_picture(seen_, names));
    queue_.push({kPictureChannel, log_time_ns, std::move(text)}, Keep::kNewest);
  }
  if (((wanted >> kCameraChannel) & 1U) == 0) return;
  image_.header.stamp = ros_time(seen_.capture_time, epoch_ns);
  image_.header.frame_id = "camera";
  image_.format = "jpeg";
  encode_jpeg(seen_.image(), image_.data);
  if (image_.data.empty()) return;
  encode(cdr_, image_);
  queue_.push({kCameraChannel, log_time_ns, share(cdr_.bytes())}, Keep::kNewest);
}

}  // namespace freefloat::console
