#include "hal/opencv/opencv_camera.h"

#include <fmt/format.h>

#include <cmath>
#include <opencv2/imgproc.hpp>

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
  PictureStamp stamp;
  std::string problem;
  bool waiting = false;  // `grey` holds a picture that has not been delivered
  std::uint64_t sequence = 0;

  State(const OpenCvCameraConfig& c, Clock& run_clock)
      : config(c),
        clock(run_clock),
        source(open_image_source(c)),
        rate(c.rate > 0.0 ? c.rate : source->rate()) {
    if (!source->knows_capture_times() && (!(rate > 0.0) || !std::isfinite(rate))) {
      throw HalError("'" + config.path + "' does not say how fast it was taken; set the camera's rate_hz");
    }
    // The first picture is read here, so that a wrong recording is refused before the run.
    const ReadStatus status = load();
    if (status == ReadStatus::kFailed) throw HalError(problem);
    if (status == ReadStatus::kEnded) throw HalError("'" + config.path + "' holds no pictures");
    start = clock.now();
  }

  ReadStatus load() {
    stamp = {};
    const ReadStatus status = source->read(raw, stamp);
    if (status == ReadStatus::kFailed) {
      return fail("cannot be read: damaged or no picture");
    }
    if (status != ReadStatus::kFrame) return status;
    if (!convert_to_grey(raw, grey)) return fail("has a pixel format that is not known; 8 or 16 bits are");
    const bool fits = (config.width == 0 || grey.cols == config.width) &&
                      (config.height == 0 || grey.rows == config.height);
    if (!fits) {
      return fail(
          fmt::format("is {}x{}, the camera file says {}x{}; name the camera file that these pictures were "
                      "taken with, or "
                      "calibrate anew at this size (scaled pictures do not fit the lens parameters)",
                      grey.cols, grey.rows, config.width, config.height));
    }
    waiting = true;
    return ReadStatus::kFrame;
  }

  ReadStatus fail(const std::string& what) {
    problem = source->picture_name() + " " + what;
    return ReadStatus::kFailed;
  }

  Time capture_time() {
    if (stamp.capture_time) return *stamp.capture_time;
    return start + from_seconds(static_cast<double>(sequence) / rate);
  }
};

OpenCvCamera::OpenCvCamera(const OpenCvCameraConfig& config, Clock& clock)
    : state_(std::make_unique<State>(config, clock)) {}

OpenCvCamera::~OpenCvCamera() = default;

const std::string& OpenCvCamera::problem() const {
  return state_->problem;
}

ReadStatus OpenCvCamera::read(CameraPicture& picture) {
  State& s = *state_;
  if (s.config.paced && s.clock.now() < s.capture_time()) return ReadStatus::kNone;
  if (!s.waiting) {
    const ReadStatus status = s.load();
    if (status != ReadStatus::kFrame) return status;
  }
  s.waiting = false;
  picture.image = {s.grey.data, s.grey.cols, s.grey.rows, static_cast<std::ptrdiff_t>(s.grey.step)};
  picture.capture_time = s.capture_time();
  picture.sequence = s.stamp.sequence.value_or(s.sequence);
  ++s.sequence;
  picture.exposure = s.config.exposure;
  return ReadStatus::kFrame;
}

}  // namespace freefloat
