#pragma once

#include "servo/link_security.h"
#include "servo/servo.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a board tells about itself, and the secrets of its port.
struct ff_board_description {
  const char* firmware_id;  ///< git id of the build, first FF_NAME_SIZE characters; null: none
  const char* board_name;   ///< kind of board, the same
  uint8_t reset_cause;      ///< ff_reset_cause
  const uint8_t* key;       ///< FF_KEY_SIZE bytes: every frame must be authenticated; null: a wire
  const uint8_t* entropy;   ///< FF_NONCE_SIZE bytes that differ at every start; needed with a key
};

/// A whole board between its receiver, its sensors and its bridges: bytes in, status frames out. A port feeds
/// it bytes as they come and ticks it once a millisecond.
struct ff_dispatch {
  struct ff_servo servo;
  struct ff_parser parser;  ///< also holds the refusals of later checks
  struct ff_link_security security;
  uint32_t boot_session;     ///< session of the board's own frames
  uint32_t status_sequence;  ///< of the newest status frame
  uint32_t lease_session;    ///< controller obeyed; 0: none yet
  uint32_t accepted_sequence;
  uint64_t accepted_time_us;   ///< sender's time in the newest accepted command
  uint64_t accepted_us;        ///< board time of its reception
  uint64_t sample_us;          ///< board time of the newest tick
  uint16_t status_ticks;       ///< since the newest status frame
  bool status_due;             ///< a command was accepted since
  uint32_t identity_sequence;  ///< of the newest identity frame
  uint8_t identity_ticks;      ///< since the newest identity frame
  bool identity_due;           ///< at the start, and after a query
  bool identity_asked;         ///< by a query that was not answered yet
  uint8_t reset_cause;         ///< ff_reset_cause
  char firmware_id[FF_NAME_SIZE];
  char board_name[FF_NAME_SIZE];
  uint32_t parameters_hash;
};

/// @param boot_session Not zero, and another one after every start, so that a restart is noticed.
/// @param description Copied; null: a board without names and without key.
/// @return False if the parameters are refused, or there is a key without entropy: the board then answers but
/// never energises.
bool ff_dispatch_start(struct ff_dispatch* board, const struct ff_servo_parameters* parameters,
                       uint32_t boot_session, const struct ff_board_description* description);

/// Takes one received byte.
/// @param now_us Board time, us.
void ff_dispatch_receive(struct ff_dispatch* board, uint8_t byte, uint64_t now_us);

/// One tick of 1 ms; see ff_servo_tick.
void ff_dispatch_tick(struct ff_dispatch* board, const struct ff_servo_inputs* inputs, uint64_t now_us,
                      struct ff_servo_outputs* outputs);

/// Call after each tick. A status is due in the tick after an accepted command, and every
/// FF_STATUS_PERIOD_TICKS.
/// @param frame FF_STATUS_FRAME_SIZE bytes.
/// @return The frame's length; 0 when none is due.
size_t ff_dispatch_take_status(struct ff_dispatch* board, uint8_t* frame);

/// Call after each tick. An identity is due after the start and after a query, FF_IDENTITY_PERIOD_TICKS
/// apart; it waits until it is taken, and queries that come meanwhile are ignored.
/// @param frame FF_IDENTITY_FRAME_SIZE bytes.
/// @return The frame's length; 0 when none is due.
size_t ff_dispatch_take_identity(struct ff_dispatch* board, uint8_t* frame);

#ifdef __cplusplus
}
#endif
