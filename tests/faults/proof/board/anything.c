#include "anything.h"

bool any_bool(void) {
  return (any_u8 & 1) != 0;
}

int32_t any_in(int32_t low, int32_t high) {
  const int32_t value = any_i32;
  if (value < low) return low;
  return value > high ? high : value;
}

void fill(void* at, unsigned size) {
  uint8_t* bytes = at;
  for (unsigned i = 0; i < size; ++i) bytes[i] = any_u8;
}

void draw_servo(struct ff_servo* servo) {
  // What joints and their parameters may be is the matter of prove_joint.c.
  fill(&servo->parameters, sizeof servo->parameters);
  servo->parameters.joint_count = (uint8_t)any_in(0, FF_MAX_JOINTS);  // 0: refused
  fill(servo->joints, sizeof servo->joints);
  for (int i = 0; i < FF_MAX_JOINTS; ++i) servo->joints[i].correcting = any_bool();
  servo->gripper.state = (uint8_t)any_in(FF_GRIPPER_OPEN, FF_GRIPPER_EMPTY);
  servo->gripper.ticks = any_u16;
  servo->command.flags = any_u8;
  servo->command.joint_count = any_u8;
  servo->command.time_to_live_us = any_u32;
  for (int i = 0; i < FF_MAX_JOINTS; ++i) servo->command.rates_urad_s[i] = any_i32;
  servo->accepted_us = any_u64;
  servo->state = (uint8_t)any_in(FF_STATE_OFF, FF_STATE_STOP);
  servo->present_faults = any_u16;
  servo->latched_faults = any_u16;
  servo->blind_joints = any_u8;
  servo->clamps = any_u16;
  servo->duty_ticks = any_u16;
  for (int i = 0; i < FF_MAX_JOINTS; ++i) {
    servo->duty_sums[i] = any_in(-INT32_MAX, INT32_MAX);
    servo->driven[i] = (int16_t)any_in(INT16_MIN, INT16_MAX);
  }
  servo->stop_tick = (uint16_t)any_in(0, FF_BLIND_STOP_END_TICK);
  servo->may_enable = any_bool();
  servo->measured = any_bool();
  servo->energised = any_bool();
}

void check_servo(const struct ff_servo* servo) {
  //@ assert state: servo->state <= FF_STATE_STOP;
  //@ assert gripper: servo->gripper.state <= FF_GRIPPER_EMPTY;
  //@ assert stop_tick: servo->stop_tick <= FF_BLIND_STOP_END_TICK;
}

// Length of a frame that the call before has found; 0: it found none.
static uint8_t draw_frame_size(void) {
  static const uint8_t sizes[5] = {0, FF_COMMAND_FRAME_SIZE, FF_STATUS_FRAME_SIZE, FF_QUERY_FRAME_SIZE,
                                   FF_IDENTITY_FRAME_SIZE};
  unsigned which = 0;
  while (which < 4 && any_bool()) ++which;
  return sizes[which];
}

uint8_t draw_parser(struct ff_parser* parser) {
  fill(parser->bytes, sizeof parser->bytes);
  for (int i = 0; i < FF_REJECT_COUNT; ++i) parser->rejects.by_cause[i] = any_u16;
  parser->accept = any_u8;
  parser->frame_size = draw_frame_size();
  parser->length = parser->frame_size == 0 ? (uint8_t)any_in(0, FF_MAX_FRAME_SIZE - 1)
                                           : (uint8_t)any_in(parser->frame_size, FF_MAX_FRAME_SIZE);
  return parser->frame_size;
}

static void draw_security(struct ff_link_security* link) {
  link->keyed = any_bool();
  link->pending_open = any_bool();
  fill(&link->master, sizeof link->master);
  fill(&link->nonce_seed, sizeof link->nonce_seed);
  link->nonce_count = any_u32;
  fill(link->board_nonce, sizeof link->board_nonce);
  fill(link->query_nonce, sizeof link->query_nonce);
  fill(&link->active, sizeof link->active);
  fill(&link->pending, sizeof link->pending);
}

void draw_board(struct ff_dispatch* board) {
  draw_servo(&board->servo);
  draw_security(&board->security);
  board->boot_session = any_u32;
  board->status_sequence = any_u32;
  board->lease_session = any_u32;
  board->accepted_sequence = any_u32;
  board->accepted_time_us = any_u64;
  board->accepted_us = any_u64;
  board->sample_us = any_u64;
  board->status_ticks = any_u16;
  board->status_due = any_bool();
  board->identity_sequence = any_u32;
  board->identity_ticks = any_u8;
  board->identity_due = any_bool();
  board->identity_asked = any_bool();
  board->reset_cause = any_u8;
  fill(board->firmware_id, sizeof board->firmware_id);
  fill(board->board_name, sizeof board->board_name);
  board->parameters_hash = any_u32;
}
