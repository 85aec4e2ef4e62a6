#pragma once

#include "board/board.h"
#include "instrument/instrument_parser.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  FF_INSTRUMENT_LOST_TICKS = 20  ///< ticks without an answer, after which the sensors read as broken wires
};

/// The board's end of the instrument port: it stands in for converters and bridges.
struct ff_instrument_bench {
  struct ff_instrument_parser parser;
  struct ff_sensor_frame newest;
  uint32_t tick;         ///< of the newest drive frame
  uint8_t missed_ticks;  ///< ticks since the newest answer; stays at FF_INSTRUMENT_LOST_TICKS
  bool hang;             ///< the plant asked for a hang
};

void ff_start_instrument_bench(struct ff_instrument_bench* bench, uint8_t joint_count);

/// Takes one byte from the plant.
void ff_receive_instrument_byte(struct ff_instrument_bench* bench, uint8_t byte);

/// @return Whether the newest drive frame was answered, or waiting for an answer is useless: link lost.
bool ff_is_instrument_ready(const struct ff_instrument_bench* bench);

/// What the converters read in this tick; call once a tick. The newest sample while the link lives; zeros,
/// which are outside every sensor's range, when it is lost.
void ff_read_instrument_sensors(struct ff_instrument_bench* bench, struct ff_servo_inputs* inputs);

/// @param bytes At least FF_MAX_INSTRUMENT_FRAME_SIZE.
/// @return The drive frame's length.
size_t ff_make_drive_frame(struct ff_instrument_bench* bench, const struct ff_servo_outputs* outputs,
                           const struct ff_tick_report* report, uint8_t* bytes);

#ifdef __cplusplus
}
#endif
