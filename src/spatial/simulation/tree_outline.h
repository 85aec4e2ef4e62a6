#pragma once

#include <vector>

#include "spatial/tree/tree_kinematics.h"

namespace freefloat {

/// What is drawn of a tree: points that move with it, and lines between them. The base is the box of even
/// density that has its mass and inertia, a link the lines from its joint to what it carries.
struct TreeOutline {
  explicit TreeOutline(const TreeModel& model);

  struct Line {
    int from = 0;  ///< index of a point
    int to = 0;
  };
  std::vector<Line> base;       ///< edges of the box
  std::vector<Line> links;      ///< from joint to joint, end point or mass centre
  std::vector<int> joints;      ///< points in which joints lie
  std::vector<int> end_points;  ///< points of the end points, in the model's order

  /// @return All points in W, m.
  std::vector<Vector3> points(const TreeState& state);

 private:
  struct Point {
    int body = 0;
    Vector3 place;  ///< own frame of the body, m
  };
  int add(int body, const Vector3& place);

  const TreeModel& model_;
  TreePosture posture_;
  std::vector<Point> points_;
};

/// A view without perspective from a direction, z of W upwards.
struct ViewDirection {
  double azimuth = 0.0;    ///< rad: 0 looks along y of W, x to the right
  double elevation = 0.0;  ///< rad: pi/2 looks down

  /// @return (to the right, up) of a point, m.
  Eigen::Vector2d project(const Vector3& point) const;
};

/// @return Straight down for a robot on a table, else from above and aside.
ViewDirection usual_view(const TreeParameters& tree);

}  // namespace freefloat
