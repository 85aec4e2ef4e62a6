#pragma once

#include "instrument/instrument_frames.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What an instrument parser refused since its start.
struct ff_instrument_rejects {
  uint32_t garbage;       ///< runs of bytes that cannot begin a frame of this kind
  uint32_t joint_counts;  ///< frames of this kind, but for another number of joints
  uint32_t checks;        ///< CRC-32C differs
};

/// Finds frames of one kind and number of joints in a stream of bytes. After a failed check it goes on one
/// byte later. Holds no pointer; may be copied.
struct ff_instrument_parser {
  uint8_t kind;
  uint8_t joint_count;
  bool found;                                   ///< by the newest call
  uint8_t length;                               ///< bytes held
  uint8_t bytes[FF_MAX_INSTRUMENT_FRAME_SIZE];  ///< the checked frame after ff_parse_instrument_byte was true
  struct ff_instrument_rejects rejects;
};

/// @param kind FF_INSTRUMENT_DRIVE, or FF_INSTRUMENT_SENSORS for both forms of sensor frames. @param
/// joint_count 1 to FF_MAX_JOINTS; another one finds nothing.
void ff_start_instrument_parser(struct ff_instrument_parser* parser, uint8_t kind, uint8_t joint_count);

/// Takes one byte.
/// @return True when it completes a valid frame: that stands in `parser->bytes` until the next call.
bool ff_parse_instrument_byte(struct ff_instrument_parser* parser, uint8_t byte);

#ifdef __cplusplus
}
#endif
