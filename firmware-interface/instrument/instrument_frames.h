#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/messages.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The instrument protocol's definition in words; its CRC-32C seeds the check of every instrument frame.
#define FF_INSTRUMENT_DEFINITION                                                               \
  "freefloat instrument 1; little endian; magic:u8 kind_joints:u8; drive(d) flags:u8 state:u8" \
  " boot_id:u32 tick:u32 accepted_us:u32 duties:i16[n] crc32c:u32; sensors(e) flags_tick:u8 "  \
  "counts:u16[3n] crc32c:u32; packed sensors(c) flags_tick:u8 counts:u12[3n] crc32c:u32; "     \
  "counts: pots, tachos, currents; flags_tick: flags:2 tick:6; tick 1 ms; 1 to 6 joints"

/// CRC-32C of FF_INSTRUMENT_DEFINITION's characters; a test holds the two together.
#define FF_INSTRUMENT_HASH 0x02a55e14u

enum {
  FF_INSTRUMENT_MAGIC = 0xfd,
  FF_DRIVE_FIXED_SIZE = 20,    ///< bytes of a drive frame beside its joints' 2 each
  FF_SENSOR_FIXED_SIZE = 7,    ///< bytes of a sensor frame beside its joints' 6 each, 4.5 when packed
  FF_PACKED_COUNT_MAX = 4095,  ///< counts up to here are packed
  FF_SENSOR_TICK_MASK = 0x3f,  ///< bits of a tick that a sensor frame carries
  FF_MAX_INSTRUMENT_FRAME_SIZE = FF_SENSOR_FIXED_SIZE + 6 * FF_MAX_JOINTS
};

/// Kind of an instrument frame: high four bits of its second byte; the low four are the number of joints.
enum ff_instrument_kind {
  FF_INSTRUMENT_PACKED_SENSORS = 0xc,  ///< sensors again, 12 bits a count
  FF_INSTRUMENT_DRIVE = 0xd,
  FF_INSTRUMENT_SENSORS = 0xe
};

/// Flags of a drive frame.
enum ff_drive_flag {
  FF_DRIVE_ENERGISED = 1 << 0,  ///< zero duty then short-circuits a motor; otherwise the bridges are open
  FF_DRIVE_CLOSE_GRIPPER = 1 << 1,
  FF_DRIVE_ACCEPTED = 1 << 2  ///< a command was accepted since the board's start: accepted_us counts
};

/// Flags of a sensor frame.
enum ff_sensor_flag {
  FF_SENSOR_CONTACT = 1 << 0,  ///< the gripper's jaws feel an object
  FF_SENSOR_HANG = 1 << 1      ///< test of the watchdog: the board's main loop shall hang
};

/// Board to plant, every tick: what the bridges do from this tick to the next.
struct ff_drive_frame {
  uint8_t flags;         ///< bits of ff_drive_flag
  uint8_t state;         ///< ff_board_state
  uint32_t boot_id;      ///< another one after every start of the board
  uint32_t tick;         ///< board time of the tick in ms; rises by one, or by more when ticks were left out
  uint32_t accepted_us;  ///< board time at which the newest command was accepted, us, low 32 bits
  int16_t duties[FF_MAX_JOINTS];  ///< full is FF_FULL_DUTY
};

/// Plant to board, one for every drive frame: what the sensors read one tick later.
struct ff_sensor_frame {
  uint8_t flags;  ///< bits of ff_sensor_flag
  uint16_t tick;  ///< of the drive frame that it answers; only its FF_SENSOR_TICK_MASK is carried
  uint16_t pot_counts[FF_MAX_JOINTS];
  uint16_t tacho_counts[FF_MAX_JOINTS];
  uint16_t current_counts[FF_MAX_JOINTS];
};

/// @param kind One of ff_instrument_kind. @param joint_count 1 to FF_MAX_JOINTS.
/// @return The length of such a frame in bytes; 0 for an unknown kind or count.
size_t ff_instrument_frame_size(uint8_t kind, uint8_t joint_count);

/// Sensors of converters with up to 12 bits are packed: 16 bytes for 2 joints, which is what a serial port's
/// buffer holds.
/// @param bytes At least FF_MAX_INSTRUMENT_FRAME_SIZE.
/// @return The frame's length; 0 for an impossible number of joints.
size_t ff_encode_drive_frame(const struct ff_drive_frame* frame, uint8_t joint_count, uint8_t* bytes);
size_t ff_encode_sensor_frame(const struct ff_sensor_frame* frame, uint8_t joint_count, uint8_t* bytes);

/// @param bytes A checked frame of that kind, as an ff_instrument_parser finds it. Entries from joint_count
/// on become zero.
void ff_decode_drive_frame(const uint8_t* bytes, uint8_t joint_count, struct ff_drive_frame* frame);
void ff_decode_sensor_frame(const uint8_t* bytes, uint8_t joint_count, struct ff_sensor_frame* frame);

#ifdef __cplusplus
}
#endif
