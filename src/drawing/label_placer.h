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

  /// Points that labels avoid, pixels; what is not finite is ignored.
  void avoid(const Polyline& points);

  /// @return Left end of the base line for `text` near `anchor`, pixels.
  Vector2 place(const Vector2& anchor, std::string_view text, double font_size);

 private:
  struct Box {
    Vector2 low;
    Vector2 high;
  };
  double cost(const Box& box) const;

  Box frame_;
  Polyline points_;
  std::vector<Box> boxes_;
};

}  // namespace freefloat
