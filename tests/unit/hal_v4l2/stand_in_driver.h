#pragma once

#include <linux/videodev2.h>

#include <cerrno>
#include <cstring>
#include <deque>
#include <map>
#include <vector>

#include "hal/v4l2/v4l2_calls.h"

namespace freefloat::testing_support {

/// A camera with its driver, as a test sets it up.
struct StandInDevice {
  struct Taken {
    std::vector<std::uint8_t> bytes;
    std::uint32_t sequence = 0;
    std::int64_t stamp = 0;  // ns
    std::uint32_t flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
  };

  bool plugged = true;
  std::vector<std::uint32_t> formats{V4L2_PIX_FMT_YUYV, V4L2_PIX_FMT_GREY};
  std::uint32_t most_width = 64, most_height = 48;
  std::uint32_t format = 0, width = 32, height = 24;
  double most_rate = 1000.0;
  std::map<std::uint32_t, int> controls{{V4L2_CID_EXPOSURE_AUTO, 3},
                                        {V4L2_CID_EXPOSURE_ABSOLUTE, 333},
                                        {V4L2_CID_AUTOGAIN, 1},
                                        {V4L2_CID_GAIN, 10}};
  int most_exposure = 500;
  bool streaming = false;
  std::int64_t now = 5'000'000'000;  // CLOCK_MONOTONIC, ns
  std::deque<Taken> taken;
  std::deque<std::uint32_t> free_buffers;
  std::vector<std::vector<std::uint8_t>> memory;
  int open_count = 0;

  std::uint32_t bytes_per_pixel() const {
    return format == V4L2_PIX_FMT_GREY || format == V4L2_PIX_FMT_MJPEG ? 1 : 2;
  }
};

/// Answers the system calls for such a device.
class StandInDriver final : public V4l2Calls {
 public:
  explicit StandInDriver(StandInDevice& device) : d_(device) {}

  int open(const std::string&) override {
    if (!d_.plugged) return fail(ENOENT);
    ++d_.open_count;
    return 3;
  }
  void close(int) override { d_.streaming = false; }
  void* map(int, std::size_t, std::int64_t offset) override { return d_.memory[offset].data(); }
  void unmap(void*, std::size_t) override {}
  int wait(int, int) override { return !d_.plugged || !d_.taken.empty() ? 1 : 0; }
  std::int64_t driver_time() override { return d_.now; }

  int control(int, unsigned long request, void* argument) override {
    if (!d_.plugged) return fail(ENODEV);
    switch (request) {
      case VIDIOC_QUERYCAP:
        return describe(*static_cast<v4l2_capability*>(argument));
      case VIDIOC_ENUM_FMT:
        return list(*static_cast<v4l2_fmtdesc*>(argument));
      case VIDIOC_ENUM_FRAMESIZES:
        return list_size(*static_cast<v4l2_frmsizeenum*>(argument));
      case VIDIOC_G_FMT:
        return tell(static_cast<v4l2_format*>(argument)->fmt.pix);
      case VIDIOC_S_FMT:
        return set(static_cast<v4l2_format*>(argument)->fmt.pix);
      case VIDIOC_S_PARM:
        return set(static_cast<v4l2_streamparm*>(argument)->parm.capture.timeperframe);
      case VIDIOC_S_CTRL:
        return set(*static_cast<v4l2_control*>(argument));
      case VIDIOC_G_CTRL:
        return tell(*static_cast<v4l2_control*>(argument));
      case VIDIOC_QUERYCTRL:
        return tell_range(*static_cast<v4l2_queryctrl*>(argument));
      case VIDIOC_REQBUFS:
        d_.memory.assign(static_cast<v4l2_requestbuffers*>(argument)->count,
                         std::vector<std::uint8_t>(d_.width * d_.height * 2));
        d_.free_buffers.clear();
        return 0;
      case VIDIOC_QUERYBUF: {
        auto& buffer = *static_cast<v4l2_buffer*>(argument);
        buffer.length = d_.width * d_.height * 2;
        buffer.m.offset = buffer.index;
        return 0;
      }
      case VIDIOC_QBUF:
        d_.free_buffers.push_back(static_cast<v4l2_buffer*>(argument)->index);
        return 0;
      case VIDIOC_DQBUF:
        return hand_out(*static_cast<v4l2_buffer*>(argument));
      case VIDIOC_STREAMON:
        d_.streaming = true;
        return 0;
      case VIDIOC_STREAMOFF:
        d_.streaming = false;
        return 0;
      default:
        return fail(ENOTTY);
    }
  }

 private:
  static int fail(int error) {
    errno = error;
    return -1;
  }
  static int describe(v4l2_capability& can) {
    std::memcpy(can.card, "Stand-in", 9);
    std::memcpy(can.driver, "test", 5);
    can.capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    return 0;
  }
  int list(v4l2_fmtdesc& description) const {
    if (description.index >= d_.formats.size()) return fail(EINVAL);
    description.pixelformat = d_.formats[description.index];
    return 0;
  }
  int list_size(v4l2_frmsizeenum& size) const {
    if (size.index > 0) return fail(EINVAL);
    size.type = V4L2_FRMSIZE_TYPE_DISCRETE;
    size.discrete = {d_.most_width, d_.most_height};
    return 0;
  }
  int tell(v4l2_pix_format& picture) const {
    picture.width = d_.width;
    picture.height = d_.height;
    return 0;
  }
  int set(v4l2_pix_format& picture) {
    d_.format = picture.pixelformat;
    d_.width = picture.width = std::min(picture.width, d_.most_width);
    d_.height = picture.height = std::min(picture.height, d_.most_height);
    picture.bytesperline = d_.width * d_.bytes_per_pixel();
    return 0;
  }
  int set(v4l2_fract& period) const {
    if (static_cast<double>(period.denominator) / period.numerator > d_.most_rate)
      period = {1, static_cast<std::uint32_t>(d_.most_rate)};
    return 0;
  }
  int set(const v4l2_control& control) {
    if (d_.controls.count(control.id) == 0) return fail(EINVAL);
    const int most = control.id == V4L2_CID_EXPOSURE_ABSOLUTE ? d_.most_exposure : 255;
    d_.controls[control.id] = std::min(control.value, most);
    return 0;
  }
  int tell(v4l2_control& control) const {
    if (d_.controls.count(control.id) == 0) return fail(EINVAL);
    control.value = d_.controls.at(control.id);
    return 0;
  }
  int tell_range(v4l2_queryctrl& range) const {
    if (d_.controls.count(range.id) == 0) return fail(EINVAL);
    range.minimum = 1;
    range.maximum = range.id == V4L2_CID_EXPOSURE_ABSOLUTE ? d_.most_exposure : 255;
    return 0;
  }
  int hand_out(v4l2_buffer& buffer) {
    if (d_.taken.empty() || d_.free_buffers.empty()) return fail(EAGAIN);
    const StandInDevice::Taken picture = d_.taken.front();
    d_.taken.pop_front();
    buffer.index = d_.free_buffers.front();
    d_.free_buffers.pop_front();
    std::copy(picture.bytes.begin(), picture.bytes.end(), d_.memory[buffer.index].begin());
    buffer.bytesused = static_cast<std::uint32_t>(picture.bytes.size());
    buffer.sequence = picture.sequence;
    buffer.flags = picture.flags;
    buffer.timestamp = {picture.stamp / 1'000'000'000, picture.stamp % 1'000'000'000 / 1000};
    return 0;
  }

  StandInDevice& d_;
};

}  // namespace freefloat::testing_support
