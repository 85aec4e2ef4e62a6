#pragma once

#include <string>
#include <vector>

#include "calibration/lens_field.h"

namespace freefloat {

/// A field over the picture, darker where it is larger, with some numbers in it.
struct FieldPicture {
  std::string id;  ///< unique in the page, without spaces
  std::string title;
  std::string description;  ///< for screen readers
  double scale = 1.0;       ///< the numbers are values times this
  int decimals = 2;         ///< of the numbers
};

/// @param dots Drawn on top, pixels of the camera's picture; may be empty.
/// @return The field as an SVG element; well formed for any values.
std::string draw_field(const LensField& field, const FieldPicture& picture,
                       const std::vector<Vector2>& dots = {});

/// @param along_u, along_v Of one grid; lines from each cell's middle.
/// @param enlarged So many pixels of a line stand for one pixel.
/// @return Lines as an SVG element.
std::string draw_arrows(const LensField& along_u, const LensField& along_v, const FieldPicture& picture,
                        double enlarged);

}  // namespace freefloat
