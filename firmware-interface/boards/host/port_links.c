#define _GNU_SOURCE
#include "boards/host/port_links.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boards/host/port_folder.h"

enum { kPathSize = 512, kPortCount = 2 };

static char directory[kPathSize];
static struct {
  char path[2 * kPathSize];
  char target[kPathSize];
} links[kPortCount];

bool ff_name_ports(const char* new_directory, const char* command_path, const char* instrument_path) {
  const char* const names[kPortCount] = {"command", "instrument"};
  const char* const targets[kPortCount] = {command_path, instrument_path};
  const bool fits = new_directory == NULL
                        ? ff_find_port_folder(directory, sizeof directory)
                        : snprintf(directory, sizeof directory, "%s", new_directory) < kPathSize;
  if (!fits) {
    fprintf(stderr, "the directory's name is too long\n");
    return false;
  }
  for (int i = 0; i < kPortCount; ++i) {
    snprintf(links[i].path, sizeof links[i].path, "%s/%s", directory, names[i]);
    snprintf(links[i].target, sizeof links[i].target, "%s", targets[i]);
  }
  return true;
}

static bool make_link(const char* path, const char* target) {
  struct stat status;
  if (lstat(path, &status) == 0) {
    errno = EEXIST;
    if (!S_ISLNK(status.st_mode) || unlink(path) != 0) return false;
  }
  return symlink(target, path) == 0;
}

bool ff_link_ports(void) {
  if (mkdir(directory, 0700) != 0 && errno != EEXIST) {
    fprintf(stderr, "cannot make the directory %s: %s\n", directory, strerror(errno));
    return false;
  }
  const char* const problem = ff_check_port_folder(directory);
  if (problem != NULL) {
    fprintf(stderr, "%s %s: others could put their own board there; name another with --link DIRECTORY\n",
            directory, problem);
    return false;
  }
  for (int i = 0; i < kPortCount; ++i) {
    if (!make_link(links[i].path, links[i].target)) {
      fprintf(stderr, "cannot make the link %s: %s\n", links[i].path, strerror(errno));
      return false;
    }
  }
  printf("command port     %s  (%s)\ninstrument port  %s  (%s)\n", links[0].path, links[0].target,
         links[1].path, links[1].target);
  fflush(stdout);
  return true;
}

void ff_unlink_ports(void) {
  for (int i = 0; i < kPortCount; ++i) {
    char target[kPathSize];
    const ssize_t length = readlink(links[i].path, target, sizeof target - 1);
    if (length <= 0) continue;
    target[length] = '\0';
    if (strcmp(target, links[i].target) == 0) unlink(links[i].path);
  }
}
