#include "hal/opencv/picture_writer.h"

#include <filesystem>
#include <opencv2/core.hpp>
#include <system_error>

#include "hal/hal_error.h"
#include "hal/opencv/picture_times.h"
#include "picture_files/codecs.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;

/// Pictures of two recordings in one folder would be read as one.
bool holds_pictures(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".png" || entry.path().filename() == kPictureTimesName) return true;
  }
  return false;
}

}  // namespace

PictureWriter::PictureWriter(Camera& camera, const std::string& folder) : camera_(camera), folder_(folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder)) {
    throw HalError("folder '" + folder + "' cannot be made" + (error ? ": " + error.message() : ""));
  }
  if (holds_pictures(folder)) {
    throw HalError("folder '" + folder + "' holds pictures already; name a new one or empty it");
  }
  times_.open(fs::path(folder) / kPictureTimesName);
  times_ << kPictureTimesHeader << "\n" << std::flush;
  if (!times_) throw HalError("folder '" + folder + "' cannot be written to");
  codecs();  // before the first picture
}

ReadStatus PictureWriter::read(CameraPicture& picture) {
  const ReadStatus status = camera_.read(picture);
  if (status == ReadStatus::kFrame && problem_.empty()) write(picture);
  return status;
}

void PictureWriter::write(const CameraPicture& picture) {
  const cv::Mat pixels(picture.image.height, picture.image.width, CV_8UC1,
                       const_cast<std::uint8_t*>(picture.image.pixels), picture.image.stride);
  const std::string path = (fs::path(folder_) / picture_file_name(picture.sequence)).string();
  // OpenCV's own PNG settings: on noise any other is slower or makes larger files.
  const bool written = codecs().write(path, pixels);
  times_ << picture.sequence << ',' << picture.capture_time.time_since_epoch().count() << "\n" << std::flush;
  if (written && times_) {
    ++pictures_written_;
  } else {
    problem_ = "picture '" + path + "' cannot be written; is the disk full?";
  }
}

}  // namespace freefloat
