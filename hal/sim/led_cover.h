#pragma once

#include "hal/sim/imaging_parameters.h"
#include "hal/sim/plant.h"

namespace freefloat {

/// What stands between camera and LEDs: the links of the arm and the satellite, as flat plates at the height
/// of their upper sides.
class LedCover {
 public:
  /// @param p_WC The camera's optical centre, m.
  LedCover(const ImagingParameters& imaging, const RobotParameters& robot, const Eigen::Vector3d& p_WC);

  /// @param carrier Body that carries the LED, which does not hide it; negative: none of the robot's.
  /// @param height Of the LED above the table, m.
  /// @return Whether a body is between it and the camera.
  bool hides(const Plant& plant, int carrier, const Vector2& p_WM, double height) const;

 private:
  Vector2 seen_at(const Vector2& p_WM, double height, double plate) const;
  bool link_hides(const Plant& plant, int body, const Vector2& p_WM) const;

  const ImagingParameters imaging_;
  const RobotParameters robot_;
  const Eigen::Vector3d p_WC_;
};

}  // namespace freefloat
