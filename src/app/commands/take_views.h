#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "calibration/search_pictures.h"

namespace freefloat {

/// Takes views of a board from what the command line names: pictures, folders of them, videos; the camera of
/// a testbed's file, opened with the settings that a run gives it; or a camera of the operating system
/// (/dev/video0, or 0) as it is.
/// @param stop Ends it with what was taken.
/// @throws std::runtime_error or HalError in words: nothing there, no camera, no picture.
PictureSearch take_views(const std::vector<std::string>& sources, const BoardLayout& layout,
                         const std::atomic<bool>& stop, const SearchNews& news);

}  // namespace freefloat
