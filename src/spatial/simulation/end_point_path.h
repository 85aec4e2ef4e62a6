#pragma once

#include <span>

#include "spatial/tree/tree_kinematics.h"

namespace freefloat {

/// Which parts of an end point's motion a path prescribes; as many joints at least must be there.
enum class PathParts : std::uint8_t {
  kPlanarPosition,  ///< x, y
  kPlanarPose,      ///< x, y and the turn about z
  kPosition,        ///< x, y, z
  kPose,            ///< x, y, z and the attitude
};

/// @return The rows of a twist (v; w) that are prescribed.
std::span<const int> rows_of(PathParts parts);

/// An end point's way from its pose at the start to another one, from rest to rest, straight and about a
/// fixed axis, as a quintic over time: Saha 1993, Eqs. (47)-(49). The joints follow by the generalized
/// Jacobian, Eqs. (24), (25).
struct EndPointPath {
  int end_point = 0;
  PathParts parts = PathParts::kPosition;
  Vector3 to = Vector3::Zero();    ///< position at the end, W, m; parts that are not prescribed do not count
  Vector3 turn = Vector3::Zero();  ///< turn on the way, as a rotation vector in W, rad
  double begin = 0.0;              ///< s
  double end = 1.0;                ///< s
};

/// Where a path leads at one instant.
struct PathPoint {
  Vector3 position = Vector3::Zero();      ///< W, m
  Matrix3 rotation = Matrix3::Identity();  ///< from the end point's to W's axes
  Vector6 twist = Vector6::Zero();         ///< (v; w), W
  Vector6 twist_rate = Vector6::Zero();    ///< its time derivative
};

/// @param start Pose of the end point at time 0.
PathPoint evaluate(const EndPointPath& path, const Pose& start, double time);

}  // namespace freefloat
