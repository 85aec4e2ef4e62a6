#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The board's serial ports.
enum ff_uart { FF_UART_COMMAND, FF_UART_INSTRUMENT, FF_UART_COUNT };

/// Brings up a port with 8 data bits, no parity, one stop bit, with rings that interrupts fill and empty.
void ff_start_uart(enum ff_uart uart, uint32_t baud_rate);

/// Takes what was received. Never waits. @return Number of bytes.
size_t ff_read_uart(enum ff_uart uart, uint8_t* bytes, size_t capacity);

/// @return Whether there is something to read.
bool ff_has_uart_bytes(enum ff_uart uart);

/// Says whether received bytes shall end a sleep. Where the hardware gathers them as told, they are taken by
/// its interrupts anyway. QEMU interrupts for each single byte, which costs the host far more than the byte:
/// there bytes that are not wanted now stay in the receiver, and nothing is lost because it holds back its
/// sender.
void ff_want_uart(enum ff_uart uart, bool wanted);

/// Sends all bytes or none. Never waits. @return False if there is no room for all.
bool ff_write_uart(enum ff_uart uart, const uint8_t* bytes, size_t count);

/// Sends bytes ahead of everything else, waiting for the transmitter: for the watchdog's interrupt only.
void ff_force_uart(enum ff_uart uart, const uint8_t* bytes, size_t count);
