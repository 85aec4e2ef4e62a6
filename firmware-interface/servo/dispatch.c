#include "servo/dispatch.h"

#include <string.h>

bool ff_dispatch_start(struct ff_dispatch* board, const struct ff_servo_parameters* parameters,
                       uint32_t boot_session) {
  memset(board, 0, sizeof *board);
  ff_start_parser(&board->parser, FF_FRAME_COMMAND);
  board->boot_session = boot_session;
  return ff_servo_start(&board->servo, parameters);
}

static bool is_lease_running(const struct ff_dispatch* board, uint64_t now_us) {
  return board->lease_session != 0 && now_us - board->accepted_us < FF_LEASE_US;
}

// Whether a well-formed command comes from the controller that this board obeys, and is newer than the last
// one.
static bool is_obeyed(const struct ff_dispatch* board, const struct ff_header* header, uint64_t now_us,
                      enum ff_reject* cause) {
  *cause = FF_REJECT_SESSION;
  if (header->session == 0) return false;
  if (header->session != board->lease_session) return !is_lease_running(board, now_us);
  *cause = FF_REJECT_SEQUENCE;
  return header->sequence > board->accepted_sequence;
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

void ff_dispatch_receive(struct ff_dispatch* board, uint8_t byte, uint64_t now_us) {
  if (!ff_parse_byte(&board->parser, byte)) return;
  struct ff_header header;
  struct ff_command command;
  ff_read_header(board->parser.bytes, &header);
  enum ff_reject cause;
  if (header.source != FF_SOURCE_CONTROLLER) {
    cause = FF_REJECT_SOURCE;
  } else if (!ff_decode_command(board->parser.bytes, &command) ||
             command.joint_count != board->servo.parameters.joint_count) {
    cause = FF_REJECT_CONTENT;
  } else if (is_obeyed(board, &header, now_us, &cause)) {
    accept_command(board, &header, &command, now_us);
    return;
  } else if (cause == FF_REJECT_SESSION && (command.flags & FF_COMMAND_STOP) != 0) {
    // Anyone may stop, whoever holds the lease; the lease stays where it is.
    ff_servo_stop(&board->servo);
    board->status_due = true;
    return;
  }
  ff_count_reject(&board->parser.rejects, cause);
}

void ff_dispatch_tick(struct ff_dispatch* board, const struct ff_servo_inputs* inputs, uint64_t now_us,
                      struct ff_servo_outputs* outputs) {
  ff_servo_tick(&board->servo, inputs, now_us, outputs);
  board->sample_us = now_us;
  if (board->status_ticks < FF_STATUS_PERIOD_TICKS) ++board->status_ticks;
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
  return ff_encode_status(header, &status, frame);
}
