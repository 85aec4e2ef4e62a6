#pragma once

#include "servo/servo_parameters.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One sample of a joint's sensors, in converter counts.
struct ff_joint_counts {
  uint16_t pot;
  uint16_t tacho;
  uint16_t current;  ///< of the motor; unused where there is no such sensor
};

/// Memory of one joint's servo.
struct ff_joint_state {
  int32_t angle_urad;    ///< potentiometer, newest sample
  int32_t rate_urad_s;   ///< tachogenerator, newest sample
  int32_t current_ma;    ///< motor, newest sample; 0 without sensor
  int64_t estimate_q10;  ///< angle, urad * 1024: tachogenerator's integral, slowly drawn to the potentiometer
  int32_t mean_rate_urad_s;  ///< tachogenerator over the last few samples
  int64_t innovation_q10;    ///< potentiometer minus estimate
  int32_t reference_urad_s;  ///< rate that the loop follows, after all limits
  int64_t integral_pduty;    ///< position memory as duty, 1e-12 of full
  int32_t stop_from_urad_s;  ///< reference when a stop began
  int32_t stop_rate_urad_s;  ///< mean speed then
  uint8_t stop_fine_ticks;   ///< since the stop became fine
  int64_t hold_q10;          ///< position to hold at rest
  uint16_t rest_ticks;       ///< since the reference became zero, up to FF_SETTLE_TICKS
  bool correcting;           ///< being driven back to the held position
  uint8_t pot_ticks;         ///< debounce counters of plausibility.c
  uint8_t tacho_ticks;
  uint8_t plausibility_ticks;
  uint8_t overspeed_ticks;
  uint8_t angle_ticks;
  uint8_t current_ticks;
  uint16_t tracking_ticks;
};

/// What limited a joint in a tick.
struct ff_joint_clamps {
  bool limited;       ///< rate, position or duty
  bool accelerating;  ///< acceleration limit
};

/// Starts from rest at the angle that the potentiometer shows.
void ff_start_joint(const struct ff_joint_parameters* parameters, struct ff_joint_state* joint,
                    uint16_t pot_count);

/// Takes one sample of the sensors.
void ff_measure_joint(const struct ff_joint_parameters* parameters, struct ff_joint_state* joint,
                      const struct ff_joint_counts* counts);

/// Forgets the motion: reference, integral and held position. For a joint that is not driven.
void ff_release_joint(struct ff_joint_state* joint);

/// One tick of a joint that follows a rate command.
/// @param command_urad_s As received; limited here.
/// @return Signed duty, full is FF_FULL_DUTY.
int16_t ff_drive_joint(const struct ff_joint_parameters* parameters, struct ff_joint_state* joint,
                       int32_t command_urad_s, struct ff_joint_clamps* clamps);

/// @return Whether the joint stands and is left to friction.
bool ff_is_joint_at_rest(const struct ff_joint_state* joint);

/// Remembers the rate from which a stop leads to zero.
/// @param others_move Then a joint at rest is held actively: its neighbours' stops push it.
void ff_begin_joint_stop(struct ff_joint_state* joint, bool others_move);

/// @param tick Since the stop began, from 1.
/// @return Whether the stop speeds the joint up: motor or tachogenerator is miswired, and whatever drives it
/// makes it worse.
bool ff_is_stop_failing(const struct ff_joint_parameters* parameters, const struct ff_joint_state* joint,
                        int tick);

/// One tick of a stop: ramp, settle, then short-circuited motor.
/// @param tick Since the stop began, from 1.
/// @return Signed duty, full is FF_FULL_DUTY.
int16_t ff_stop_joint(const struct ff_joint_parameters* parameters, struct ff_joint_state* joint, int tick);

#ifdef __cplusplus
}
#endif
