#include "servo/servo_parameters.h"

#include "wire/bytes.h"
#include "wire/crc32c.h"

// Largest values for which the sums of joint_servo.c stay far inside 64 bits: 1e-12 of full duty, so
// 9e18 are to hold gain * (rate + reading) + acceleration * 2 * rate * 1000.
enum {
  kMaxAngle = 100000000,
  kMaxRate = 100000000,
  kMaxAcceleration = 1000000000,
  kMaxGain = 1000000000,
  kMaxFriction = 1000000,           // full duty
  kMaxAccelerationGain = 10000000,  // full duty for 0.1 rad/s^2
  kMaxReading = 1000000000          // urad, urad/s or mA at the end of a converter's scale
};

static bool is_in(int32_t value, int32_t low, int32_t high) {
  return value >= low && value <= high;
}

static bool is_scale(int32_t per_count_q10, uint16_t count_max) {
  return per_count_q10 > 0 && (int64_t)per_count_q10 * ((count_max + 1) / 2) <= (int64_t)kMaxReading * 1024;
}

// Of a sensor that may count either way.
static bool is_signed_scale(int32_t per_count_q10, uint16_t count_max) {
  return is_scale(per_count_q10 < 0 && per_count_q10 > INT32_MIN ? -per_count_q10 : per_count_q10, count_max);
}

static bool is_current_sensor(const struct ff_joint_parameters* joint) {
  return is_in(joint->max_current_ma, 0, kMaxReading) &&
         ((joint->current_ma_per_count_q10 == 0 && joint->max_current_ma == 0) ||
          is_scale(joint->current_ma_per_count_q10, joint->converter_max));
}

static bool check_joint(const struct ff_joint_parameters* joint) {
  return joint->converter_max >= 15 && is_signed_scale(joint->pot_urad_per_count_q10, joint->converter_max) &&
         is_in(joint->pot_offset_urad, -kMaxAngle, kMaxAngle) &&
         is_signed_scale(joint->tacho_urad_s_per_count_q10, joint->converter_max) &&
         is_current_sensor(joint) && is_in(joint->min_angle_urad, -kMaxAngle, kMaxAngle) &&
         is_in(joint->max_angle_urad, -kMaxAngle, kMaxAngle) &&
         joint->min_angle_urad < joint->max_angle_urad && is_in(joint->max_rate_urad_s, 1, kMaxRate) &&
         is_in(joint->max_acceleration_urad_s2, 1000, kMaxAcceleration) &&
         is_in(joint->angle_margin_urad, 0, kMaxAngle) &&
         is_in(joint->overspeed_urad_s, joint->max_rate_urad_s, kMaxRate) &&
         is_in(joint->plausibility_urad, 1, kMaxAngle) && is_in(joint->tracking_urad_s, 1, kMaxRate) &&
         is_in(joint->rate_feedforward_uduty, 0, kMaxGain) &&
         is_in(joint->friction_feedforward_uduty, 0, kMaxFriction) &&
         is_in(joint->acceleration_feedforward_uduty, 0, kMaxAccelerationGain) &&
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

static uint32_t hash_u16(uint32_t hash, uint16_t value) {
  uint8_t bytes[2];
  ff_put_u16(bytes, value);
  return ff_crc32c(hash, bytes, sizeof bytes);
}

static uint32_t hash_joint(uint32_t hash, const struct ff_joint_parameters* p) {
  const int32_t values[] = {p->pot_urad_per_count_q10,
                            p->pot_offset_urad,
                            p->tacho_urad_s_per_count_q10,
                            p->current_ma_per_count_q10,
                            p->min_angle_urad,
                            p->max_angle_urad,
                            p->max_rate_urad_s,
                            p->max_acceleration_urad_s2,
                            p->angle_margin_urad,
                            p->overspeed_urad_s,
                            p->plausibility_urad,
                            p->tracking_urad_s,
                            p->max_current_ma,
                            p->rate_feedforward_uduty,
                            p->friction_feedforward_uduty,
                            p->acceleration_feedforward_uduty,
                            p->proportional_uduty,
                            p->stop_proportional_uduty,
                            p->integral_uduty,
                            p->hold_engage_urad,
                            p->hold_release_urad};
  hash = hash_u16(hash, p->converter_max);
  for (unsigned i = 0; i < sizeof values / sizeof values[0]; ++i) {
    uint8_t bytes[4];
    ff_put_i32(bytes, values[i]);
    hash = ff_crc32c(hash, bytes, sizeof bytes);
  }
  return hash;
}

uint32_t ff_hash_servo_parameters(const struct ff_servo_parameters* parameters) {
  uint32_t hash = ff_crc32c(0, &parameters->joint_count, 1);
  hash = hash_u16(hash, parameters->gripper_closing_ticks);
  for (int i = 0; i < parameters->joint_count; ++i) hash = hash_joint(hash, &parameters->joints[i]);
  return hash;
}
