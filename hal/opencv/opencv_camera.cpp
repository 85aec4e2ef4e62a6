#include "hal/opencv/opencv_camera.h"

#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>

#include "hal/hal_error.h"
#include "hal/opencv/image_source.h"

namespace freefloat {
namespace {

// 8-bit grey from whatever a source delivers; false for a format that is not known.
bool convert_to_grey(const cv::Mat& picture, cv::Mat& grey) {
  cv::Mat eight_bit = picture;
  if (picture.depth() == CV_16U) picture.convertTo(eight_bit, CV_8U, 1.0 / 256.0);
  if (eight_bit.depth() != CV_8U) return false;
  switch (eight_bit.channels()) {
    case 1:
      grey = eight_bit;
      return true;
    case 2:  // YUYV: brightness comes first
      cv::extractChannel(eight_bit, grey, 0);
      return true;
    case 3:
      cv::cvtColor(eight_bit, grey, cv::COLOR_BGR2GRAY);
      return true;
    case 4:
      cv::cvtColor(eight_bit, grey, cv::COLOR_BGRA2GRAY);
      return true;
    default:
      return false;
  }
}

}  // namespace

struct OpenCvCamera::State {
  OpenCvCameraConfig config;
  Clock& clock;
  std::unique_ptr<ImageSource> source;
  double rate;
  Time start;
  cv::Mat raw;
  cv::Mat grey;
  std::optional<Duration> age;
  bool waiting = false;  // `grey` holds a picture that has not been delivered
  std::uint64_t sequence = 0;

  State(const OpenCvCameraConfig& c, Clock& run_clock)
      : config(c),
        clock(run_clock),
        source(open_image_source(c)),
        rate(c.rate > 0.0 ? c.rate : source->rate()) {
    if (config.source == PictureSource::kDevice) return;
    if (!(rate > 0.0) || !std::isfinite(rate)) {
      throw HalError("'" + config.path + "' does not say how fast it was taken; set the camera's rate_hz");
    }
    // The first picture is read here, so that a wrong recording is refused before the run.
    const ReadStatus status = load();
    if (status != ReadStatus::kFrame && !raw.empty() && !grey.empty()) {
      throw HalError("'" + config.path + "' has pictures of " + std::to_string(grey.cols) + "x" +
                     std::to_string(grey.rows) + ", the camera's file says " + std::to_string(config.width) +
                     "x" + std::to_string(config.height));
    }
    if (status != ReadStatus::kFrame)
      throw HalError("the first picture of '" + config.path + "' cannot be read");
    start = clock.now();
  }

  ReadStatus load() {
    age.reset();
    const ReadStatus status = source->read(raw, age);
    if (status != ReadStatus::kFrame) return status;
    if (!convert_to_grey(raw, grey)) return ReadStatus::kFailed;
    const bool fits = (config.width == 0 || grey.cols == config.width) &&
                      (config.height == 0 || grey.rows == config.height);
    if (!fits) return ReadStatus::kFailed;
    waiting = true;
    return ReadStatus::kFrame;
  }

  Time capture_time() {
    if (config.source != PictureSource::kDevice) {
      return start + from_seconds(static_cast<double>(sequence) / rate);
    }
    return clock.now() - age.value_or(config.transfer) - config.exposure / 2;
  }
};

OpenCvCamera::OpenCvCamera(const OpenCvCameraConfig& config, Clock& clock)
    : state_(std::make_unique<State>(config, clock)) {}

OpenCvCamera::~OpenCvCamera() = default;

ReadStatus OpenCvCamera::read(CameraFrame& frame) {
  State& s = *state_;
  const bool recorded = s.config.source != PictureSource::kDevice;
  if (recorded && s.config.paced && s.clock.now() < s.capture_time()) return ReadStatus::kNone;
  if (!s.waiting) {
    const ReadStatus status = s.load();
    if (status != ReadStatus::kFrame) return status;
  }
  s.waiting = false;
  frame.image = {s.grey.data, s.grey.cols, s.grey.rows, static_cast<std::ptrdiff_t>(s.grey.step)};
  frame.capture_time = s.capture_time();
  frame.sequence = s.sequence++;
  frame.exposure = s.config.exposure;
  return ReadStatus::kFrame;
}

}  // namespace freefloat
