#pragma once

#include <string_view>
#include <vector>

#include "drawing/polyline.h"

namespace freefloat {

/// Finds places for labels that cover neither each other nor what is drawn.
class LabelPlacer {
 public:
  /// @param upper_left, lower_right Labels stay inside, pixels.
  LabelPlacer(const Vector2& upper_left, const Vector2& lower_right);

  /// A line that labels keep off, pixels; a lone point is one, too.
  void avoid(const Polyline& line);

  /// @return Left end of the base line for `text` near `anchor`, pixels.
  Vector2 place(const Vector2& anchor, std::string_view text, double font_size);

  /// @param left_ends Of possible base lines, at least one, in the order of preference.
  /// @return The one at which `text` covers least.
  Vector2 choose(const Polyline& left_ends, std::string_view text, double font_size);

 private:
  struct Box {
    Vector2 low;
    Vector2 high;
  };
  double cost(const Box& box) const;

  Box frame_;
  std::vector<Polyline> lines_;  // without gaps
  std::vector<Box> boxes_;
};

}  // namespace freefloat
