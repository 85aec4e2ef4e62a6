#pragma once

/// Starts it: without a kick for ff_watchdog_timeout_ms the bridges are opened, after as long again the board
/// is reset.
void ff_start_watchdog(void);

void ff_kick_watchdog(void);
