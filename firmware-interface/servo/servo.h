#pragma once

#include "servo/gripper.h"
#include "servo/joint_servo.h"
#include "servo/plausibility.h"
#include "wire/messages.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the board reads in one tick.
struct ff_servo_inputs {
  uint16_t pot_counts[FF_MAX_JOINTS];      ///< potentiometers' converters
  uint16_t tacho_counts[FF_MAX_JOINTS];    ///< tachogenerators' converters
  uint16_t current_counts[FF_MAX_JOINTS];  ///< motor currents' converters, where there are any
  bool gripper_contact;                    ///< jaws feel an object between them
};

/// What the board drives until the next tick.
struct ff_servo_outputs {
  int16_t duties[FF_MAX_JOINTS];  ///< signed, full is FF_FULL_DUTY; zero with `energised` short-circuits the
                                  ///< motor
  bool energised;                 ///< otherwise the bridges are open
  bool close_gripper;
};

/// The servo of one board: joints, limits, watchdog of the command stream, latched states. PROTOCOL.md draws
/// the states.
struct ff_servo {
  struct ff_servo_parameters parameters;
  struct ff_joint_state joints[FF_MAX_JOINTS];
  struct ff_gripper gripper;
  struct ff_command command;      ///< newest accepted
  uint64_t accepted_us;           ///< board time of its reception
  uint8_t state;                  ///< ff_board_state
  uint16_t present_faults;        ///< in this tick
  uint16_t latched_faults;        ///< since the fault state was entered
  uint8_t blind_joints;           ///< bit i: joint i must not be driven, see FF_FAULT_UNDRIVABLE_MASK
  uint16_t clamps;                ///< collected until ff_servo_take_clamps
  int16_t driven[FF_MAX_JOINTS];  ///< duties since the newest tick
  uint16_t duty_ticks;            ///< summed up until ff_servo_take_duties
  int32_t duty_sums[FF_MAX_JOINTS];
  uint16_t stop_tick;  ///< ticks of the running stop; 0: none runs
  bool may_enable;     ///< an accepted command without enable came since the drives went off
  bool measured;       ///< sensors were read at least once
  bool energised;
};

/// Starts in the off state. @return False, and the servo stays off for good, if the parameters are refused.
bool ff_servo_start(struct ff_servo* servo, const struct ff_servo_parameters* parameters);

/// Takes a new command: requests act at once, rates from the next tick on.
/// @param now_us Board time of its reception, us.
void ff_servo_command(struct ff_servo* servo, const struct ff_command* command, uint64_t now_us);

/// Latches the stop state, whoever asks.
void ff_servo_stop(struct ff_servo* servo);

/// One tick of 1 ms: reads the sensors, checks, advances the states, drives. Bounded time, no loops but over
/// the joints.
/// @param now_us Board time, us; must not run backwards.
void ff_servo_tick(struct ff_servo* servo, const struct ff_servo_inputs* inputs, uint64_t now_us,
                   struct ff_servo_outputs* outputs);

/// @return Fault bits for a status: present or latched.
uint16_t ff_servo_faults(const struct ff_servo* servo);

/// @return Clamp bits collected since the last call: bit i: rate, position or duty of joint i, bit 8 + i:
/// acceleration.
uint16_t ff_servo_take_clamps(struct ff_servo* servo);

/// Tells what the bridges drove on average up to the newest sample of the sensors, from that of the last call
/// on; rounded, zero where no tick was.
/// @param duties Signed, full is FF_FULL_DUTY; FF_MAX_JOINTS of them.
void ff_servo_take_duties(struct ff_servo* servo, int16_t* duties);

#ifdef __cplusplus
}
#endif
