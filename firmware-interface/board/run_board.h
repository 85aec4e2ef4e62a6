#pragma once

#include "board/board.h"
#include "servo/dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  FF_RECEIVE_BYTES = 64,      ///< taken from the command link in one pass at most
  FF_SENSOR_WAIT_US = 10000,  ///< from a tick until the next one goes ahead without fresh sensors
  FF_LATE_TICKS = 20          ///< a tick that is later than these stands for several
};

/// The loop that every board runs, between its passes.
struct ff_board_loop {
  struct ff_dispatch dispatch;
  uint32_t tick;     ///< newest tick made = its board time in ms
  uint64_t made_us;  ///< board time at which it was really made
};

/// Starts the board and everything on it.
void ff_start_board_loop(struct ff_board_loop* loop);

/// One pass: takes received bytes, makes at most one tick, sends what is due; sleeps if nothing is.
void ff_pass_board_loop(struct ff_board_loop* loop);

#ifdef __cplusplus
}
#endif
