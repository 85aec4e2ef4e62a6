#include "boards/lm3s6965evb/clock.h"

#include "boards/lm3s6965evb/interrupts.h"
#include "boards/lm3s6965evb/registers.h"

// Run-mode clock configuration: fields of RCC.
enum {
  kMainOscillatorOff = 1 << 0,
  kOscillatorMask = 3 << 4,
  kCrystalMask = 0xf << 6,
  kCrystal8MHz = 0xe << 6,
  kBypass = 1 << 11,
  kPllOff = 1 << 13,
  kUseDivider = 1 << 22,
  kDividerMask = 0xf << 23,
  kDivideBy4 = 3 << 23  // 200 MHz / 4
};
enum { kPllLocked = 1 << 6 };
enum { kCounterMask = 0xffffff };
enum { kTimer0Clock = 1 << 16, kTimerOneShot = 1, kTimerOn = 1, kTimerTimeout = 1 };

static uint32_t newest_count;
static uint32_t left_cycles;  // below one microsecond
static uint64_t time_us;
static uint64_t wake_us;
static volatile bool woken;

static void start_pll(void) {
  uint32_t rcc = FF_RCC;
  // First from the crystal itself, while the PLL starts.
  rcc = (rcc | kBypass) & ~(uint32_t)(kUseDivider | kMainOscillatorOff);
  FF_RCC = rcc;
  FF_MISC = kPllLocked;
  rcc = (rcc & ~(uint32_t)(kOscillatorMask | kCrystalMask | kPllOff | kDividerMask)) | kCrystal8MHz;
  FF_RCC = rcc;
  rcc |= kDivideBy4 | kUseDivider;
  FF_RCC = rcc;
  while ((FF_RIS & kPllLocked) == 0) {
  }
  FF_RCC = rcc & ~(uint32_t)kBypass;
}

void ff_start_clock(void) {
  start_pll();
  FF_SYSTICK_RELOAD = kCounterMask;
  FF_SYSTICK_CURRENT = 0;
  FF_SYSTICK_CONTROL = 5;  // processor clock, no interrupt
  newest_count = FF_SYSTICK_CURRENT;

  FF_RCGC1 |= kTimer0Clock;
  FF_TIMER_CTL = 0;
  FF_TIMER_CFG = 0;  // 32 bits
  FF_TIMER_TAMR = kTimerOneShot;
  FF_TIMER_IMR = kTimerTimeout;
  FF_INTERRUPT_PRIORITY(FF_IRQ_TIMER0A) = 1 << 5;
  FF_INTERRUPT_ENABLE(FF_IRQ_TIMER0A) = 1u << (FF_IRQ_TIMER0A % 32);
}

uint64_t ff_read_clock_us(void) {
  const uint32_t count = FF_SYSTICK_CURRENT;
  left_cycles += (newest_count - count) & kCounterMask;  // counts down
  newest_count = count;
  const uint32_t passed_us = left_cycles / FF_CLOCK_MHZ;
  left_cycles -= passed_us * FF_CLOCK_MHZ;
  time_us += passed_us;
  return time_us;
}

void ff_wake_at(uint64_t at_us) {
  if (at_us == wake_us && !woken) return;
  const uint64_t now_us = ff_read_clock_us();
  const uint32_t delay_us = at_us > now_us ? (uint32_t)(at_us - now_us) : 1u;
  wake_us = at_us;
  woken = false;
  FF_TIMER_CTL = 0;
  FF_TIMER_TAILR = delay_us * FF_CLOCK_MHZ;
  FF_TIMER_CTL = kTimerOn;
}

bool ff_is_wake_due(void) {
  return woken;
}

void ff_on_timer0(void) {
  FF_TIMER_ICR = kTimerTimeout;
  woken = true;
}
