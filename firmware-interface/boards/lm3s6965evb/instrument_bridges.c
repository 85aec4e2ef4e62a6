// Converters and bridges at the other end of the instrument port.

#include "board/board.h"
#include "board/instrument_bench.h"
#include "boards/lm3s6965evb/bridges.h"
#include "boards/lm3s6965evb/uart.h"

enum { kBaudRate = 921600 };

static struct ff_instrument_bench bench;
static struct ff_tick_report newest_report;

void ff_start_bridges(void) {
  ff_start_instrument_bench(&bench, ff_board_servo_parameters()->joint_count);
  ff_start_uart(FF_UART_INSTRUMENT, kBaudRate);
}

// The test of the watchdog asks for it.
static void hang(void) {
  for (;;) {
  }
}

bool ff_board_are_sensors_ready(void) {
  uint8_t bytes[FF_MAX_INSTRUMENT_FRAME_SIZE];
  const size_t count = ff_read_uart(FF_UART_INSTRUMENT, bytes, sizeof bytes);
  for (size_t i = 0; i < count; ++i) ff_receive_instrument_byte(&bench, bytes[i]);
  if (bench.hang) hang();
  const bool ready = ff_is_instrument_ready(&bench);
  ff_want_uart(FF_UART_INSTRUMENT, !ready);
  return ready;
}

bool ff_have_bridges_work(void) {
  return ff_has_uart_bytes(FF_UART_INSTRUMENT);
}

void ff_board_read_sensors(struct ff_servo_inputs* inputs) {
  ff_read_instrument_sensors(&bench, inputs);
}

void ff_board_drive(const struct ff_servo_outputs* outputs, const struct ff_tick_report* report) {
  newest_report = *report;
  uint8_t frame[FF_MAX_INSTRUMENT_FRAME_SIZE];
  ff_write_uart(FF_UART_INSTRUMENT, frame, ff_make_drive_frame(&bench, outputs, report, frame));
}

void ff_open_bridges(void) {
  const struct ff_servo_outputs open = {.energised = false};
  uint8_t frame[FF_MAX_INSTRUMENT_FRAME_SIZE];
  ff_force_uart(FF_UART_INSTRUMENT, frame, ff_make_drive_frame(&bench, &open, &newest_report, frame));
}

// An emulator's host may stall for a while; and nothing moves here.
uint32_t ff_watchdog_timeout_ms(void) {
  return 250;
}
