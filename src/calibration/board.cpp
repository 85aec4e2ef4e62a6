#include "calibration/board.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace freefloat {

Eigen::Matrix3d rotation_of(const Eigen::Vector3d& turn) {
  const double angle = turn.norm();
  if (angle < 1e-12) {
    Eigen::Matrix3d small;
    small << 1.0, -turn.z(), turn.y(), turn.z(), 1.0, -turn.x(), -turn.y(), turn.x(), 1.0;
    return small;
  }
  return Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix();
}

Eigen::Vector3d turn_of(const Eigen::Matrix3d& rotation) {
  const Eigen::AngleAxisd turn(rotation);
  return turn.angle() * turn.axis();
}

double tilt_of(const BoardPose& pose) {
  return std::acos(std::min(1.0, std::abs(rotation_of(pose.turn)(2, 2))));
}

}  // namespace freefloat
