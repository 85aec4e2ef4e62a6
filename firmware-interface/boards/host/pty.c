#define _GNU_SOURCE
#include "boards/host/pty.h"

#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

bool ff_make_raw(int terminal) {
  struct termios settings;
  if (tcgetattr(terminal, &settings) != 0) return false;
  cfmakeraw(&settings);
  return tcsetattr(terminal, TCSANOW, &settings) == 0;
}

bool ff_open_pty(struct ff_pty* pty) {
  pty->master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (pty->master < 0) return false;
  if (grantpt(pty->master) != 0 || unlockpt(pty->master) != 0) return false;
  if (ptsname_r(pty->master, pty->path, sizeof pty->path) != 0) return false;
  pty->held_slave = open(pty->path, O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (pty->held_slave < 0) return false;
  return ff_make_raw(pty->held_slave);
}

size_t ff_read_pty(const struct ff_pty* pty, void* bytes, size_t capacity) {
  const ssize_t count = read(pty->master, bytes, capacity);
  return count > 0 ? (size_t)count : 0;
}

bool ff_write_pty(const struct ff_pty* pty, const void* bytes, size_t size) {
  if (write(pty->master, bytes, size) == (ssize_t)size) return true;
  tcflush(pty->held_slave, TCIFLUSH);
  return false;
}
