#include "wire/messages.h"

#include "wire/bytes.h"
#include "wire/joint_values.h"

// Offsets in a command's payload.
enum {
  kCommandFlags = 0,
  kCommandJoints = 1,
  kCommandReserved = 2,
  kCommandTimeToLive = 4,
  kCommandRates = 8
};

// Offsets in a status's payload.
enum {
  kStatusState = 0,
  kStatusGripper = 1,
  kStatusJoints = 2,
  kStatusFlags = 3,
  kStatusFaults = 4,
  kStatusClamps = 6,
  kStatusLease = 8,
  kStatusSequence = 12,
  kStatusAge = 16,
  kStatusTime = 20,
  kStatusAngles = 28,
  kStatusRates = 52,
  kStatusDuties = 76,
  kStatusRejects = 88
};

static bool is_joint_count(uint8_t count) {
  return count >= 1 && count <= FF_MAX_JOINTS;
}

size_t ff_encode_command(struct ff_header header, const struct ff_command* command, uint8_t* frame) {
  uint8_t* payload = frame + FF_HEADER_SIZE;
  payload[kCommandFlags] = command->flags;
  payload[kCommandJoints] = command->joint_count;
  ff_put_u16(payload + kCommandReserved, 0);
  ff_put_u32(payload + kCommandTimeToLive, command->time_to_live_us);
  ff_put_joints(payload + kCommandRates, command->rates_urad_s);
  header.type = FF_FRAME_COMMAND;
  return ff_seal_frame(frame, &header);
}

bool ff_decode_command(const uint8_t* frame, struct ff_command* command) {
  const uint8_t* payload = frame + FF_HEADER_SIZE;
  command->flags = payload[kCommandFlags];
  command->joint_count = payload[kCommandJoints];
  command->time_to_live_us = ff_get_u32(payload + kCommandTimeToLive);
  ff_get_joints(payload + kCommandRates, command->rates_urad_s);
  if ((command->flags & ~FF_COMMAND_FLAGS_ALL) != 0 || ff_get_u16(payload + kCommandReserved) != 0)
    return false;
  if (!is_joint_count(command->joint_count)) return false;
  for (int i = command->joint_count; i < FF_MAX_JOINTS; ++i) {
    if (command->rates_urad_s[i] != 0) return false;
  }
  return true;
}

size_t ff_encode_status(struct ff_header header, const struct ff_status* status, uint8_t* frame) {
  uint8_t* payload = frame + FF_HEADER_SIZE;
  payload[kStatusState] = status->state;
  payload[kStatusGripper] = status->gripper;
  payload[kStatusJoints] = status->joint_count;
  payload[kStatusFlags] = status->flags;
  ff_put_u16(payload + kStatusFaults, status->faults);
  ff_put_u16(payload + kStatusClamps, status->clamps);
  ff_put_u32(payload + kStatusLease, status->lease_session);
  ff_put_u32(payload + kStatusSequence, status->accepted_sequence);
  ff_put_u32(payload + kStatusAge, status->accepted_age_us);
  ff_put_u64(payload + kStatusTime, status->accepted_time_us);
  ff_put_joints(payload + kStatusAngles, status->angles_urad);
  ff_put_joints(payload + kStatusRates, status->rates_urad_s);
  for (int i = 0; i < FF_MAX_JOINTS; ++i)
    ff_put_u16(payload + kStatusDuties + 2 * i, (uint16_t)status->duties[i]);
  for (int i = 0; i < FF_REJECT_COUNT; ++i)
    ff_put_u16(payload + kStatusRejects + 2 * i, status->rejects.by_cause[i]);
  header.type = FF_FRAME_STATUS;
  return ff_seal_frame(frame, &header);
}

bool ff_decode_status(const uint8_t* frame, struct ff_status* status) {
  const uint8_t* payload = frame + FF_HEADER_SIZE;
  status->state = payload[kStatusState];
  status->gripper = payload[kStatusGripper];
  status->joint_count = payload[kStatusJoints];
  status->flags = payload[kStatusFlags];
  status->faults = ff_get_u16(payload + kStatusFaults);
  status->clamps = ff_get_u16(payload + kStatusClamps);
  status->lease_session = ff_get_u32(payload + kStatusLease);
  status->accepted_sequence = ff_get_u32(payload + kStatusSequence);
  status->accepted_age_us = ff_get_u32(payload + kStatusAge);
  status->accepted_time_us = ff_get_u64(payload + kStatusTime);
  ff_get_joints(payload + kStatusAngles, status->angles_urad);
  ff_get_joints(payload + kStatusRates, status->rates_urad_s);
  for (int i = 0; i < FF_MAX_JOINTS; ++i) {
    status->duties[i] = ff_get_i16(payload + kStatusDuties + 2 * i);
  }
  for (int i = 0; i < FF_REJECT_COUNT; ++i) {
    status->rejects.by_cause[i] = ff_get_u16(payload + kStatusRejects + 2 * i);
  }
  return status->state <= FF_STATE_STOP && status->gripper <= FF_GRIPPER_EMPTY &&
         (status->flags & ~FF_STATUS_ENERGISED) == 0 && is_joint_count(status->joint_count);
}
