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

/// Looks for the board in a picture, a folder of them, or a video. Of videos it takes a view when the board
/// is held still in a pose that is new. Live cameras: `watch_camera`.
/// @param stop Ends a folder or video early.
/// @param news Told of each picture, and of what pose a video lacks.
/// @param result Gets the views, behind those of earlier sources.
/// @throws std::runtime_error in words: nothing there, not readable, an empty folder.
void search_pictures(const std::string& source, const BoardLayout& layout, const std::atomic<bool>& stop,
                     PictureSearch& result, const SearchNews& news);

}  // namespace freefloat
