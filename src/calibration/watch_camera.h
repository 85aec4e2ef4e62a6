#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "calibration/search_pictures.h"
#include "hal/camera.h"
#include "hal/clock.h"

namespace freefloat {

/// A camera before which somebody holds a board.
struct WatchedCamera {
  std::string name;  ///< for messages and the views' names
  Camera& camera;
  Clock& clock;                             ///< the camera's
  std::function<std::string()> complaints;  ///< what is wrong with the camera, in words; empty words: nothing
};

/// Watches a live camera, the same that a run would use, until the views that it took lack nothing. Two
/// pictures a tenth of a second apart tell whether the board is held still.
/// @param stop Ends it early, with what was taken until then.
/// @param news Told of each view, of what pose is missing, and now and then of what hinders.
/// @param result Gets the views.
/// @throws std::runtime_error in words when the camera gives no picture, or has failed before the first view.
void watch_camera(const WatchedCamera& watched, const BoardLayout& layout, const std::atomic<bool>& stop,
                  PictureSearch& result, const SearchNews& news);

}  // namespace freefloat
