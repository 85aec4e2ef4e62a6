#pragma once

#include <array>
#include <limits>
#include <vector>

#include "model/robot_parameters.h"
#include "types/marker_frame.h"

namespace freefloat {

/// How far two LEDs can be from each other, along the table, m.
struct DistanceRange {
  double min = 0.0;
  double max = std::numeric_limits<double>::infinity();
  bool rigid = false;  ///< one distance only: both turn with one body (an LED on a joint's axis belongs to
                       ///< both its bodies)

  bool holds(double distance, double tolerance) const {
    return distance >= min - tolerance && distance <= max + tolerance;
  }
};

/// Three LEDs of one body that are not in line.
struct MarkerTriangle {
  std::array<int, 3> markers{};
  bool counter_clockwise = false;  ///< seen from above, in this order; a mirror image is no match
};

/// An LED and where it is on one of the bodies that it turns with.
struct BodyMarker {
  int marker = 0;
  Vector2 position = Vector2::Zero();  ///< from the body's mass centre, body frame, m
};

/// One body of the robot with the LEDs that turn with it.
struct SceneBody {
  Vector2 inner_joint =
      Vector2::Zero();  ///< towards the satellite, from the body's mass centre, body frame, m
  Vector2 outer_joint = Vector2::Zero();  ///< towards the hand; the hand itself on the last link
  std::vector<BodyMarker> markers;        ///< one on a joint's axis is listed with both its bodies
};

/// LEDs of one target.
struct TargetLeds {
  int first = 0;
  int count = 0;
};

/// What is known about the LEDs before any picture: the robot's in the order of its file, then the targets'.
struct MarkerScene {
  int robot_count = 0;
  int target_count = 0;             ///< of all targets
  std::vector<TargetLeds> targets;  ///< which of these are whose
  bool joints_told = false;  ///< potentiometer angles come with the predictions, though not with the first
  std::array<double, kMaxMarkers> heights{};  ///< above the table, m
  std::array<std::array<DistanceRange, kMaxMarkers>, kMaxMarkers> distances{};
  std::vector<MarkerTriangle> triangles;  ///< of robot and target; filled before the run, read only in it

  std::vector<SceneBody> bodies;  ///< the robot's, satellite first

  Vector2 target_place = Vector2::Zero();  ///< where people say that the target stands, m in W
  double target_radius =
      std::numeric_limits<double>::infinity();  ///< it is not farther from there, until it was seen, m

  Vector2 table_size = Vector2::Constant(
      std::numeric_limits<double>::infinity());  ///< sides of the table around W's origin, m

  int count() const { return robot_count + target_count; }
  /// @return Whether a target that was never seen may be at a place: where people say, and on the table.
  bool in_target_region(const Vector2& p_WT) const;
  const DistanceRange& between(int a, int b) const { return distances[a][b]; }
};

/// @param target_markers LEDs of the target from its grapple point, target's frame, m; the first is the
/// grapple point itself.
/// @param target_height Of these LEDs above the table, m.
/// @throws std::invalid_argument when there are more than kMaxMarkers LEDs.
MarkerScene make_marker_scene(const RobotParameters& robot, const std::vector<Vector2>& target_markers,
                              double target_height);

/// @return Whether two sides of a triangle are so nearly in line that a picture may not tell its sense of
/// turn.
bool is_flat(const Vector2& ab, const Vector2& ac);

/// Puts the LEDs of one more target behind those that there are.
/// @param markers From its grapple point, target's frame, m. @param height Above the table, m.
/// @throws std::invalid_argument when there are more than kMaxMarkers LEDs then.
void add_target(const std::vector<Vector2>& markers, double height, MarkerScene& scene);

}  // namespace freefloat
