#include "instrument/instrument_frames.h"

#include <string.h>

#include "wire/bytes.h"
#include "wire/crc32c.h"

// Offsets common to both kinds, and in each.
enum { kKind = 1, kFlags = 2, kState = 3, kBootId = 4, kDriveTick = 8, kAccepted = 12, kDuties = 16 };
enum { kSensorTick = 3, kPots = 5 };

size_t ff_instrument_frame_size(uint8_t kind, uint8_t joint_count) {
  if (joint_count < 1 || joint_count > FF_MAX_JOINTS) return 0;
  if (kind == FF_INSTRUMENT_DRIVE) return FF_DRIVE_FIXED_SIZE + 2u * joint_count;
  if (kind == FF_INSTRUMENT_SENSORS) return FF_SENSOR_FIXED_SIZE + 6u * joint_count;
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

static uint8_t* put_counts(uint8_t* at, const uint16_t* counts, uint8_t joint_count) {
  for (int i = 0; i < joint_count; ++i) ff_put_u16(at + 2 * i, counts[i]);
  return at + 2 * joint_count;
}

static const uint8_t* get_counts(const uint8_t* at, uint16_t* counts, uint8_t joint_count) {
  for (int i = 0; i < joint_count; ++i) counts[i] = ff_get_u16(at + 2 * i);
  return at + 2 * joint_count;
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
  bytes[kFlags] = frame->flags;
  ff_put_u16(bytes + kSensorTick, frame->tick);
  uint8_t* at = put_counts(bytes + kPots, frame->pot_counts, joint_count);
  at = put_counts(at, frame->tacho_counts, joint_count);
  put_counts(at, frame->current_counts, joint_count);
  return seal(FF_INSTRUMENT_SENSORS, joint_count, bytes);
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
  frame->flags = bytes[kFlags];
  frame->tick = ff_get_u16(bytes + kSensorTick);
  const uint8_t* at = get_counts(bytes + kPots, frame->pot_counts, joint_count);
  at = get_counts(at, frame->tacho_counts, joint_count);
  get_counts(at, frame->current_counts, joint_count);
}
