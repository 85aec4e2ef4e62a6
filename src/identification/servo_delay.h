#pragma once

#include <string>
#include <vector>

#include "identification/motion_series.h"

namespace freefloat {

/// How a joint answers its command: after a pure delay its reference follows the command no faster than an
/// acceleration allows, and the rate follows the reference as a first-order lag.
///
/// With r the reference: r' towards u(t - delay) at most 1 / ramp; lag * y'(t) = gain * r(t) - y(t).
struct ServoResponse {
  double delay = 0.0;        ///< s
  double lag = 0.0;          ///< s
  double ramp = 0.0;         ///< inverse of the acceleration limit, s^2/rad; 0: none
  double gain = 1.0;         ///< joint rate over commanded rate
  double delay_sigma = 0.0;  ///< standard deviation, s
  double residual = 0.0;     ///< root mean square of what the fit leaves, in what was measured
  double travel = 0.0;       ///< that was commanded, rad
  bool found = false;
  std::string reason{};  ///< why not
};

/// What was measured of one joint.
struct JointTrace {
  struct Sample {
    Time at{};
    double value = 0.0;
  };
  std::vector<Sample> samples;
  bool is_angle = false;  ///< rad; else rad/s
};

/// Fits delay, lag and gain of one joint; of angles also where they began and a constant creep.
///
/// Angles are compared with the integral of the answer, so nothing is differentiated.
/// @param joint From 0.
/// @param known Its lag and ramp are held; null: fitted as well.
/// @return Not found, with the reason, where the joint hardly moved or the delay would lie outside of 0 to
/// 0.4 s.
ServoResponse fit_servo_response(const MotionSeries& series, Eigen::Index joint, const JointTrace& trace,
                                 const ServoResponse* known = nullptr);

}  // namespace freefloat
