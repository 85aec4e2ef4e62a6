#pragma once

#include <vector>

#include "identification/motion_series.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// The robot's dimensions, without its masses: each body's frame has its origin where the body's own joint
/// is, the satellite's where its file has the mass centre.
struct BodyGeometry {
  explicit BodyGeometry(const RobotParameters& robot);

  struct Led {
    int body = 0;
    Vector2 place = Vector2::Zero();  ///< from the body's origin, body frame, m
  };

  int body_count = 0;
  std::vector<Vector2> to_next;  ///< from each body's origin to the next one's, or to the hand, body frame, m
  std::vector<Led> leds;         ///< in the order of the file
};

/// Where all bodies were in one picture, by LEDs alone.
struct BodyPoses {
  Time at{};                         ///< stamp of the picture
  std::size_t picture = 0;           ///< its place in the series
  bool moving = false;               ///< drives on, nothing held
  Vector2 origin = Vector2::Zero();  ///< of the satellite's frame, m, in W
  Eigen::VectorXd angles;            ///< of the bodies, absolute, rad, continuous from picture to picture
  Eigen::MatrixXd covariance;        ///< of origin and angles, (n + 3) x (n + 3), m^2 and rad^2

  /// @return Angle of joint `joint` (from 0), rad.
  double joint(Eigen::Index joint) const { return angles[joint + 1] - angles[joint]; }
};

/// One stretch of motion.
using MotionStretch = std::vector<BodyPoses>;

/// @param angles Of the bodies, absolute, rad.
/// @param led_sigmas Of each coordinate of every LED, m.
/// @return Covariance of a `BodyPoses` in which every LED is seen.
Eigen::MatrixXd pose_covariance(const BodyGeometry& geometry, const Eigen::VectorXd& angles,
                                const std::vector<double>& led_sigmas);

/// Fits the posture of every picture in which the LEDs tell all of it. Pictures in which they contradict the
/// robot's dimensions by more than `gate` are left out.
/// @param gate Largest distance of an LED from where the fit has it, m.
std::vector<BodyPoses> fit_body_poses(const BodyGeometry& geometry, const MotionSeries& series,
                                      double gate = 0.015);

}  // namespace freefloat
