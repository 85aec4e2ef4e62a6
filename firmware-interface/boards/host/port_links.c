#define _GNU_SOURCE
#include "boards/host/port_links.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { kPathSize = 512 };

static bool link_port(const char* directory, const char* name, const char* target) {
  char path[kPathSize];
  struct stat status;
  const int length = snprintf(path, sizeof path, "%s/%s", directory, name);
  bool linked = length > 0 && length < kPathSize;
  if (linked && lstat(path, &status) == 0) linked = S_ISLNK(status.st_mode) && unlink(path) == 0;
  linked = linked && symlink(target, path) == 0;
  if (!linked) {
    fprintf(stderr, "cannot make the link %s/%s: %s\n", directory, name,
            strerror(errno != 0 ? errno : EEXIST));
    return false;
  }
  printf("%-10s port  %s  (%s)\n", name, path, target);
  fflush(stdout);
  return true;
}

bool ff_link_ports(const char* directory, const char* command_path, const char* instrument_path) {
  if (mkdir(directory, 0755) != 0 && errno != EEXIST) {
    fprintf(stderr, "cannot make the directory %s: %s\n", directory, strerror(errno));
    return false;
  }
  errno = 0;
  return link_port(directory, "command", command_path) && link_port(directory, "instrument", instrument_path);
}
