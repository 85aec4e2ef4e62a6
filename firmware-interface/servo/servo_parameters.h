#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "wire/messages.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Times of the servo, in ticks of 1 ms of board time.
enum {
  FF_TICK_US = 1000,
  FF_STOP_RAMP_TICKS = 6,  ///< a stop takes the reference to zero in this time
  FF_STOP_FINE_TICKS =
      12,  ///< after so long in its fine part a joint at rest is short-circuited: friction keeps it
  FF_STOP_FORCE_TICK = 60,  ///< from then on every joint is
  FF_STOP_END_TICK =
      150,  ///< then the drives are off; all joints rest long before, 40 ms after the stop's cause
  FF_BLIND_STOP_END_TICK =
      1000,               ///< the same after a sensor fault: a joint that only its motor brakes takes longer
  FF_SETTLE_TICKS = 30,   ///< zero rate for so long: the position is remembered and held
  FF_DEBOUNCE_TICKS = 5,  ///< a sensor fault must be seen so often in a row
  FF_TRACKING_TICKS = 300,       ///< a joint may be off its rate for so long
  FF_STATUS_PERIOD_TICKS = 20,   ///< status frames come at least so often
  FF_IDENTITY_PERIOD_TICKS = 10  ///< identity frames come at most so often
};

enum {
  FF_MAX_TIME_TO_LIVE_US = 300000,  ///< hard cap, whatever a command asks for
  FF_LEASE_US = 500000  ///< another controller is obeyed only after so long a silence of the first
};

enum { FF_FULL_DUTY = 32767 };

/// What the servo knows of one joint. Duty is the bridge's mean voltage over the supply voltage; `uduty` is
/// 1e-6 of it. All limits are the board's own and lie outside those of the controller.
struct ff_joint_parameters {
  // Converters. All are mid-tread: the middle count (converter_max + 1) / 2 stands for zero, of the
  // potentiometer for its offset.
  uint16_t converter_max;          ///< largest count; it and 0 mean a broken wire or a value off the scale
  int32_t pot_urad_per_count_q10;  ///< potentiometer, urad * 1024; negative: it counts against the joint
  int32_t pot_offset_urad;         ///< joint angle at the potentiometer's middle count
  int32_t tacho_urad_s_per_count_q10;  ///< tachogenerator, urad/s * 1024; negative: wired the other way round
  int32_t current_ma_per_count_q10;    ///< motor current, mA * 1024; 0: no sensor

  // Limits that the servo enforces by slowing down; it reports every such clamp.
  int32_t min_angle_urad;  ///< motion towards a limit fades out in front of it
  int32_t max_angle_urad;
  int32_t max_rate_urad_s;           ///< larger commands are clipped
  int32_t max_acceleration_urad_s2;  ///< the rate follows its command no faster

  // Limits whose violation is a fault.
  int32_t angle_margin_urad;  ///< beyond min_angle, max_angle
  int32_t overspeed_urad_s;   ///< measured rate
  int32_t plausibility_urad;  ///< potentiometer against the tachogenerator's integral over the last 0.25 s
  int32_t tracking_urad_s;    ///< measured rate against the one asked for, for FF_TRACKING_TICKS
  int32_t max_current_ma;     ///< of the motor, either direction; 0: not checked

  // Feed-forward: the duty that the wanted motion needs by the motor's equations.
  int32_t rate_feedforward_uduty;          ///< per rad/s: back-EMF and viscous friction
  int32_t friction_feedforward_uduty;      ///< Coulomb friction
  int32_t acceleration_feedforward_uduty;  ///< per rad/s^2: inertia

  // Feedback.
  int32_t proportional_uduty;       ///< per rad/s of rate error
  int32_t stop_proportional_uduty;  ///< the same while stopping
  int32_t integral_uduty;           ///< per rad: memory of the position that the rates amount to
  int32_t hold_engage_urad;         ///< held position is corrected when it is off by more,
  int32_t hold_release_urad;        ///< until it is off by less
};

/// What the servo knows of its board.
struct ff_servo_parameters {
  uint8_t joint_count;             ///< 1 to FF_MAX_JOINTS
  uint16_t gripper_closing_ticks;  ///< jaws that feel nothing after so long are empty
  struct ff_joint_parameters joints[FF_MAX_JOINTS];
};

/// @return Whether every value is in the range with which the servo's integers cannot overflow and its limits
/// make sense.
bool ff_check_servo_parameters(const struct ff_servo_parameters* parameters);

/// CRC-32C of the parameters, so that a controller can tell whether the board is tuned as it believes: the
/// members in the order of the structs, little endian without gaps, joints from joint_count on left out.
/// @param parameters Accepted by ff_check_servo_parameters.
uint32_t ff_hash_servo_parameters(const struct ff_servo_parameters* parameters);

#ifdef __cplusplus
}
#endif
