#pragma once

/// Starts it: without a kick for 100 ms the bridges are opened, after 100 ms more the board is reset.
void ff_start_watchdog(void);

void ff_kick_watchdog(void);
