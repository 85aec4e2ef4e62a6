#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { FF_CLOCK_MHZ = 50 };

/// 50 MHz from the board's 8 MHz crystal; the free-running counter and the wake-up timer.
void ff_start_clock(void);

/// Board time, us: counts SysTick's current value, which needs a call at least every 335 ms. Only from the
/// main loop.
uint64_t ff_read_clock_us(void);

/// Has an interrupt come at that board time, us.
void ff_wake_at(uint64_t time_us);

/// @return Whether the interrupt of the newest ff_wake_at has come.
bool ff_is_wake_due(void);
