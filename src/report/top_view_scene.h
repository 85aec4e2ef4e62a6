#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "drawing/label_placer.h"
#include "drawing/svg.h"
#include "report/table_map.h"
#include "runtime/run_record.h"

namespace freefloat {

/// First and last sample of the motion that is shown in poses, and whether it ended in a capture.
struct MotionSpan {
  std::size_t first = 0;
  std::size_t last = 0;
  bool captured = false;
  bool moving_target = false;
};

/// A line of the legend.
struct LegendEntry {
  std::string text;
  std::string css_class;
  int order = 0;  ///< entries are listed in this order, not in that of drawing
  enum class Symbol { kLine, kArea, kDot } symbol = Symbol::kLine;
};

/// The top view while it is drawn.
struct Scene {
  const RunRecord& record;
  TableMap map;
  MotionSpan span;
  SvgWriter& svg;
  LabelPlacer& labels;
  std::vector<LegendEntry> legend;

  /// Draws a line that labels keep off. @param line Points in the table frame, m.
  /// @return Whether there was anything to draw.
  bool draw(const Polyline& line, std::string_view css_class) {
    const Polyline pixels = map(line);
    labels.avoid(pixels);
    const std::string path = make_path(pixels, false);
    svg.path(path, css_class);
    return !path.empty();
  }

  /// Writes a label beside a place, pixels; what is off the table is not in the picture.
  void pin(const Vector2& at, const std::string& text) {
    constexpr double kPinFont = 11.5;
    if ((at.array() < map.upper_left.array()).any() || (at.array() > map.lower_right.array()).any()) return;
    svg.text(labels.place(at, text, kPinFont), text, "pin");
  }
};

}  // namespace freefloat
