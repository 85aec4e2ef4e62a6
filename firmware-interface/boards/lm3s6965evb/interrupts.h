#pragma once

// Interrupt handlers, for the vector table. The watchdog's has the highest priority, the others share the
// next.

void ff_on_uart0(void);
void ff_on_uart1(void);
void ff_on_timer0(void);
void ff_on_watchdog(void);
