#pragma once

#include <stdint.h>

// Registers of the LM3S6965 that this port uses; names are those of its data sheet.

#define FF_REGISTER(address) (*(volatile uint32_t*)(uintptr_t)(address))

// System control
#define FF_RIS FF_REGISTER(0x400fe050u)
#define FF_MISC FF_REGISTER(0x400fe058u)
#define FF_RESC FF_REGISTER(0x400fe05cu)
#define FF_RCC FF_REGISTER(0x400fe060u)
#define FF_RCGC0 FF_REGISTER(0x400fe100u)
#define FF_RCGC1 FF_REGISTER(0x400fe104u)
#define FF_RCGC2 FF_REGISTER(0x400fe108u)

// Cortex-M3
#define FF_SYSTICK_CONTROL FF_REGISTER(0xe000e010u)
#define FF_SYSTICK_RELOAD FF_REGISTER(0xe000e014u)
#define FF_SYSTICK_CURRENT FF_REGISTER(0xe000e018u)
#define FF_INTERRUPT_ENABLE(number) FF_REGISTER(0xe000e100u + 4u * ((number) / 32u))
#define FF_INTERRUPT_PRIORITY(number) (*(volatile uint8_t*)(uintptr_t)(0xe000e400u + (number)))

// Interrupt numbers
enum { FF_IRQ_UART0 = 5, FF_IRQ_UART1 = 6, FF_IRQ_WATCHDOG = 18, FF_IRQ_TIMER0A = 19, FF_IRQ_COUNT = 44 };

// General-purpose timer 0
#define FF_TIMER_CFG FF_REGISTER(0x40030000u)
#define FF_TIMER_TAMR FF_REGISTER(0x40030004u)
#define FF_TIMER_CTL FF_REGISTER(0x4003000cu)
#define FF_TIMER_IMR FF_REGISTER(0x40030018u)
#define FF_TIMER_ICR FF_REGISTER(0x40030024u)
#define FF_TIMER_TAILR FF_REGISTER(0x40030028u)

// Watchdog
#define FF_WDT_LOAD FF_REGISTER(0x40000000u)
#define FF_WDT_CTL FF_REGISTER(0x40000008u)
#define FF_WDT_ICR FF_REGISTER(0x4000000cu)
#define FF_WDT_TEST FF_REGISTER(0x40000418u)
#define FF_WDT_LOCK FF_REGISTER(0x40000c00u)

// General-purpose pins: a port's base, offsets in it
enum {
  FF_PORT_A = 0x40004000,
  FF_PORT_B = 0x40005000,
  FF_PORT_C = 0x40006000,
  FF_PORT_D = 0x40007000,
  FF_PORT_G = 0x40026000
};
#define FF_GPIO_DATA(port, pins) FF_REGISTER((port) + ((uint32_t)(pins) << 2))
#define FF_GPIO_DIR(port) FF_REGISTER((port) + 0x400u)
#define FF_GPIO_AFSEL(port) FF_REGISTER((port) + 0x420u)
#define FF_GPIO_PUR(port) FF_REGISTER((port) + 0x510u)
#define FF_GPIO_DEN(port) FF_REGISTER((port) + 0x51cu)
