#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "drawing/axis.h"
#include "types/joint_vector.h"

namespace freefloat {

/// One line of an XY plot.
struct XyCurve {
  std::string label{};            ///< in the legend; empty: none
  int colour = 1;                 ///< 1 to 6
  bool broad = false;             ///< a broad pale line beneath the others: a reference
  std::vector<Vector2> points{};  ///< in the axes' units; not finite: a gap
};

/// A point, or a circle of a given radius about it: a workspace's edge.
struct XyMark {
  Vector2 at = Vector2::Zero();
  double radius = 0.0;  ///< in the axes' units; 0: a dot
  int colour = 1;
  std::string label{};  ///< written beside it; empty: none
};

struct XyAxis {
  std::string label{};  ///< name and unit: "x, m"
  AxisScale scale = AxisScale::kLinear;
  std::optional<std::pair<double, double>> include{};  ///< values that the axis must show
};

/// A diagram of one quantity over another: a path in the plane, a cost over a size.
struct XyPlot {
  std::string id{};  ///< unique in the page, without spaces
  std::string title{};
  std::string description{};  ///< for screen readers
  XyAxis x{};
  XyAxis y{};
  bool equal_scales = false;  ///< a metre is as long along x as along y; linear axes only
  double height = 260.0;      ///< of the diagram itself, pixels; equal scales may need more
  std::vector<XyCurve> curves{};
  std::vector<XyMark> marks{};
};

/// @return A plot of a plane, as from above: x and y in m, to one scale.
XyPlot plane_plot(std::string id, std::string title, std::string description);

/// @param plot What is drawn. @param standalone A file of its own, with its looks and a background.
/// @return The plot as an SVG element; well formed for any data.
std::string draw_xy_plot(const XyPlot& plot, bool standalone = false);

}  // namespace freefloat
