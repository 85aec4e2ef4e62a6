#include "firmware/sample_frames.h"

#include <string.h>

static struct ff_header draw_header(struct ff_random* random, uint8_t source) {
  struct ff_header header;
  memset(&header, 0, sizeof header);
  header.source = source;
  header.session = (uint32_t)ff_draw(random) | 1u;
  header.sequence = (uint32_t)ff_draw(random);
  header.time_us = ff_draw(random);
  return header;
}

size_t ff_draw_command_frame(struct ff_random* random, uint8_t* frame) {
  struct ff_command command;
  memset(&command, 0, sizeof command);
  command.flags = (uint8_t)(ff_draw(random) & FF_COMMAND_FLAGS_ALL);
  command.joint_count = (uint8_t)(1u + ff_draw_below(random, FF_MAX_JOINTS));
  command.time_to_live_us = (uint32_t)ff_draw(random);
  for (int i = 0; i < command.joint_count; ++i) command.rates_urad_s[i] = (int32_t)ff_draw(random);
  return ff_encode_command(draw_header(random, FF_SOURCE_CONTROLLER), &command, frame);
}

size_t ff_draw_status_frame(struct ff_random* random, uint8_t* frame) {
  struct ff_status status;
  memset(&status, 0, sizeof status);
  status.state = (uint8_t)ff_draw_below(random, 6);
  status.gripper = (uint8_t)ff_draw_below(random, 4);
  status.joint_count = (uint8_t)(1u + ff_draw_below(random, FF_MAX_JOINTS));
  status.flags = (uint8_t)(ff_draw(random) & FF_STATUS_ENERGISED);
  status.faults = (uint16_t)ff_draw(random);
  status.clamps = (uint16_t)ff_draw(random);
  status.lease_session = (uint32_t)ff_draw(random);
  status.accepted_sequence = (uint32_t)ff_draw(random);
  status.accepted_age_us = (uint32_t)ff_draw(random);
  status.accepted_time_us = ff_draw(random);
  for (int i = 0; i < FF_MAX_JOINTS; ++i) {
    status.angles_urad[i] = (int32_t)ff_draw(random);
    status.rates_urad_s[i] = (int32_t)ff_draw(random);
    status.duties[i] = (int16_t)ff_draw(random);
  }
  for (int i = 0; i < FF_REJECT_COUNT; ++i) status.rejects.by_cause[i] = (uint16_t)ff_draw(random);
  return ff_encode_status(draw_header(random, FF_SOURCE_BOARD), &status, frame);
}

size_t ff_draw_identity_frame(struct ff_random* random, uint8_t* frame) {
  struct ff_identity identity;
  memset(&identity, 0, sizeof identity);
  identity.joint_count = (uint8_t)ff_draw(random);
  identity.reset_cause = (uint8_t)ff_draw(random);
  identity.parameters_hash = (uint32_t)ff_draw(random);
  for (uint32_t i = ff_draw_below(random, FF_NAME_SIZE + 1); i > 0; --i) {
    identity.firmware_id[i - 1] = (char)('a' + (int)ff_draw_below(random, 26));
  }
  for (int i = 0; i < FF_NONCE_SIZE; ++i) identity.board_nonce[i] = (uint8_t)ff_draw(random);
  for (int i = 0; i < FF_MAX_JOINTS; ++i) identity.min_angles_urad[i] = (int32_t)ff_draw(random);
  return ff_encode_identity(draw_header(random, FF_SOURCE_BOARD), &identity, frame);
}

int ff_count_accepted(struct ff_parser* parser, const uint8_t* bytes, size_t count) {
  int accepted = 0;
  for (size_t i = 0; i < count; ++i) accepted += ff_parse_byte(parser, bytes[i]) ? 1 : 0;
  return accepted;
}
