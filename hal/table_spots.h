#pragma once

#include <array>
#include <functional>

#include "types/marker_frame.h"

namespace freefloat {

/// The most spots that a tracker tells of one picture.
inline constexpr int kMaxTableSpots = 32;

/// A spot on the table that belongs to no LED yet.
struct TableSpot {
  Vector2 p_W = Vector2::Zero();         ///< m
  Matrix2 covariance = Matrix2::Zero();  ///< m^2
};

/// Spots of one picture.
struct TableSpots {
  int count = 0;
  std::array<TableSpot, kMaxTableSpots> spots{};
};

/// Finds out which spot of a picture is which LED.
/// @param frame Its time, number and prediction are set; markers and counts are to be filled in.
using TableLabeler = std::function<void(const TableSpots& spots, MarkerFrame& frame)>;

}  // namespace freefloat
