#pragma once

#include "types/joint_vector.h"

namespace freefloat {

/// The flat table; W's origin is in its middle.
struct TableParameters {
  Vector2 size{1.8, 1.8};     ///< along x and y, m
  double edge_margin = 0.05;  ///< the satellite's outline stays at least this far from the edge, m
};

}  // namespace freefloat
