#pragma once

#include <string>
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
};

}  // namespace freefloat
