#pragma once

#include "board/board.h"

/// A board of the tests' own: its time stands until the loop waits or a test moves it.
struct ff_fake_board {
  uint64_t time_us;
  uint64_t late_us;  ///< the next wait ends so much later: a stall
  bool sensors_ready;
  struct ff_servo_inputs inputs;
  uint8_t received[256];  ///< what the loop will be given
  size_t received_count;
  uint8_t sent[512];  ///< newest frames
  size_t sent_count;
  size_t send_room;  ///< bytes
  struct ff_servo_outputs outputs;
  struct ff_tick_report report;
  int drives;
  int kicks;
  int waits;
  uint64_t asked_wake_us;
};
extern struct ff_fake_board ff_fake_board;

/// Back to its start, with sensors in the middle of their scales.
void ff_reset_fake_board(void);
