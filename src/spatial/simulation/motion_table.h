#pragma once

#include <vector>

#include "spatial/simulation/quintic.h"

namespace freefloat {

/// A joint's motion over time, row by row, with smooth curves between: the cubic spline through all rows,
/// whose acceleration is continuous. At its ends it goes on as its neighbours do (not-a-knot), so that cubic
/// motions come back exactly. Two rows give a straight line, three a parabola.
class MotionTable {
 public:
  /// @param time s, rising, at least two.
  /// @param value rad or m, as long as `time`.
  MotionTable(std::vector<double> time, std::vector<double> value);

  /// @param time s; outside of the rows the first or last curve goes on.
  /// @return Joint coordinate, rate and acceleration.
  MotionPoint at(double time) const;

  const std::vector<double>& times() const { return time_; }

 private:
  std::vector<double> time_, value_;
  std::vector<double> acceleration_;  // at each row
};

}  // namespace freefloat
