#define _GNU_SOURCE
#include "boards/posix/pty.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

bool ff_open_pty(struct ff_pty* pty) {
  pty->master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (pty->master < 0) return false;
  if (grantpt(pty->master) != 0 || unlockpt(pty->master) != 0) return false;
  if (ptsname_r(pty->master, pty->path, sizeof pty->path) != 0) return false;
  pty->held_slave = open(pty->path, O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (pty->held_slave < 0) return false;
  struct termios settings;
  if (tcgetattr(pty->held_slave, &settings) != 0) return false;
  cfmakeraw(&settings);
  return tcsetattr(pty->held_slave, TCSANOW, &settings) == 0;
}

bool ff_link_pty(const struct ff_pty* pty, const char* link_path) {
  struct stat status;
  if (lstat(link_path, &status) == 0) {
    if (!S_ISLNK(status.st_mode)) {
      errno = EEXIST;
      return false;
    }
    if (unlink(link_path) != 0) return false;
  }
  return symlink(pty->path, link_path) == 0;
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
