#pragma once

#include <stdbool.h>
#include <stddef.h>

/// A pseudo-terminal that stands in for a serial port: the program holds the master, others open the path.
struct ff_pty {
  int master;      ///< non-blocking; survives exec
  int held_slave;  ///< kept open, so that the port exists without a peer and nobody's closing ends it
  char path[64];   ///< what a peer opens
};

/// @return False, with errno set, if the system has no pseudo-terminal to give.
bool ff_open_pty(struct ff_pty* pty);

/// Sets a terminal to pass every byte as it is. @return False, with errno set, on failure.
bool ff_make_raw(int terminal);

/// Reads what is there. @return Number of bytes, 0 if none.
size_t ff_read_pty(const struct ff_pty* pty, void* bytes, size_t capacity);

/// Writes a frame as a serial line would: when nobody reads, old bytes are thrown away, and never waits.
/// @return False if the frame was not written.
bool ff_write_pty(const struct ff_pty* pty, const void* bytes, size_t size);
