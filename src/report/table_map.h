#pragma once

#include <optional>

#include "drawing/polyline.h"
#include "runtime/run_record.h"

namespace freefloat {

/// Maps the table frame to the pixels of the top view.
struct TableMap {
  double scale = 1.0;                    ///< pixels a metre
  Vector2 origin = Vector2::Zero();      ///< W's origin, pixels
  Vector2 upper_left = Vector2::Zero();  ///< of the drawn region, pixels
  Vector2 lower_right = Vector2::Zero();

  /// @param p_WX Point in the table frame, m.
  Vector2 operator()(const Vector2& p_WX) const {
    return {origin.x() + scale * p_WX.x(), origin.y() - scale * p_WX.y()};
  }

  /// Path of points in the table frame, as pixels.
  Polyline operator()(const Polyline& points) const;
};

/// Width of the top view, pixels.
inline constexpr double kTopViewWidth = 720.0;

/// @return The map that shows the whole table.
TableMap make_table_map(const TableParameters& table);

/// @return The robot's state in this sample, estimate first, truth where there is no estimate; null when
/// neither is known.
const RobotState* known_state(const CycleRecord& sample);

/// @return The grapple point in this sample, m, estimate first; NaN when not known.
Vector2 known_target(const CycleRecord& sample);

/// @return How the target is turned in this sample, rad, estimate first; none when not known.
std::optional<double> known_target_attitude(const CycleRecord& sample);

/// The poses of the whole run as JSON for the page's script, thinned: an object of numbers alone.
std::string make_motion_data(const RunRecord& record);

}  // namespace freefloat
