#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "servo/servo.h"
#include "wire/identity.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a port implements for its board. `run_board.c` calls these from one loop; nothing here is called from
// an interrupt. boards/README.md says in which order to write and try them.

/// What a tick did, beside the servo's outputs; the instrument port reports it, real bridges ignore it.
struct ff_tick_report {
  uint32_t boot_id;      ///< session of the board's own frames: another one after every start
  uint32_t tick;         ///< board time in ms
  uint8_t state;         ///< ff_board_state
  bool accepted;         ///< a command was accepted since the start
  uint64_t accepted_us;  ///< board time of the newest one
};

/// Brings up clock, command link, converters, bridges (open) and watchdog. The board's time starts at 0.
void ff_board_start(void);

/// The servo's parameters; made by `freefloat board-parameters`, or by the lab.
const struct ff_servo_parameters* ff_board_servo_parameters(void);

/// Time since the start from a free-running counter, us. Never counts interrupts: one may be lost.
uint64_t ff_board_time_us(void);

enum ff_reset_cause ff_board_reset_cause(void);

/// Kind of board, at most FF_NAME_SIZE characters.
const char* ff_board_name(void);

/// @return The FF_KEY_SIZE bytes that the board shares with its controllers, if its command link is a radio;
/// null for a wire.
const uint8_t* ff_board_key(void);

/// Bytes that no earlier start of this board got: from a hardware random number generator, or a counter in
/// lasting memory and a secret.
void ff_board_entropy(uint8_t entropy[FF_NONCE_SIZE]);

/// Takes what the command link received. Never waits.
/// @return Number of bytes, at most `capacity`.
size_t ff_board_receive(uint8_t* bytes, size_t capacity);

/// Sends a whole frame over the command link. Never waits.
/// @return False, and nothing is sent, when there is no room for all of it.
bool ff_board_send(const uint8_t* frame, size_t size);

/// @return Whether the sensors can be read for the next tick. Real converters always can; the instrument
/// port waits for the plant's answer, and the loop gives it FF_SENSOR_WAIT_US.
bool ff_board_are_sensors_ready(void);

/// Reads all sensors; called once a tick.
void ff_board_read_sensors(struct ff_servo_inputs* inputs);

/// Sets the bridges and the gripper; called once a tick.
void ff_board_drive(const struct ff_servo_outputs* outputs, const struct ff_tick_report* report);

/// Called once a tick and never otherwise. The watchdog opens the bridges and resets the board when it is
/// not kicked for about 100 ms.
void ff_board_kick_watchdog(void);

/// Sleeps until an interrupt comes, or until the given board time at the latest, us. May return early.
void ff_board_wait(uint64_t until_us);

#ifdef __cplusplus
}
#endif
