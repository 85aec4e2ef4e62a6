// A disk that fails, for programs that are started with LD_PRELOAD=libff_failing_disk.so. Only the file
// `run.mcap` is touched. What happens is drawn from a seed and from the number of the call, so that it
// repeats.
//
//   FF_FAILING_DISK="seed=7 kind=enospc first=20 count=30"
//     kind    enospc   every write fails
//             edquot   the same: the user's share of the disk is used up
//             eio_all  the same: the disk is broken
//             eio      about every third write fails, fdatasync sometimes
//             short    writes take only a part of the bytes, and are interrupted
//             torn     writes put a part of the bytes into the file and fail; cutting it often fails too
//             sync     fdatasync fails sometimes
//             mixed    all of them
//             removed  the file is removed at the first of these calls
//     first   the first call that may fail, from 1; "c4": counted from the log's first chunk of messages, so
//     that
//             it lies at the same time of the run however many topics are described before
//     count   calls that may fail from there on; 0: all
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { NONE, ENOSPC_ALL, EIO_THIRD, SHORT, TORN, SYNC, KINDS, EDQUOT_ALL, EIO_ALL };

static uint64_t seed;
static unsigned long first = 1, count;
static char kind_name[16];
static unsigned long call;  // writes and syncs of the log come from one thread
static int from_chunks;     // calls are counted from the first chunk on

static uint32_t draw(void) {
  uint64_t z = seed * 0x9E3779B97F4A7C15u + call * 0xD1B54A32D192ED03u + 1;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (uint32_t)(z >> 32);
}

__attribute__((constructor)) static void read_script(void) {
  const char* text = getenv("FF_FAILING_DISK");
  unsigned long long number = 0;
  if (text == NULL) return;
  from_chunks = strstr(text, " first=c") != NULL;
  const char* format =
      from_chunks ? "seed=%llu kind=%15s first=c%lu count=%lu" : "seed=%llu kind=%15s first=%lu count=%lu";
  if (sscanf(text, format, &number, kind_name, &first, &count) != 4) {
    fprintf(stderr, "FF_FAILING_DISK is not understood: %s\n", text);
    exit(2);
  }
  seed = number;
}

static char path[4096];

static int is_log(int descriptor) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  return strstr(path, "/run.mcap") != NULL;  // " (deleted)" may follow
}

// What a write begins with, where it begins with a record of the MCAP file.
enum { CHUNK = 6 };

static enum kind fault_of_this_call(int record) {
  if (from_chunks && call == 0 && record != CHUNK) return NONE;
  ++call;
  if (strcmp(kind_name, "removed") == 0) {
    if (call == first) unlink(path);
    return NONE;
  }
  if (kind_name[0] == '\0' || call < first || (count > 0 && call >= first + count)) return NONE;
  if (strcmp(kind_name, "enospc") == 0) return ENOSPC_ALL;
  if (strcmp(kind_name, "edquot") == 0) return EDQUOT_ALL;
  if (strcmp(kind_name, "eio_all") == 0) return EIO_ALL;
  if (strcmp(kind_name, "eio") == 0) return EIO_THIRD;
  if (strcmp(kind_name, "short") == 0) return SHORT;
  if (strcmp(kind_name, "torn") == 0) return TORN;
  if (strcmp(kind_name, "sync") == 0) return SYNC;
  return (enum kind)(draw() / 7 % KINDS);
}

static int fail(int error) {
  errno = error;
  return -1;
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
  static ssize_t (*real)(int, const void*, size_t);
  if (real == NULL) real = (ssize_t(*)(int, const void*, size_t))dlsym(RTLD_NEXT, "write");
  if (!is_log(descriptor)) return real(descriptor, bytes, size);
  switch (fault_of_this_call(size > 0 ? *(const unsigned char*)bytes : 0)) {
    case ENOSPC_ALL:
      return fail(ENOSPC);
    case EDQUOT_ALL:
      return fail(EDQUOT);
    case EIO_ALL:
      return fail(EIO);
    case EIO_THIRD:
      return draw() % 3 == 0 ? fail(EIO) : real(descriptor, bytes, size);
    case SHORT:
      if (draw() % 4 == 0) return fail(EINTR);
      return real(descriptor, bytes, draw() % 2 == 0 && size > 1 ? 1 + draw() % (size - 1) : size);
    case TORN:
      if (draw() % 2 == 0) return real(descriptor, bytes, size);
      if (size > 1 && real(descriptor, bytes, 1 + draw() % (size - 1)) < 0) return -1;
      return fail(draw() % 4 < 2 ? EIO : ENOSPC);
    default:
      return real(descriptor, bytes, size);
  }
}

int fdatasync(int descriptor) {
  static int (*real)(int);
  if (real == NULL) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  if (!is_log(descriptor)) return real(descriptor);
  const enum kind kind = fault_of_this_call(0);
  if ((kind == SYNC || kind == EIO_THIRD) && draw() % 3 == 0) return fail(EIO);
  return real(descriptor);
}

int ftruncate(int descriptor, off_t length) {
  static int (*real)(int, off_t);
  if (real == NULL) real = (int (*)(int, off_t))dlsym(RTLD_NEXT, "ftruncate");
  if (!is_log(descriptor)) return real(descriptor, length);
  return fault_of_this_call(0) == TORN && draw() % 2 == 0 ? fail(EIO) : real(descriptor, length);
}
