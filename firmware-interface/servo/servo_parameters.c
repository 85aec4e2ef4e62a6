#include "servo/servo_parameters.h"

// Largest values for which the sums of joint_servo.c stay far inside 64 bits.
enum { kMaxAngle = 100000000, kMaxRate = 100000000, kMaxAcceleration = 1000000000, kMaxGain = 1000000000 };

static bool is_in(int32_t value, int32_t low, int32_t high) {
  return value >= low && value <= high;
}

static bool check_joint(const struct ff_joint_parameters* joint) {
  return joint->converter_max >= 15 && is_in(joint->pot_urad_per_count_q10, 1, INT32_MAX) &&
         is_in(joint->tacho_urad_s_per_count_q10, 1, INT32_MAX) &&
         is_in(joint->min_angle_urad, -kMaxAngle, kMaxAngle) &&
         is_in(joint->max_angle_urad, -kMaxAngle, kMaxAngle) &&
         joint->min_angle_urad < joint->max_angle_urad && is_in(joint->max_rate_urad_s, 1, kMaxRate) &&
         is_in(joint->max_acceleration_urad_s2, 1000, kMaxAcceleration) &&
         is_in(joint->angle_margin_urad, 0, kMaxAngle) &&
         is_in(joint->overspeed_urad_s, joint->max_rate_urad_s, kMaxRate) &&
         is_in(joint->plausibility_urad, 1, kMaxAngle) && is_in(joint->tracking_urad_s, 1, kMaxRate) &&
         is_in(joint->rate_feedforward_uduty, 0, kMaxGain) &&
         is_in(joint->friction_feedforward_uduty, 0, kMaxGain) &&
         is_in(joint->acceleration_feedforward_uduty, 0, kMaxGain) &&
         is_in(joint->proportional_uduty, 0, kMaxGain) &&
         is_in(joint->stop_proportional_uduty, 0, kMaxGain) && is_in(joint->integral_uduty, 0, kMaxGain) &&
         is_in(joint->hold_release_urad, 0, joint->hold_engage_urad) &&
         is_in(joint->hold_engage_urad, 1, kMaxAngle);
}

bool ff_check_servo_parameters(const struct ff_servo_parameters* parameters) {
  if (parameters->joint_count < 1 || parameters->joint_count > FF_MAX_JOINTS) return false;
  for (int i = 0; i < parameters->joint_count; ++i) {
    if (!check_joint(&parameters->joints[i])) return false;
  }
  return true;
}
