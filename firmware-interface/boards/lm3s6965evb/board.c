// board/board.h for the LM3S6965 evaluation board.

#include "board/board.h"

#include "boards/lm3s6965evb/bridges.h"
#include "boards/lm3s6965evb/clock.h"
#include "boards/lm3s6965evb/key_page.h"
#include "boards/lm3s6965evb/survives.h"
#include "boards/lm3s6965evb/uart.h"
#include "boards/lm3s6965evb/watchdog.h"
#include "boards/servo_parameters.h"

enum { kCommandBaudRate = 921600 };

void ff_board_start(void) {
  ff_start_clock();
  ff_start_survives();
  ff_start_bridges();
  ff_start_uart(FF_UART_COMMAND, kCommandBaudRate);
  ff_start_watchdog();
}

const struct ff_servo_parameters* ff_board_servo_parameters(void) {
  return &ff_servo_parameters;
}

uint64_t ff_board_time_us(void) {
  return ff_read_clock_us();
}

enum ff_reset_cause ff_board_reset_cause(void) {
  return ff_read_reset_cause();
}

const char* ff_board_name(void) {
  return "lm3s6965evb";
}

const uint8_t* ff_board_key(void) {
  return ff_read_key_page();
}

void ff_board_entropy(uint8_t entropy[FF_NONCE_SIZE]) {
  ff_draw_entropy(entropy);
}

size_t ff_board_receive(uint8_t* bytes, size_t capacity) {
  return ff_read_uart(FF_UART_COMMAND, bytes, capacity);
}

bool ff_board_send(const uint8_t* frame, size_t size) {
  return ff_write_uart(FF_UART_COMMAND, frame, size);
}

void ff_board_kick_watchdog(void) {
  ff_kick_watchdog();
}

void ff_board_wait(uint64_t until_us) {
  ff_wake_at(until_us);
  // An interrupt between the question and the sleep would be slept over; masked, it still ends the sleep.
  __asm volatile("cpsid i" ::: "memory");
  if (!ff_has_uart_bytes(FF_UART_COMMAND) && !ff_have_bridges_work() && !ff_is_wake_due()) {
    __asm volatile("wfi" ::: "memory");
  }
  __asm volatile("cpsie i" ::: "memory");
}
