#define _GNU_SOURCE
#include "boards/host/port_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool ff_find_port_folder(char* path, size_t size) {
  const char* own = getenv("XDG_RUNTIME_DIR");
  int length;
  if (own != NULL && own[0] == '/' && access(own, W_OK) == 0 && ff_check_port_folder(own) == NULL) {
    length = snprintf(path, size, "%s/freefloat", own);
  } else {
    length = snprintf(path, size, "/tmp/freefloat-%u", (unsigned)geteuid());
  }
  return length > 0 && (size_t)length < size;
}

const char* ff_check_port_folder(const char* path) {
  struct stat status;
  if (lstat(path, &status) != 0) return errno == ENOENT ? NULL : strerror(errno);
  if (S_ISLNK(status.st_mode)) return "is a symbolic link";
  if (!S_ISDIR(status.st_mode)) return "is not a folder";
  if (status.st_uid != geteuid()) return "belongs to another user";
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) return "can be written to by other users";
  return NULL;
}
