#include "hal/v4l2/v4l2_settings.h"

#include <fmt/format.h>
#include <linux/videodev2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "hal/hal_error.h"

namespace freefloat {

namespace {

constexpr double kExposureUnit = 100e-6;  // s, of the driver's control
constexpr double kExposureOff = 0.05;

// Those whose brightness can be had, the best first: compressed pictures smear LEDs.
constexpr std::array<std::uint32_t, 9> kKnownFormats{
    V4L2_PIX_FMT_GREY, V4L2_PIX_FMT_Y16,  V4L2_PIX_FMT_Y12,    V4L2_PIX_FMT_Y10,  V4L2_PIX_FMT_YUYV,
    V4L2_PIX_FMT_UYVY, V4L2_PIX_FMT_NV12, V4L2_PIX_FMT_YUV420, V4L2_PIX_FMT_MJPEG};

std::string rounded_text(double value) {
  return fmt::format("{:.6g}", value);
}

std::string dimensions(std::uint32_t width, std::uint32_t height) {
  return fmt::format("{}x{}", width, height);
}

class V4l2Writer {
 public:
  V4l2Writer(V4l2Calls& calls, int device, const DeviceCameraConfig& demand)
      : calls_(calls), device_(device), demand_(demand) {}

  V4l2State apply() {
    set_picture();
    set_rate();
    set_exposure();
    set_gain();
    return std::move(state_);
  }

 private:
  [[noreturn]] void refuse(const std::string& key, const std::string& value, const std::string& why) const {
    throw HalError("camera '" + demand_.path + "' does not take " + key + ": " + value + "; " + why);
  }

  void note(const std::string& name, const std::string& wanted, const std::string& got) {
    state_.settings.push_back({name, wanted, got});
  }

  bool control(unsigned long request, void* argument) {
    return calls_.control(device_, request, argument) >= 0;
  }

  std::vector<std::uint32_t> list_formats() {
    std::vector<std::uint32_t> formats;
    for (std::uint32_t i = 0;; ++i) {
      v4l2_fmtdesc description{};
      description.index = i;
      description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
      if (!control(VIDIOC_ENUM_FMT, &description)) return formats;
      formats.push_back(description.pixelformat);
    }
  }

  std::uint32_t choose_format() {
    const std::vector<std::uint32_t> offered = list_formats();
    std::string names;
    for (const std::uint32_t format : offered)
      names += (names.empty() ? "" : ", ") + name_v4l2_format(format);
    const std::string& wanted = demand_.settings.pixel_format;
    for (const std::uint32_t known : kKnownFormats) {
      if (!wanted.empty() && name_v4l2_format(known) != wanted) continue;
      if (std::find(offered.begin(), offered.end(), known) != offered.end()) return known;
    }
    refuse("pixel_format", wanted.empty() ? "grey" : wanted,
           "it has " + (names.empty() ? "none" : names) +
               "; GREY, Y16, Y12, Y10, YUYV, UYVY, NV12, YU12 and MJPG are understood");
  }

  void set_picture() {
    v4l2_format format{};
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    control(VIDIOC_G_FMT, &format);
    v4l2_pix_format& picture = format.fmt.pix;
    const std::uint32_t wanted = choose_format();
    picture.pixelformat = wanted;
    picture.field = V4L2_FIELD_NONE;
    if (demand_.width > 0) picture.width = static_cast<std::uint32_t>(demand_.width);
    if (demand_.height > 0) picture.height = static_cast<std::uint32_t>(demand_.height);
    const std::string size = dimensions(picture.width, picture.height);
    if (!control(VIDIOC_S_FMT, &format) || picture.pixelformat != wanted)
      refuse("pixel_format", name_v4l2_format(wanted), "it took " + name_v4l2_format(picture.pixelformat));
    const std::string got = dimensions(picture.width, picture.height);
    if (got != size) {
      refuse("width_px and height_px", size,
             "it took " + got + "; it has " + list_sizes(wanted) +
                 ": name the camera file of such a size, calibrated at it");
    }
    state_.format = wanted;
    state_.width = static_cast<int>(picture.width);
    state_.height = static_cast<int>(picture.height);
    state_.stride = wanted == V4L2_PIX_FMT_MJPEG ? 0 : picture.bytesperline;
    note("pixel_format", demand_.settings.pixel_format, name_v4l2_format(wanted));
    note("size_px", demand_.width > 0 ? size : "", got);
  }

  std::string list_sizes(std::uint32_t format) {
    std::string sizes;
    for (std::uint32_t i = 0;; ++i) {
      v4l2_frmsizeenum size{};
      size.index = i;
      size.pixel_format = format;
      if (!control(VIDIOC_ENUM_FRAMESIZES, &size)) return sizes.empty() ? "sizes of its own" : sizes;
      if (size.type != V4L2_FRMSIZE_TYPE_DISCRETE) {
        return dimensions(size.stepwise.min_width, size.stepwise.min_height) + " to " +
               dimensions(size.stepwise.max_width, size.stepwise.max_height);
      }
      sizes += (sizes.empty() ? "" : ", ") + dimensions(size.discrete.width, size.discrete.height);
    }
  }

  void set_rate() {
    if (!(demand_.rate > 0.0)) return;
    v4l2_streamparm parameters{};
    parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    v4l2_fract& period = parameters.parm.capture.timeperframe;
    period = {1000, static_cast<std::uint32_t>(std::lround(1000.0 * demand_.rate))};
    const bool set = control(VIDIOC_S_PARM, &parameters) && period.numerator > 0;
    note("rate_hz", rounded_text(demand_.rate),
         set ? rounded_text(static_cast<double>(period.denominator) / period.numerator)
             : "has no such control");
  }

  std::optional<int> set_control(std::uint32_t id, int value) {
    v4l2_control setting{id, value};
    if (!control(VIDIOC_S_CTRL, &setting)) return std::nullopt;
    setting.value = 0;
    if (!control(VIDIOC_G_CTRL, &setting)) return std::nullopt;
    return setting.value;
  }

  std::string range_of(std::uint32_t id, double unit) {
    v4l2_queryctrl range{};
    range.id = id;
    if (!control(VIDIOC_QUERYCTRL, &range)) return "what it says itself";
    return fmt::format("{:.6g} to {:.6g}", range.minimum * unit, range.maximum * unit);
  }

  void set_exposure() {
    state_.exposure = demand_.exposure;
    if (demand_.exposure <= Duration::zero()) return;
    set_control(V4L2_CID_EXPOSURE_AUTO, V4L2_EXPOSURE_MANUAL);
    set_control(V4L2_CID_EXPOSURE_AUTO_PRIORITY, 0);  // would lower the rate in the dark
    const double wanted = to_seconds(demand_.exposure) / kExposureUnit;
    const int steps = std::max(1, static_cast<int>(std::lround(wanted)));
    const std::string wanted_text = rounded_text(1e3 * to_seconds(demand_.exposure));
    const auto got = set_control(V4L2_CID_EXPOSURE_ABSOLUTE, steps);
    v4l2_queryctrl known{};
    known.id = V4L2_CID_EXPOSURE_ABSOLUTE;
    if (!got && !control(VIDIOC_QUERYCTRL, &known))
      return note("exposure_ms", wanted_text, "has no such control");
    if (!got || std::abs(*got - wanted) > std::max(0.5, kExposureOff * wanted)) {
      refuse("exposure_ms", wanted_text,
             (got ? "it took " + rounded_text(1e3 * kExposureUnit * *got) : std::string("it refuses")) +
                 "; it allows " + range_of(V4L2_CID_EXPOSURE_ABSOLUTE, 1e3 * kExposureUnit) +
                 " ms: change it in the camera's file");
    }
    state_.exposure = from_seconds(kExposureUnit * *got);
    note("exposure_ms", wanted_text, rounded_text(1e3 * kExposureUnit * *got));
  }

  void set_gain() {
    if (!demand_.settings.gain_steps) return;
    set_control(V4L2_CID_AUTOGAIN, 0);
    const int wanted = *demand_.settings.gain_steps;
    const auto got = set_control(V4L2_CID_GAIN, wanted);
    if (!got || *got != wanted) {
      refuse("gain_steps", std::to_string(wanted),
             (got ? "it took " + std::to_string(*got) : std::string("it has no such control")) +
                 "; it allows " + range_of(V4L2_CID_GAIN, 1.0));
    }
    note("gain_steps", std::to_string(wanted), std::to_string(*got));
  }

  V4l2Calls& calls_;
  int device_;
  const DeviceCameraConfig& demand_;
  V4l2State state_;
};

}  // namespace

std::string name_v4l2_format(std::uint32_t format) {
  std::string name;
  for (int byte = 0; byte < 4; ++byte) name += static_cast<char>(format >> (8 * byte) & 0x7FU);
  while (!name.empty() && (name.back() == ' ' || name.back() == '\0')) name.pop_back();
  return name;
}

V4l2State apply_settings(V4l2Calls& calls, int device, const DeviceCameraConfig& demand) {
  return V4l2Writer(calls, device, demand).apply();
}

}  // namespace freefloat
