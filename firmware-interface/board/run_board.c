#include "board/run_board.h"

#include "board/firmware_id.h"
#include "wire/bytes.h"

void ff_start_board_loop(struct ff_board_loop* loop) {
  ff_board_start();
  uint8_t entropy[FF_NONCE_SIZE];
  ff_board_entropy(entropy);
  const struct ff_board_description description = {.firmware_id = ff_firmware_id,
                                                   .board_name = ff_board_name(),
                                                   .reset_cause = (uint8_t)ff_board_reset_cause(),
                                                   .key = ff_board_key(),
                                                   .entropy = entropy};
  // Zero is no session; all others are as good.
  const uint32_t boot_session = ff_get_u32(entropy) | 1u;
  ff_dispatch_start(&loop->dispatch, ff_board_servo_parameters(), boot_session, &description);
  loop->tick = 0;
  loop->made_us = ff_board_time_us();
}

static void send_due_frames(struct ff_board_loop* loop) {
  uint8_t frame[FF_MAX_FRAME_SIZE];
  size_t size = ff_dispatch_take_status(&loop->dispatch, frame);
  if (size > 0) ff_board_send(frame, size);
  size = ff_dispatch_take_identity(&loop->dispatch, frame);
  if (size > 0) ff_board_send(frame, size);
}

static void receive(struct ff_board_loop* loop) {
  uint8_t bytes[FF_RECEIVE_BYTES];
  const size_t count = ff_board_receive(bytes, sizeof bytes);
  const uint64_t now_us = ff_board_time_us();
  for (size_t i = 0; i < count; ++i) ff_dispatch_receive(&loop->dispatch, bytes[i], now_us);
}

static void make_tick(struct ff_board_loop* loop, uint64_t now_us) {
  // Each tick has its own time, so that a stall's ticks, made up in a row, are 1 ms apart as they should be.
  // After a long stall, or where the processor does not keep up, some are left out: the later the more, down
  // to a steady delay.
  const uint64_t late_us = now_us - (uint64_t)(loop->tick + 1u) * FF_TICK_US;
  loop->tick += 1u;
  if (late_us >= FF_LATE_TICKS * FF_TICK_US) loop->tick += (uint32_t)(late_us / (FF_LATE_TICKS * FF_TICK_US));
  loop->made_us = now_us;

  struct ff_servo_inputs inputs;
  struct ff_servo_outputs outputs;
  ff_board_read_sensors(&inputs);
  ff_dispatch_tick(&loop->dispatch, &inputs, (uint64_t)loop->tick * FF_TICK_US, &outputs);
  const struct ff_tick_report report = {.boot_id = loop->dispatch.boot_session,
                                        .tick = loop->tick,
                                        .state = loop->dispatch.servo.state,
                                        .accepted = loop->dispatch.accepted_sequence != 0,
                                        .accepted_us = loop->dispatch.accepted_us};
  ff_board_drive(&outputs, &report);
  ff_board_kick_watchdog();
  send_due_frames(loop);
}

void ff_pass_board_loop(struct ff_board_loop* loop) {
  receive(loop);
  const uint64_t now_us = ff_board_time_us();
  const uint64_t due_us = (uint64_t)(loop->tick + 1u) * FF_TICK_US;
  const uint64_t patience_us = loop->made_us + FF_SENSOR_WAIT_US;
  if (now_us < due_us) {
    ff_board_wait(due_us);
  } else if (!ff_board_are_sensors_ready() && now_us < patience_us) {
    ff_board_wait(patience_us);
  } else {
    make_tick(loop, now_us);
  }
}
