#pragma once

#include "calibration/board.h"
#include "types/image_view.h"

namespace freefloat {

/// @return How far a picture needs from dark to light across the edges of the board's squares, from 10 to
/// 90 %, median over the edges, pixels; 0 when no edge can be measured.
double measure_edge_width(const ImageView& picture, const BoardLayout& layout, const BoardView& view);

}  // namespace freefloat
