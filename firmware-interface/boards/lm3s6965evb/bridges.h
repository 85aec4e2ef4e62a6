#pragma once

#include <stdbool.h>
#include <stdint.h>

// Converters and bridges: `drive_bridges.c` for the robot, `instrument_bridges.c` for the bench. Each also
// implements ff_board_are_sensors_ready, ff_board_read_sensors and ff_board_drive.

/// Brings them up with the bridges open.
void ff_start_bridges(void);

/// Opens the bridges for good, whatever the main loop is doing: for the watchdog's interrupt.
void ff_open_bridges(void);

/// @return Whether something waits for the main loop; it must not sleep then.
bool ff_have_bridges_work(void);

/// How long the watchdog lets bridges drive without a tick, ms.
uint32_t ff_watchdog_timeout_ms(void);
