#include "hal/v4l2/v4l2_camera.h"

#include <linux/videodev2.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <optional>
#include <vector>

#include "hal/hal_error.h"
#include "hal/opencv/decode_picture.h"
#include "hal/picture_counter.h"
#include "hal/v4l2/v4l2_settings.h"
#include "picture_files/codecs.h"

namespace freefloat {

namespace {

constexpr std::uint32_t kDriverBuffers = 4;
constexpr int kLongestPollMs = 100;
constexpr Duration kBetweenLooks = std::chrono::milliseconds(500);
constexpr Duration kOldestStamp = std::chrono::seconds(1);

/// @return The same with a number alone as that camera's device.
DeviceCameraConfig name_device(DeviceCameraConfig config) {
  std::string& path = config.path;
  const bool number = !path.empty() && std::all_of(path.begin(), path.end(),
                                                   [](unsigned char c) { return std::isdigit(c) != 0; });
  if (number) path.insert(0, "/dev/video");
  return config;
}

/// Brightness of every `step`-th byte, of its highest eight bits.
void pick_bytes(const std::uint8_t* from, std::size_t stride, int first, int step, int width, int height,
                std::uint8_t* grey) {
  for (int v = 0; v < height; ++v, from += stride) {
    for (int u = 0; u < width; ++u) *grey++ = from[first + step * u];
  }
}

void shift_words(const std::uint8_t* from, std::size_t stride, int bits, int width, int height,
                 std::uint8_t* grey) {
  for (int v = 0; v < height; ++v, from += stride) {
    for (int u = 0; u < width; ++u) {
      const unsigned value = from[2 * u] | static_cast<unsigned>(from[2 * u + 1]) << 8;
      *grey++ = static_cast<std::uint8_t>(std::min(value >> (bits - 8), 255U));
    }
  }
}

}  // namespace

struct V4l2Camera::State {
  struct Memory {
    void* at = nullptr;
    std::size_t bytes = 0;
  };

  const DeviceCameraConfig config;
  Clock& clock;
  std::unique_ptr<V4l2Calls> calls;
  int device = -1;  // negative: unplugged
  V4l2State told;
  std::vector<Memory> memories;
  std::vector<std::uint8_t> grey;
  PictureCounter counter;
  Time next_look{};

  mutable std::mutex mutex;  // of the next two
  CameraHealth health;
  StampRegularity regularity;

  State(const DeviceCameraConfig& c, Clock& run_clock, std::unique_ptr<V4l2Calls> system_calls)
      : config(name_device(c)), clock(run_clock), calls(std::move(system_calls)) {
    health.rate = config.rate;
    try {
      open();
    } catch (const HalError&) {
      close();
      throw;
    }
  }

  ~State() { close(); }

  bool control(unsigned long request, void* argument) {
    return calls->control(device, request, argument) >= 0;
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw HalError("camera '" + config.path + "' " + why);
  }

  void open() {
    device = calls->open(config.path);
    if (device < 0) {
      if (errno == ENOENT) fail("does not exist; plug it in, or list the cameras with `ls /dev/video*`");
      fail(std::string("cannot be opened: ") + std::strerror(errno) +
           "; is another program using it, and is this user in group 'video'?");
    }
    v4l2_capability can{};
    if (!control(VIDIOC_QUERYCAP, &can)) fail("is no camera");
    const std::uint32_t abilities =
        (can.capabilities & V4L2_CAP_DEVICE_CAPS) != 0 ? can.device_caps : can.capabilities;
    if ((abilities & V4L2_CAP_VIDEO_CAPTURE) == 0 || (abilities & V4L2_CAP_STREAMING) == 0)
      fail(
          "takes no pictures: cameras have other nodes beside that for pictures, usually the next lower "
          "number");
    told = apply_settings(*calls, device, config);
    if (told.format == V4L2_PIX_FMT_MJPEG) codecs();  // before the first picture
    map_buffers();
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    if (!control(VIDIOC_STREAMON, &type)) fail(std::string("does not start: ") + std::strerror(errno));
    grey.resize(static_cast<std::size_t>(told.width) * static_cast<std::size_t>(told.height));
    const std::lock_guard lock(mutex);
    health.name = std::string(reinterpret_cast<const char*>(can.card)) + ", driver " +
                  reinterpret_cast<const char*>(can.driver);
    health.settings = told.settings;
    health.connected = true;
  }

  void map_buffers() {
    v4l2_requestbuffers wanted{};
    wanted.count = kDriverBuffers;
    wanted.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    wanted.memory = V4L2_MEMORY_MMAP;
    if (!control(VIDIOC_REQBUFS, &wanted)) fail("is in use by another program");
    for (std::uint32_t i = 0; i < wanted.count; ++i) {
      v4l2_buffer buffer = empty_buffer();
      buffer.index = i;
      if (!control(VIDIOC_QUERYBUF, &buffer)) fail("does not say where its pictures are");
      void* at = calls->map(device, buffer.length, buffer.m.offset);
      if (at == nullptr) fail("does not share its pictures' memory");
      memories.push_back({at, buffer.length});
      control(VIDIOC_QBUF, &buffer);
    }
  }

  static v4l2_buffer empty_buffer() {
    v4l2_buffer buffer{};
    buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    buffer.memory = V4L2_MEMORY_MMAP;
    return buffer;
  }

  void close() {
    if (device < 0) return;
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    control(VIDIOC_STREAMOFF, &type);
    for (const Memory& memory : memories) calls->unmap(memory.at, memory.bytes);
    memories.clear();
    calls->close(device);
    device = -1;
  }

  void lose() {
    close();
    counter.restart();
    next_look = clock.now() + kBetweenLooks;
    const std::lock_guard lock(mutex);
    regularity.restart();
    health.connected = false;
    ++health.unplugged;
  }

  void look_for_it() {
    if (clock.now() < next_look) return;
    next_look = clock.now() + kBetweenLooks;
    try {
      open();
    } catch (const HalError&) {
      close();  // tried again
    }
  }

  /// @return The newest picture; nothing when there is none. A device that has gone is let go of.
  std::optional<v4l2_buffer> take_newest() {
    std::optional<v4l2_buffer> newest;
    for (;;) {
      v4l2_buffer buffer = empty_buffer();
      if (!control(VIDIOC_DQBUF, &buffer)) {
        if (errno == EAGAIN) return newest;
        lose();
        return std::nullopt;
      }
      if (newest) {
        counter.count(newest->sequence);
        control(VIDIOC_QBUF, &*newest);
        const std::lock_guard lock(mutex);
        ++health.overtaken;
      }
      newest = buffer;
    }
  }

  /// @return Age of the driver's stamp; nothing where it gives none on CLOCK_MONOTONIC.
  std::optional<Duration> stamp_age(const v4l2_buffer& buffer) const {
    if ((buffer.flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) != V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
      return std::nullopt;
    const std::int64_t stamp = 1'000'000'000LL * buffer.timestamp.tv_sec + 1000LL * buffer.timestamp.tv_usec;
    const Duration age(calls->driver_time() - stamp);
    if (stamp == 0 || age < Duration::zero() || age > kOldestStamp) return std::nullopt;
    return age;
  }

  /// @return Whether there was a whole picture in the buffer.
  bool develop(const v4l2_buffer& buffer) {
    const auto* bytes = static_cast<const std::uint8_t*>(memories[buffer.index].at);
    const std::size_t rows = told.height;
    if ((buffer.flags & V4L2_BUF_FLAG_ERROR) != 0) return false;
    if (told.format == V4L2_PIX_FMT_MJPEG)
      return decode_grey(bytes, buffer.bytesused, told.width, told.height, grey.data());
    if (buffer.bytesused < told.stride * rows) return false;
    switch (told.format) {
      case V4L2_PIX_FMT_Y16:
      case V4L2_PIX_FMT_Y12:
      case V4L2_PIX_FMT_Y10: {
        const int bits = told.format == V4L2_PIX_FMT_Y16 ? 16 : told.format == V4L2_PIX_FMT_Y12 ? 12 : 10;
        shift_words(bytes, told.stride, bits, told.width, told.height, grey.data());
        return true;
      }
      case V4L2_PIX_FMT_YUYV:
        pick_bytes(bytes, told.stride, 0, 2, told.width, told.height, grey.data());
        return true;
      case V4L2_PIX_FMT_UYVY:
        pick_bytes(bytes, told.stride, 1, 2, told.width, told.height, grey.data());
        return true;
      default:  // grey, or brightness before the colours
        pick_bytes(bytes, told.stride, 0, 1, told.width, told.height, grey.data());
        return true;
    }
  }

  ReadStatus deliver(v4l2_buffer buffer, CameraPicture& picture) {
    const Time arrived = clock.now();
    const auto age = stamp_age(buffer);
    const std::uint64_t number = counter.count(buffer.sequence);
    const bool whole = develop(buffer);
    control(VIDIOC_QBUF, &buffer);
    if (!whole) {
      const std::lock_guard lock(mutex);
      ++health.damaged;
      return ReadStatus::kNone;
    }
    const Time stamped = arrived - age.value_or(config.transfer);
    picture.image = {grey.data(), told.width, told.height, told.width};
    picture.capture_time = stamped + (config.readout - told.exposure) / 2;
    picture.sequence = number;
    picture.exposure = told.exposure;
    const std::lock_guard lock(mutex);
    ++health.delivered;
    health.missing = counter.missing();
    health.stamps = age ? StampSource::kDriver : StampSource::kArrival;
    regularity.add(number, stamped, arrived);
    return ReadStatus::kFrame;
  }
};

V4l2Camera::V4l2Camera(const DeviceCameraConfig& config, Clock& clock, std::unique_ptr<V4l2Calls> calls)
    : state_(
          std::make_unique<State>(config, clock, calls ? std::move(calls) : std::make_unique<V4l2Calls>())) {}

V4l2Camera::~V4l2Camera() = default;

ReadStatus V4l2Camera::read(CameraPicture& picture) {
  State& s = *state_;
  if (s.device < 0) s.look_for_it();
  if (s.device < 0) {
    s.clock.sleep_until(s.clock.now() + std::chrono::milliseconds(kLongestPollMs));
    return ReadStatus::kNone;
  }
  if (s.calls->wait(s.device, kLongestPollMs) <= 0) return ReadStatus::kNone;
  const auto buffer = s.take_newest();
  return buffer ? s.deliver(*buffer, picture) : ReadStatus::kNone;
}

CameraHealth V4l2Camera::health() const {
  const std::lock_guard lock(state_->mutex);
  CameraHealth health = state_->health;
  health.regularity = state_->regularity.judge();
  return health;
}

}  // namespace freefloat
