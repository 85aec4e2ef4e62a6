#pragma once

#include <string>
#include <tl/expected.hpp>

#include "calibration/board.h"
#include "calibration/edge_width.h"

namespace freefloat {

/// Finds a board in a picture: of a chessboard all inner corners, of a ChArUco board those that are seen.
/// @param name Of the view.
/// @return The view, its corners by rising id; or in words why there is none, and what was found instead.
tl::expected<BoardView, std::string> find_board(const ImageView& picture, const BoardLayout& layout,
                                                const std::string& name);

/// @return Whether OpenCV has a dictionary of markers of that name.
bool has_dictionary(const std::string& name);

}  // namespace freefloat
