#include "wire/identity.h"

#include <string.h>

#include "wire/bytes.h"
#include "wire/joint_values.h"

// Offsets in an identity's payload.
enum {
  kVersion = 0,
  kJoints = 1,
  kFlags = 2,
  kResetCause = 3,
  kDefinition = 4,
  kParameters = 8,
  kTick = 12,
  kFirmware = 16,
  kBoardName = 32,
  kBoardNonce = 48,
  kQueryNonce = 64,
  kMinAngles = 80,
  kMaxAngles = 104,
  kMaxRates = 128
};

static void put_name(uint8_t* at, const char* name) {
  bool ended = false;
  for (int i = 0; i < FF_NAME_SIZE; ++i) {
    ended = ended || name[i] == '\0';
    at[i] = ended ? 0 : (uint8_t)name[i];
  }
}

static void get_name(const uint8_t* at, char* name) {
  memset(name, 0, FF_NAME_SIZE + 1);
  for (int i = 0; i < FF_NAME_SIZE && at[i] != 0; ++i) {
    const uint8_t character = at[i];
    name[i] = character >= 0x20 && character < 0x7f ? (char)character : '?';
  }
}

size_t ff_encode_query(struct ff_header header, const struct ff_query* query, uint8_t* frame) {
  memcpy(frame + FF_HEADER_SIZE, query->nonce, FF_NONCE_SIZE);
  header.type = FF_FRAME_QUERY;
  return ff_seal_frame(frame, &header);
}

void ff_decode_query(const uint8_t* frame, struct ff_query* query) {
  memcpy(query->nonce, frame + FF_HEADER_SIZE, FF_NONCE_SIZE);
}

size_t ff_encode_identity(struct ff_header header, const struct ff_identity* identity, uint8_t* frame) {
  uint8_t* payload = frame + FF_HEADER_SIZE;
  payload[kVersion] = identity->protocol_version;
  payload[kJoints] = identity->joint_count;
  payload[kFlags] = identity->flags;
  payload[kResetCause] = identity->reset_cause;
  ff_put_u32(payload + kDefinition, identity->definition_hash);
  ff_put_u32(payload + kParameters, identity->parameters_hash);
  ff_put_u32(payload + kTick, identity->tick_us);
  put_name(payload + kFirmware, identity->firmware_id);
  put_name(payload + kBoardName, identity->board_name);
  memcpy(payload + kBoardNonce, identity->board_nonce, FF_NONCE_SIZE);
  memcpy(payload + kQueryNonce, identity->query_nonce, FF_NONCE_SIZE);
  ff_put_joints(payload + kMinAngles, identity->min_angles_urad);
  ff_put_joints(payload + kMaxAngles, identity->max_angles_urad);
  ff_put_joints(payload + kMaxRates, identity->max_rates_urad_s);
  header.type = FF_FRAME_IDENTITY;
  return ff_seal_frame(frame, &header);
}

void ff_decode_identity(const uint8_t* frame, struct ff_identity* identity) {
  const uint8_t* payload = frame + FF_HEADER_SIZE;
  identity->protocol_version = payload[kVersion];
  identity->joint_count = payload[kJoints];
  identity->flags = payload[kFlags];
  identity->reset_cause = payload[kResetCause];
  identity->definition_hash = ff_get_u32(payload + kDefinition);
  identity->parameters_hash = ff_get_u32(payload + kParameters);
  identity->tick_us = ff_get_u32(payload + kTick);
  get_name(payload + kFirmware, identity->firmware_id);
  get_name(payload + kBoardName, identity->board_name);
  memcpy(identity->board_nonce, payload + kBoardNonce, FF_NONCE_SIZE);
  memcpy(identity->query_nonce, payload + kQueryNonce, FF_NONCE_SIZE);
  ff_get_joints(payload + kMinAngles, identity->min_angles_urad);
  ff_get_joints(payload + kMaxAngles, identity->max_angles_urad);
  ff_get_joints(payload + kMaxRates, identity->max_rates_urad_s);
}
