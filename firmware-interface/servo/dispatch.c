#include "servo/dispatch.h"

#include <string.h>

static void copy_name(char* to, const char* from) {
  for (int i = 0; from != NULL && i < FF_NAME_SIZE && from[i] != '\0'; ++i) to[i] = from[i];
}

bool ff_dispatch_start(struct ff_dispatch* board, const struct ff_servo_parameters* parameters,
                       uint32_t boot_session, const struct ff_board_description* description) {
  static const struct ff_board_description plain = {0};
  if (description == NULL) description = &plain;
  memset(board, 0, sizeof *board);
  const bool keyed = description->key != NULL;
  ff_start_parser(&board->parser, FF_ACCEPT_COMMANDS | FF_ACCEPT_QUERIES | (keyed ? FF_ACCEPT_TAGGED : 0u));
  ff_start_security(&board->security, description->key, description->entropy);
  board->boot_session = boot_session;
  board->identity_due = true;
  board->identity_ticks = FF_IDENTITY_PERIOD_TICKS;
  board->reset_cause = description->reset_cause;
  copy_name(board->firmware_id, description->firmware_id);
  copy_name(board->board_name, description->board_name);
  // Without entropy a recorded session could be played back: then nothing is energised at all.
  if (keyed && description->entropy == NULL) return false;
  if (!ff_servo_start(&board->servo, parameters)) return false;
  board->parameters_hash = ff_hash_servo_parameters(parameters);
  return true;
}

static bool is_lease_running(const struct ff_dispatch* board, uint64_t now_us) {
  return board->lease_session != 0 && now_us < board->accepted_us + FF_LEASE_US;
}

// Whether a well-formed command comes from the controller that this board obeys, and is newer than the last
// one.
// @param session With a key: the session whose tag the command carries.
static bool is_obeyed(const struct ff_dispatch* board, const struct ff_header* header,
                      const struct ff_session* session, uint64_t now_us, enum ff_reject* cause) {
  *cause = FF_REJECT_SESSION;
  if (header->session == 0) return false;
  *cause = FF_REJECT_SEQUENCE;
  if (session != NULL && header->sequence <= session->sequence) return false;
  if (header->session == board->lease_session) return header->sequence > board->accepted_sequence;
  *cause = FF_REJECT_SESSION;
  return !is_lease_running(board, now_us);
}

static void accept_command(struct ff_dispatch* board, const struct ff_header* header,
                           const struct ff_command* command, uint64_t now_us) {
  board->lease_session = header->session;
  board->accepted_sequence = header->sequence;
  board->accepted_time_us = header->time_us;
  board->accepted_us = now_us;
  board->status_due = true;
  ff_servo_command(&board->servo, command, now_us);
}

// Anyone may stop, whoever holds the lease; the lease stays where it is.
static void obey_foreign_stop(struct ff_dispatch* board, const struct ff_header* header,
                              struct ff_session* session) {
  if (session != NULL) session->sequence = header->sequence;
  ff_servo_stop(&board->servo);
  board->status_due = true;
}

// @return FF_REJECT_COUNT if the command was obeyed, otherwise why not.
static enum ff_reject receive_command(struct ff_dispatch* board, const struct ff_header* header,
                                      uint64_t now_us) {
  struct ff_command command;
  struct ff_session* session = NULL;
  if (board->security.keyed) {
    session = ff_find_session(&board->security, board->parser.bytes);
    if (session == NULL) return FF_REJECT_TAG;
  }
  if (header->source != FF_SOURCE_CONTROLLER) return FF_REJECT_SOURCE;
  if (session != NULL && session->number != header->session) return FF_REJECT_SESSION;
  if (!ff_decode_command(board->parser.bytes, &command)) return FF_REJECT_CONTENT;
  if (command.joint_count != board->servo.parameters.joint_count) return FF_REJECT_JOINTS;
  enum ff_reject cause;
  if (is_obeyed(board, header, session, now_us, &cause)) {
    if (session != NULL) ff_activate_session(&board->security, session);
    accept_command(board, header, &command, now_us);
    return FF_REJECT_COUNT;
  }
  if (cause == FF_REJECT_SESSION && (command.flags & FF_COMMAND_STOP) != 0) {
    obey_foreign_stop(board, header, session);
    return FF_REJECT_COUNT;
  }
  return cause;
}

static enum ff_reject receive_query(struct ff_dispatch* board, const struct ff_header* header) {
  if (board->identity_due && board->identity_asked) return FF_REJECT_COUNT;
  if (!ff_is_genuine_query(&board->security, board->parser.bytes)) return FF_REJECT_TAG;
  if (header->source != FF_SOURCE_CONTROLLER) return FF_REJECT_SOURCE;
  if (header->session == 0) return FF_REJECT_SESSION;
  struct ff_query query;
  ff_decode_query(board->parser.bytes, &query);
  ff_open_session(&board->security, header->session, &query);
  board->identity_due = true;
  board->identity_asked = true;
  return FF_REJECT_COUNT;
}

void ff_dispatch_receive(struct ff_dispatch* board, uint8_t byte, uint64_t now_us) {
  if (!ff_parse_byte(&board->parser, byte)) return;
  struct ff_header header;
  ff_read_header(board->parser.bytes, &header);
  const enum ff_reject cause =
      header.type == FF_FRAME_QUERY ? receive_query(board, &header) : receive_command(board, &header, now_us);
  if (cause != FF_REJECT_COUNT) ff_count_reject(&board->parser.rejects, cause);
}

void ff_dispatch_tick(struct ff_dispatch* board, const struct ff_servo_inputs* inputs, uint64_t now_us,
                      struct ff_servo_outputs* outputs) {
  ff_servo_tick(&board->servo, inputs, now_us, outputs);
  board->sample_us = now_us;
  if (board->status_ticks < FF_STATUS_PERIOD_TICKS) ++board->status_ticks;
  if (board->identity_ticks < FF_IDENTITY_PERIOD_TICKS) ++board->identity_ticks;
}

static uint32_t accepted_age(const struct ff_dispatch* board) {
  // A command may be stamped inside the tick that has not sampled yet: its age is then zero, not negative.
  const uint64_t age = board->sample_us > board->accepted_us ? board->sample_us - board->accepted_us : 0;
  return age < UINT32_MAX ? (uint32_t)age : UINT32_MAX;
}

static void fill_status(struct ff_dispatch* board, struct ff_status* status) {
  const struct ff_servo* servo = &board->servo;
  memset(status, 0, sizeof *status);
  status->state = servo->state;
  status->gripper = servo->gripper.state;
  status->joint_count = servo->parameters.joint_count;
  status->flags = servo->energised ? FF_STATUS_ENERGISED : 0;
  status->faults = ff_servo_faults(servo);
  status->clamps = ff_servo_take_clamps(&board->servo);
  status->lease_session = board->lease_session;
  status->accepted_sequence = board->accepted_sequence;
  status->accepted_age_us = accepted_age(board);
  status->accepted_time_us = board->accepted_time_us;
  for (int i = 0; i < servo->parameters.joint_count; ++i) {
    status->angles_urad[i] = servo->joints[i].angle_urad;
    status->rates_urad_s[i] = servo->joints[i].rate_urad_s;
  }
  ff_servo_take_duties(&board->servo, status->duties);
  status->rejects = board->parser.rejects;
}

size_t ff_dispatch_take_status(struct ff_dispatch* board, uint8_t* frame) {
  if (!board->status_due && board->status_ticks < FF_STATUS_PERIOD_TICKS) return 0;
  board->status_due = false;
  board->status_ticks = 0;
  struct ff_status status;
  fill_status(board, &status);
  const struct ff_header header = {.source = FF_SOURCE_BOARD,
                                   .session = board->boot_session,
                                   .sequence = ++board->status_sequence,
                                   .time_us = board->sample_us};
  const size_t size = ff_encode_status(header, &status, frame);
  ff_tag_status(&board->security, is_lease_running(board, board->sample_us), frame);
  return size;
}

static void fill_identity(const struct ff_dispatch* board, struct ff_identity* identity) {
  const struct ff_servo_parameters* parameters = &board->servo.parameters;
  memset(identity, 0, sizeof *identity);
  identity->protocol_version = FF_PROTOCOL_VERSION;
  identity->joint_count = parameters->joint_count;
  identity->flags = board->security.keyed ? FF_IDENTITY_AUTHENTICATES : 0;
  identity->reset_cause = board->reset_cause;
  identity->definition_hash = FF_PROTOCOL_HASH;
  identity->parameters_hash = board->parameters_hash;
  identity->tick_us = FF_TICK_US;
  memcpy(identity->firmware_id, board->firmware_id, FF_NAME_SIZE);
  memcpy(identity->board_name, board->board_name, FF_NAME_SIZE);
  memcpy(identity->board_nonce, board->security.board_nonce, FF_NONCE_SIZE);
  memcpy(identity->query_nonce, board->security.query_nonce, FF_NONCE_SIZE);
  for (int i = 0; i < parameters->joint_count; ++i) {
    identity->min_angles_urad[i] = parameters->joints[i].min_angle_urad;
    identity->max_angles_urad[i] = parameters->joints[i].max_angle_urad;
    identity->max_rates_urad_s[i] = parameters->joints[i].max_rate_urad_s;
  }
}

size_t ff_dispatch_take_identity(struct ff_dispatch* board, uint8_t* frame) {
  if (!board->identity_due || board->identity_ticks < FF_IDENTITY_PERIOD_TICKS) return 0;
  board->identity_due = false;
  board->identity_asked = false;
  board->identity_ticks = 0;
  struct ff_identity identity;
  fill_identity(board, &identity);
  const struct ff_header header = {.source = FF_SOURCE_BOARD,
                                   .session = board->boot_session,
                                   .sequence = ++board->identity_sequence,
                                   .time_us = board->sample_us};
  const size_t size = ff_encode_identity(header, &identity, frame);
  ff_tag_identity(&board->security, frame);
  return size;
}
