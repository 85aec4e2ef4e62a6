#pragma once

#include <array>
#include <optional>
#include <vector>

#include "types/joint_vector.h"

namespace freefloat {

/// An ArUco marker in a picture.
struct SeenMarker {
  int id = 0;
  std::array<Vector2, 4> corners;  ///< pixels, from the marker's upper left clockwise
};

/// How a ChArUco board was printed, as its markers tell it.
struct MarkerGrid {
  int columns = 0;     ///< squares in a row
  int rows = 0;        ///< of squares, at least: down to the lowest marker that lies beside another
  double share = 0.0;  ///< side of a marker, of a square's
};

/// Finds the count of squares from which markers lie beside those that they lie beside: their numbers run
/// along the rows, so that another count puts a number elsewhere. Each marker tells by its own corners where
/// its neighbours are, which no lens bends by much.
/// @param expected Squares in a row: taken where others fit no better.
/// @return Nothing where too few markers are seen side by side to tell.
std::optional<MarkerGrid> read_marker_grid(const std::vector<SeenMarker>& markers, int expected);

}  // namespace freefloat
