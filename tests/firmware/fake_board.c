#include "firmware/fake_board.h"

#include <string.h>

#include "board/firmware_id.h"
#include "firmware/sample_parameters.h"

struct ff_fake_board ff_fake_board;

const char ff_firmware_id[] = "test";

void ff_reset_fake_board(void) {
  memset(&ff_fake_board, 0, sizeof ff_fake_board);
  ff_fake_board.sensors_ready = true;
  ff_fake_board.send_room = 1000000;
  for (int i = 0; i < FF_MAX_JOINTS; ++i) {
    ff_fake_board.inputs.pot_counts[i] = 2048;
    ff_fake_board.inputs.tacho_counts[i] = 2048;
    ff_fake_board.inputs.current_counts[i] = 2048;
  }
}

void ff_board_start(void) {}

const struct ff_servo_parameters* ff_board_servo_parameters(void) {
  return &ff_sample_parameters;
}

uint64_t ff_board_time_us(void) {
  return ff_fake_board.time_us;
}

enum ff_reset_cause ff_board_reset_cause(void) {
  return FF_RESET_SOFTWARE;
}

const char* ff_board_name(void) {
  return "fake";
}

const uint8_t* ff_board_key(void) {
  return NULL;
}

void ff_board_entropy(uint8_t entropy[FF_NONCE_SIZE]) {
  memset(entropy, 0x42, FF_NONCE_SIZE);
}

size_t ff_board_receive(uint8_t* bytes, size_t capacity) {
  const size_t count = ff_fake_board.received_count < capacity ? ff_fake_board.received_count : capacity;
  memcpy(bytes, ff_fake_board.received, count);
  ff_fake_board.received_count -= count;
  memmove(ff_fake_board.received, ff_fake_board.received + count, ff_fake_board.received_count);
  return count;
}

bool ff_board_send(const uint8_t* frame, size_t size) {
  if (size > ff_fake_board.send_room || size > sizeof ff_fake_board.sent) return false;
  memcpy(ff_fake_board.sent, frame, size);
  ff_fake_board.sent_count = size;
  return true;
}

bool ff_board_are_sensors_ready(void) {
  return ff_fake_board.sensors_ready;
}

void ff_board_read_sensors(struct ff_servo_inputs* inputs) {
  *inputs = ff_fake_board.inputs;
}

void ff_board_drive(const struct ff_servo_outputs* outputs, const struct ff_tick_report* report) {
  ff_fake_board.outputs = *outputs;
  ff_fake_board.report = *report;
  ++ff_fake_board.drives;
}

void ff_board_kick_watchdog(void) {
  ++ff_fake_board.kicks;
}

void ff_board_wait(uint64_t until_us) {
  ++ff_fake_board.waits;
  if (ff_fake_board.received_count > 0) return;
  ff_fake_board.asked_wake_us = until_us;
  if (until_us > ff_fake_board.time_us) ff_fake_board.time_us = until_us;
  ff_fake_board.time_us += ff_fake_board.late_us;
  ff_fake_board.late_us = 0;
}
