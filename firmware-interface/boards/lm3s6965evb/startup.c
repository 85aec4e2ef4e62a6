// Vector table, and what happens between reset and main.

#include <stdint.h>

#include "boards/lm3s6965evb/interrupts.h"
#include "boards/lm3s6965evb/registers.h"

extern uint32_t ff_stack_top[];
extern uint32_t ff_data_start[], ff_data_end[], ff_bss_start[], ff_bss_end[];
extern const uint32_t ff_data_image[];

int main(void);

void ff_reset(void) {
  const uint32_t* from = ff_data_image;
  for (uint32_t* at = ff_data_start; at < ff_data_end; ++at) *at = *from++;
  for (uint32_t* at = ff_bss_start; at < ff_bss_end; ++at) *at = 0;
  main();
  for (;;) {
  }
}

// A fault of the processor, or an interrupt that nobody asked for: the watchdog opens the bridges and resets.
static void wait_for_watchdog(void) {
  for (;;) {
  }
}

struct vector_table {
  uint32_t* stack_top;
  void (*exceptions[15])(void);
  void (*interrupts[FF_IRQ_COUNT])(void);
};

__attribute__((section(".vectors"), used)) static const struct vector_table kVectors = {
    .stack_top = ff_stack_top,
    .exceptions = {ff_reset, wait_for_watchdog, wait_for_watchdog, wait_for_watchdog, wait_for_watchdog,
                   wait_for_watchdog, 0, 0, 0, 0, wait_for_watchdog, wait_for_watchdog, 0, wait_for_watchdog,
                   wait_for_watchdog},
    .interrupts = {[FF_IRQ_UART0] = ff_on_uart0,
                   [FF_IRQ_UART1] = ff_on_uart1,
                   [FF_IRQ_WATCHDOG] = ff_on_watchdog,
                   [FF_IRQ_TIMER0A] = ff_on_timer0}};
