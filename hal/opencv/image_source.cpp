#include "hal/opencv/image_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <map>
#include <opencv2/videoio.hpp>
#include <system_error>
#include <vector>

#include "hal/hal_error.h"
#include "hal/opencv/picture_times.h"
#include "picture_files/codecs.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;

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
    codecs();  // before the first picture
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
    picture = codecs().read_grey(files_[next_++].string(), Orientation::kAsTagged);
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
        throw HalError(
            fmt::format("picture '{}' comes after number {} by its name; give all numbers the same "
                        "count of digits",
                        file.string(), *stamps_.back().sequence));
      }
      stamps_.push_back({.capture_time = time->second, .sequence = sequence});
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
    video_ = codecs().open_video(config.path, {cv::CAP_FFMPEG, cv::CAP_OPENCV_MJPEG});
    if (!video_) {
      throw HalError("video '" + config.path +
                     "' cannot be decoded; convert it, for example to Motion JPEG in AVI");
    }
  }

  ReadStatus read(cv::Mat& picture, PictureStamp&) override {
    if (!video_->read(picture)) return ReadStatus::kEnded;
    ++pictures_read_;
    return ReadStatus::kFrame;
  }

  std::string picture_name() const override {
    return "picture " + std::to_string(pictures_read_) + " of video '" + path_ + "'";
  }
  double rate() const override { return video_->get(cv::CAP_PROP_FPS); }

 private:
  std::string path_;
  std::unique_ptr<cv::VideoCapture> video_;
  std::uint64_t pictures_read_ = 0;
};

}  // namespace

std::unique_ptr<ImageSource> open_image_source(const OpenCvCameraConfig& config) {
  if (config.source == MarkerSource::kVideo) return std::make_unique<VideoSource>(config);
  return std::make_unique<FolderSource>(config);
}

}  // namespace freefloat
