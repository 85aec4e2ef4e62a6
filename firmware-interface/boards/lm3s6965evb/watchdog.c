#include "boards/lm3s6965evb/watchdog.h"

#include "boards/lm3s6965evb/bridges.h"
#include "boards/lm3s6965evb/clock.h"
#include "boards/lm3s6965evb/interrupts.h"
#include "boards/lm3s6965evb/registers.h"

enum { kClock = 1 << 3, kInterrupt = 1 << 0, kReset = 1 << 1, kStallInDebugger = 1 << 8 };
static const uint32_t kUnlock = 0x1acce551u;

void ff_start_watchdog(void) {
  FF_RCGC0 |= kClock;
  FF_WDT_LOCK = kUnlock;
  FF_WDT_TEST = kStallInDebugger;
  FF_WDT_LOAD = ff_watchdog_timeout_ms() * 1000u * FF_CLOCK_MHZ;
  FF_WDT_CTL = kInterrupt | kReset;
  FF_INTERRUPT_PRIORITY(FF_IRQ_WATCHDOG) = 0;
  FF_INTERRUPT_ENABLE(FF_IRQ_WATCHDOG) = 1u << (FF_IRQ_WATCHDOG % 32);
}

void ff_kick_watchdog(void) {
  FF_WDT_ICR = 0;
}

// The first timeout. Its interrupt stays pending, so the second one resets; nothing else runs any more.
void ff_on_watchdog(void) {
  ff_open_bridges();
  for (;;) {
  }
}
