#pragma once

#include "servo/servo_parameters.h"

namespace freefloat {

/// The velocity loop that an emulated servo closes on its own motor: proportional and integral, with
/// feed-forward, tuned as a lab tunes it for its arm.
class ServoMotor {
 public:
  explicit ServoMotor(const ff_joint_parameters& tuned);

  /// One step of 1 ms or so. @param wanted Of the joint, rad/s. @param rate Of the joint, rad/s.
  /// @return Mean voltage over supply voltage, [-1, 1].
  double drive(double wanted, double rate, double step);

  void release() { integral_ = 0.0, last_wanted_ = 0.0; }

 private:
  double feedforward_;
  double friction_;
  double acceleration_;
  double proportional_;
  double integral_gain_;
  double integral_ = 0.0;
  double last_wanted_ = 0.0;
};

}  // namespace freefloat
