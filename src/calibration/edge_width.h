#pragma once

#include <cstddef>
#include <cstdint>

#include "calibration/board.h"

namespace freefloat {

/// Grey values of a picture, row by row.
struct GreyPicture {
  const std::uint8_t* data = nullptr;
  int width = 0;
  int height = 0;
  std::size_t stride = 0;  ///< bytes from row to row
};

/// @return How far a picture needs from dark to light across the edges of the board's squares, from 10 to
/// 90 %, median over the edges, pixels; 0 when no edge can be measured.
double measure_edge_width(const GreyPicture& picture, const BoardLayout& layout, const BoardView& view);

}  // namespace freefloat
