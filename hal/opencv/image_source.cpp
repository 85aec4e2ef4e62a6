#include "hal/opencv/image_source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <map>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>
#include <string>
#include <system_error>
#include <vector>

#include "hal/hal_error.h"
#include "hal/opencv/picture_times.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kWaitNanoseconds = 100'000'000;

bool is_picture(const fs::path& path) {
  static constexpr std::array<const char*, 7> kExtensions{".png", ".jpg",  ".jpeg", ".bmp",
                                                          ".tif", ".tiff", ".pgm"};
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
}

class FolderSource : public ImageSource {
 public:
  explicit FolderSource(const OpenCvCameraConfig& config) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(config.path, error)) {
      if (entry.is_regular_file() && is_picture(entry.path())) files_.push_back(entry.path());
    }
    if (error) {
      throw HalError("picture folder '" + config.path + "': " + error.message() +
                     "; give an existing folder");
    }
    if (files_.empty()) {
      throw HalError("picture folder '" + config.path + "' holds no pictures (png, jpg, bmp, tif, pgm)");
    }
    std::sort(files_.begin(), files_.end());
    const fs::path times = fs::path(config.path) / kPictureTimesName;
    if (fs::exists(times)) {
      load_stamps(times);
    } else if (!(config.rate > 0.0)) {
      throw HalError("picture folder '" + config.path + "' does not say how fast it was taken; set the " +
                     "camera's rate_hz, or add '" + kPictureTimesName + "'");
    }
  }

  ReadStatus read(cv::Mat& picture, PictureStamp& stamp) override {
    if (next_ == files_.size()) return ReadStatus::kEnded;
    if (knows_capture_times()) stamp = stamps_[next_];
    picture = cv::imread(files_[next_++].string(), cv::IMREAD_GRAYSCALE);
    return picture.empty() ? ReadStatus::kFailed : ReadStatus::kFrame;
  }

  std::string picture_name() const override { return next_ == 0 ? "" : files_[next_ - 1].string(); }
  double rate() const override { return 0.0; }
  bool knows_capture_times() const override { return !stamps_.empty(); }

 private:
  /// Numbers and times of all pictures, checked before the first is read.
  void load_stamps(const fs::path& path) {
    const std::map<std::uint64_t, Time> times = read_picture_times(path.string());
    for (const fs::path& file : files_) {
      const std::string stem = file.stem().string();
      std::uint64_t sequence = 0;
      const auto parsed = std::from_chars(stem.data(), stem.data() + stem.size(), sequence);
      const auto time = parsed.ec == std::errc{} && parsed.ptr == stem.data() + stem.size()
                            ? times.find(sequence)
                            : times.end();
      if (time == times.end()) {
        throw HalError("picture '" + file.string() + "' has no line in '" + path.string() +
                       "'; remove the picture, or remove the file to go by the camera's rate_hz");
      }
      if (!stamps_.empty() && sequence <= *stamps_.back().sequence) {
        throw HalError("picture '" + file.string() + "' comes after number " +
                       std::to_string(*stamps_.back().sequence) +
                       " by its name; give all numbers the same count of digits");
      }
      stamps_.push_back({.age = {}, .capture_time = time->second, .sequence = sequence});
    }
  }

  std::vector<fs::path> files_;
  std::vector<PictureStamp> stamps_;  // one a file, or none
  std::size_t next_ = 0;
};

class VideoSource : public ImageSource {
 public:
  explicit VideoSource(const OpenCvCameraConfig& config) : path_(config.path) {
    if (!fs::exists(config.path)) throw HalError("video '" + config.path + "' does not exist");
    // Named decoders only: left to choose, OpenCV also tries GStreamer and numbered pictures, with pages of
    // warnings.
    if (!video_.open(config.path, cv::CAP_FFMPEG) && !video_.open(config.path, cv::CAP_OPENCV_MJPEG)) {
      throw HalError("video '" + config.path +
                     "' cannot be decoded; convert it, for example to Motion JPEG in AVI");
    }
  }

  ReadStatus read(cv::Mat& picture, PictureStamp&) override {
    if (!video_.read(picture)) return ReadStatus::kEnded;
    ++pictures_read_;
    return ReadStatus::kFrame;
  }

  std::string picture_name() const override {
    return "picture " + std::to_string(pictures_read_) + " of video '" + path_ + "'";
  }
  double rate() const override { return video_.get(cv::CAP_PROP_FPS); }

 private:
  std::string path_;
  mutable cv::VideoCapture video_;
  std::uint64_t pictures_read_ = 0;
};

class DeviceSource : public ImageSource {
 public:
  explicit DeviceSource(const OpenCvCameraConfig& config) {
    const bool is_number =
        !config.path.empty() && std::all_of(config.path.begin(), config.path.end(),
                                            [](unsigned char c) { return std::isdigit(c) != 0; });
    const std::string device = is_number ? "/dev/video" + config.path : config.path;
    if (!fs::exists(device)) {
      throw HalError("camera '" + device +
                     "' does not exist; plug it in, or list the cameras with `ls /dev/video*`");
    }
    if (!device_.open(device, cv::CAP_V4L2)) {
      throw HalError("camera '" + device +
                     "' cannot be opened; is another program using it, and is this user in group 'video'?");
    }
    device_name_ = device;
    // One buffer: an old picture is worth less than none.
    device_.set(cv::CAP_PROP_BUFFERSIZE, 1);
    if (config.width > 0) device_.set(cv::CAP_PROP_FRAME_WIDTH, config.width);
    if (config.height > 0) device_.set(cv::CAP_PROP_FRAME_HEIGHT, config.height);
    if (config.rate > 0.0) device_.set(cv::CAP_PROP_FPS, config.rate);
    if (config.exposure > Duration::zero()) {
      device_.set(cv::CAP_PROP_AUTO_EXPOSURE, 1);                             // V4L2_EXPOSURE_MANUAL
      device_.set(cv::CAP_PROP_EXPOSURE, 1e4 * to_seconds(config.exposure));  // in units of 100 us
    }
  }

  ReadStatus read(cv::Mat& picture, PictureStamp& stamp) override {
    std::vector<int> ready;
    if (!cv::VideoCapture::waitAny({device_}, ready, kWaitNanoseconds)) return ReadStatus::kNone;
    if (!device_.read(picture)) return ReadStatus::kFailed;
    const double taken = device_.get(cv::CAP_PROP_POS_MSEC) * 1e-3;
    const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
    // Drivers that stamp on another clock, or not at all, give an age that cannot be.
    const double seconds = now.count() - taken;
    if (taken > 0.0 && seconds >= 0.0 && seconds < 1.0) stamp.age = from_seconds(seconds);
    return ReadStatus::kFrame;
  }

  std::string picture_name() const override { return "camera '" + device_name_ + "'"; }
  double rate() const override { return device_.get(cv::CAP_PROP_FPS); }

 private:
  std::string device_name_;
  mutable cv::VideoCapture device_;
};

}  // namespace

std::unique_ptr<ImageSource> open_image_source(const OpenCvCameraConfig& config) {
  switch (config.source) {
    case MarkerSource::kFolder:
      return std::make_unique<FolderSource>(config);
    case MarkerSource::kVideo:
      return std::make_unique<VideoSource>(config);
    default:
      break;
  }
  return std::make_unique<DeviceSource>(config);
}

}  // namespace freefloat
