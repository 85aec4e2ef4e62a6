#pragma once

#include <algorithm>
#include <string>

#include "drawing/plot.h"
#include "drawing/svg.h"

namespace freefloat {

// What plots over time and plots of x and y have in common.
inline constexpr double kPlotFont = 11.0;   ///< height of texts, pixels
inline constexpr double kNoteFont = 10.5;   ///< height of texts inside the diagram, pixels
inline constexpr int kTickCharacters = 5;   ///< left of a diagram is room for so many
inline constexpr double kLegendRow = 16.0;  ///< from line to line, pixels

/// @param colour 1 .. 6; 0 is that of limits.
/// @return The style's class.
inline std::string colour_class(int colour) {
  return colour == 0 ? "climit" : "c" + std::to_string(std::clamp(colour, 1, 6));
}

/// A number in the middle below its line; the last one may be too long for that.
inline void draw_number_below(SvgWriter& svg, double x, double y, const std::string& number) {
  svg.text({std::min(x, kPlotWidth - 0.5 * text_width(number, kPlotFont)), y}, number, "tick",
           TextAnchor::kMiddle);
}

}  // namespace freefloat
