// Reads pictures and videos by OpenCV; one of the files that use it.
#include "calibration/search_pictures.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>
#include <set>
#include <stdexcept>

#include "calibration/find_board.h"
#include "calibration/pose_variety.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;

constexpr double kStill = 0.002;  // of the picture's width, from one picture with the board to the next
constexpr int kSearchEvery = 3;   // pictures of a video
constexpr std::size_t kMostViews = 60;

bool has_extension(const fs::path& path, const std::set<std::string>& known) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return known.contains(extension);
}

bool is_picture(const fs::path& path) {
  return has_extension(path, {".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".pgm", ".ppm", ".webp"});
}

std::vector<fs::path> pictures_of(const fs::path& folder) {
  std::vector<fs::path> pictures;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file() && is_picture(entry.path())) pictures.push_back(entry.path());
  }
  std::sort(pictures.begin(), pictures.end());
  if (pictures.empty()) {
    throw std::runtime_error("folder '" + folder.string() +
                             "' holds no picture (png, jpg, bmp, tif, pgm, ppm or webp)");
  }
  return pictures;
}

ImageView grey_of(const cv::Mat& picture) {
  return {picture.data, picture.cols, picture.rows, static_cast<std::ptrdiff_t>(picture.step)};
}

void search_picture(const fs::path& path, const BoardLayout& layout, PictureSearch& result,
                    const SearchNews& news) {
  ++result.pictures;
  const std::string name = path.filename().string();
  const cv::Mat picture = cv::imread(path.string(), cv::IMREAD_GRAYSCALE | cv::IMREAD_IGNORE_ORIENTATION);
  if (picture.empty()) {
    result.rejected.push_back({name, "is no picture that can be read"});
  } else if (auto view = find_board(grey_of(picture), layout, name)) {
    news(name + ": " + std::to_string(view->corners.size()) + " corners");
    result.views.push_back(std::move(*view));
    return;
  } else {
    result.rejected.push_back({name, std::move(view.error())});
  }
  news(name + ": " + result.rejected.back().reason);
}

/// @return Mean distance of the corners that both views have, as a share of the picture's width.
double moved_by(const BoardView& a, const BoardView& b) {
  double sum = 0.0;
  int count = 0;
  for (const BoardCorner& one : a.corners) {
    for (const BoardCorner& other : b.corners) {
      if (one.id != other.id) continue;
      sum += (one.uv - other.uv).norm();
      ++count;
    }
  }
  return count == 0 ? 1.0 : sum / count / a.width;
}

void watch(cv::VideoCapture& video, const std::string& name, bool camera, const BoardLayout& layout,
           const std::atomic<bool>& stop, PictureSearch& result, const SearchNews& news) {
  result.live = true;
  std::vector<PoseSketch> taken;
  std::string asked;
  BoardView before;
  cv::Mat picture;
  cv::Mat grey;
  for (int number = 0; !stop && video.read(picture); ++number) {
    if (number % kSearchEvery > 1) continue;  // two in a row: held still or not
    if (camera) {
      std::string missing = missing_pose(taken);
      if (missing.empty()) break;
      if (missing != asked) news(asked = std::move(missing));
    }
    ++result.pictures;
    if (picture.channels() == 3) {
      cv::cvtColor(picture, grey, cv::COLOR_BGR2GRAY);
    } else {
      grey = picture;
    }
    auto view = find_board(grey_of(grey), layout, name + " picture " + std::to_string(number));
    if (!view) {
      before = {};
      continue;
    }
    const bool still = !before.corners.empty() && moved_by(*view, before) < kStill;
    before = *view;
    const PoseSketch pose = sketch_pose(layout, *view);
    if (!still || !is_new_pose(pose, taken)) continue;
    taken.push_back(pose);
    news("view " + std::to_string(taken.size()) + ": picture " + std::to_string(number));
    result.views.push_back(std::move(*view));
    if (result.views.size() >= kMostViews) break;
  }
  if (const std::string missing = missing_pose(taken); !missing.empty() && !camera)
    news("the video has no such pose: " + missing);
}

void open_and_watch(const std::string& source, const BoardLayout& layout, const std::atomic<bool>& stop,
                    PictureSearch& result, const SearchNews& news) {
  const bool numbered = !source.empty() && std::all_of(source.begin(), source.end(),
                                                       [](unsigned char c) { return std::isdigit(c) != 0; });
  const bool camera = numbered || source.starts_with("/dev/");
  cv::VideoCapture video;
  if (camera) {
    video.open(numbered ? "/dev/video" + source : source, cv::CAP_V4L2);
  } else {
    video.open(source);
  }
  if (!video.isOpened()) {
    throw std::runtime_error("'" + source + "' is no picture, folder, video or camera that can be opened");
  }
  watch(video, fs::path(source).filename().string(), camera, layout, stop, result, news);
}

}  // namespace

PictureSearch search_pictures(const std::vector<std::string>& sources, const BoardLayout& layout,
                              const std::atomic<bool>& stop, const SearchNews& news) {
  PictureSearch result;
  for (const std::string& source : sources) {
    const fs::path path(source);
    const bool numbered = !source.empty() && source.find_first_not_of("0123456789") == std::string::npos;
    if (!numbered && !fs::exists(path)) throw std::runtime_error("'" + source + "' is not there");
    if (!numbered && fs::is_directory(path)) {
      for (const fs::path& picture : pictures_of(path)) {
        if (stop) return result;
        search_picture(picture, layout, result, news);
      }
    } else if (!numbered && is_picture(path)) {
      search_picture(path, layout, result, news);
    } else {
      open_and_watch(source, layout, stop, result, news);
    }
    if (stop) break;
  }
  return result;
}

}  // namespace freefloat
