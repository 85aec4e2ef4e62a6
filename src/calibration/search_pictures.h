#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "calibration/board.h"
#include "calibration/check_views.h"

namespace freefloat {

/// What was found in pictures.
struct PictureSearch {
  std::vector<BoardView> views;
  std::vector<RejectedView> rejected;
  int pictures = 0;   ///< looked at
  bool live = false;  ///< a video or camera: pictures without a new pose are not listed
};

/// What people are told while it goes on: a line each.
using SearchNews = std::function<void(const std::string&)>;

/// Looks for the board in pictures, folders of them, videos, and cameras (/dev/video0, or 0). Of videos and
/// cameras it takes a view when the board is held still in a pose that is new, and a camera is watched until
/// nothing is missing.
/// @param stop Ends a video or camera early.
/// @param news Told of each picture, and of what pose is missing.
/// @throws std::runtime_error in words: nothing there, not readable, an empty folder.
PictureSearch search_pictures(const std::vector<std::string>& sources, const BoardLayout& layout,
                              const std::atomic<bool>& stop, const SearchNews& news);

}  // namespace freefloat
