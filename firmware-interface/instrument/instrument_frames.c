#include "instrument/instrument_frames.h"

#include <string.h>

#include "wire/bytes.h"
#include "wire/crc32c.h"

// Offsets common to both kinds, and in each.
enum { kKind = 1, kFlags = 2, kState = 3, kBootId = 4, kDriveTick = 8, kAccepted = 12, kDuties = 16 };
enum { kFlagsTick = 2, kTickShift = 2, kFlagsMask = 3, kCounts = 3 };

size_t ff_instrument_frame_size(uint8_t kind, uint8_t joint_count) {
  if (joint_count < 1 || joint_count > FF_MAX_JOINTS) return 0;
  if (kind == FF_INSTRUMENT_DRIVE) return FF_DRIVE_FIXED_SIZE + 2u * joint_count;
  if (kind == FF_INSTRUMENT_SENSORS) return FF_SENSOR_FIXED_SIZE + 6u * joint_count;
  if (kind == FF_INSTRUMENT_PACKED_SENSORS) return FF_SENSOR_FIXED_SIZE + (9u * joint_count + 1u) / 2u;
  return 0;
}

static size_t seal(uint8_t kind, uint8_t joint_count, uint8_t* bytes) {
  const size_t size = ff_instrument_frame_size(kind, joint_count);
  bytes[0] = FF_INSTRUMENT_MAGIC;
  bytes[kKind] = (uint8_t)((kind << 4) | joint_count);
  const size_t checked = size - FF_CRC_SIZE;
  ff_put_u32(bytes + checked, ff_crc32c(FF_INSTRUMENT_HASH, bytes, checked));
  return size;
}

static int16_t get_i16(const uint8_t* at) {
  const uint16_t bits = ff_get_u16(at);
  return (int16_t)(bits <= 0x7fffu ? (int32_t)bits : (int32_t)bits - 0x10000);
}

// The counts of a sensor frame in the order of the wire.
static uint16_t* count_at(struct ff_sensor_frame* frame, uint8_t joint_count, int place) {
  if (place < joint_count) return &frame->pot_counts[place];
  place -= joint_count;
  return place < joint_count ? &frame->tacho_counts[place] : &frame->current_counts[place - joint_count];
}

// Twelve bits each: two counts in three bytes, the low bits of each first.
static void put_packed(uint8_t* at, int place, uint16_t count) {
  at += place / 2 * 3;
  if (place % 2 == 0) {
    at[0] = (uint8_t)(count & 0xffu);
    at[1] = (uint8_t)(count >> 8);
  } else {
    at[1] = (uint8_t)(at[1] | ((count & 0x0fu) << 4));
    at[2] = (uint8_t)(count >> 4);
  }
}

static uint16_t get_packed(const uint8_t* at, int place) {
  at += place / 2 * 3;
  if (place % 2 == 0) return (uint16_t)(at[0] | ((at[1] & 0x0fu) << 8));
  return (uint16_t)((at[1] >> 4) | ((uint32_t)at[2] << 4));
}

size_t ff_encode_drive_frame(const struct ff_drive_frame* frame, uint8_t joint_count, uint8_t* bytes) {
  if (ff_instrument_frame_size(FF_INSTRUMENT_DRIVE, joint_count) == 0) return 0;
  bytes[kFlags] = frame->flags;
  bytes[kState] = frame->state;
  ff_put_u32(bytes + kBootId, frame->boot_id);
  ff_put_u32(bytes + kDriveTick, frame->tick);
  ff_put_u32(bytes + kAccepted, frame->accepted_us);
  for (int i = 0; i < joint_count; ++i) ff_put_u16(bytes + kDuties + 2 * i, (uint16_t)frame->duties[i]);
  return seal(FF_INSTRUMENT_DRIVE, joint_count, bytes);
}

size_t ff_encode_sensor_frame(const struct ff_sensor_frame* frame, uint8_t joint_count, uint8_t* bytes) {
  if (ff_instrument_frame_size(FF_INSTRUMENT_SENSORS, joint_count) == 0) return 0;
  struct ff_sensor_frame copy = *frame;
  bool packed = true;
  for (int i = 0; i < 3 * joint_count; ++i) {
    if (*count_at(&copy, joint_count, i) > FF_PACKED_COUNT_MAX) packed = false;
  }
  bytes[kFlagsTick] =
      (uint8_t)((frame->flags & kFlagsMask) | ((frame->tick & FF_SENSOR_TICK_MASK) << kTickShift));
  for (int i = 0; i < 3 * joint_count; ++i) {
    const uint16_t count = *count_at(&copy, joint_count, i);
    if (packed) {
      put_packed(bytes + kCounts, i, count);
    } else {
      ff_put_u16(bytes + kCounts + 2 * i, count);
    }
  }
  return seal(packed ? FF_INSTRUMENT_PACKED_SENSORS : FF_INSTRUMENT_SENSORS, joint_count, bytes);
}

void ff_decode_drive_frame(const uint8_t* bytes, uint8_t joint_count, struct ff_drive_frame* frame) {
  memset(frame, 0, sizeof *frame);
  frame->flags = bytes[kFlags];
  frame->state = bytes[kState];
  frame->boot_id = ff_get_u32(bytes + kBootId);
  frame->tick = ff_get_u32(bytes + kDriveTick);
  frame->accepted_us = ff_get_u32(bytes + kAccepted);
  for (int i = 0; i < joint_count; ++i) frame->duties[i] = get_i16(bytes + kDuties + 2 * i);
}

void ff_decode_sensor_frame(const uint8_t* bytes, uint8_t joint_count, struct ff_sensor_frame* frame) {
  memset(frame, 0, sizeof *frame);
  frame->flags = bytes[kFlagsTick] & kFlagsMask;
  frame->tick = (uint16_t)(bytes[kFlagsTick] >> kTickShift);
  const bool packed = bytes[kKind] >> 4 == FF_INSTRUMENT_PACKED_SENSORS;
  for (int i = 0; i < 3 * joint_count; ++i) {
    *count_at(frame, joint_count, i) =
        packed ? get_packed(bytes + kCounts, i) : ff_get_u16(bytes + kCounts + 2 * i);
  }
}
