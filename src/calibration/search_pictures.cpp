#include "calibration/search_pictures.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>
#include <set>
#include <stdexcept>

#include "calibration/board_watch.h"
#include "calibration/find_board.h"
#include "picture_files/codecs.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;

constexpr int kSearchEvery = 3;  // pictures of a video
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
  const cv::Mat picture = codecs().read_grey(path.string(), Orientation::kAsStored);
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

void watch_video(const std::string& path, const BoardLayout& layout, const std::atomic<bool>& stop,
                 PictureSearch& result, const SearchNews& news) {
  const auto video = codecs().open_video(path, {cv::CAP_ANY});
  if (!video) throw std::runtime_error("'" + path + "' is no picture, folder or video that can be opened");
  result.live = true;
  BoardWatch watch(layout, fs::path(path).filename().string());
  cv::Mat picture;
  cv::Mat grey;
  for (int number = 0; !stop && watch.views().size() < kMostViews && video->read(picture); ++number) {
    if (number % kSearchEvery > 1) continue;  // two in a row: held still or not
    ++result.pictures;
    if (picture.channels() == 3) {
      cv::cvtColor(picture, grey, cv::COLOR_BGR2GRAY);
    } else {
      grey = picture;
    }
    if (watch.look(grey_of(grey), number)) news(watch.progress());
  }
  result.views.insert(result.views.end(), watch.views().begin(), watch.views().end());
  if (const std::string missing = watch.missing(); !missing.empty())
    news("the video has no such pose: " + missing);
}

}  // namespace

void search_pictures(const std::string& source, const BoardLayout& layout, const std::atomic<bool>& stop,
                     PictureSearch& result, const SearchNews& news) {
  const fs::path path(source);
  if (!fs::exists(path)) throw std::runtime_error("'" + source + "' is not there");
  if (fs::is_directory(path)) {
    for (const fs::path& picture : pictures_of(path)) {
      if (stop) return;
      search_picture(picture, layout, result, news);
    }
  } else if (is_picture(path)) {
    search_picture(path, layout, result, news);
  } else {
    watch_video(source, layout, stop, result, news);
  }
}

}  // namespace freefloat
