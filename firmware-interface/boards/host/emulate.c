// Runs a board's image in QEMU, and gives its serial ports the manners of real ones: they exist from the
// start, keep stable names, and lose old bytes when nobody reads them, instead of holding the board up.
//
//   ff_emulate IMAGE.elf [--link DIRECTORY] [--key FILE]
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include "boards/host/key_file.h"
#include "boards/host/port_links.h"

// Of the LM3S6965: lm3s6965evb.ld says why.
enum { kRandomPoolAddress = 0x2000fc00, kKeyPageAddress = 0x3fc00 };

// A terminal holds about 20 KB of single bytes, 0.8 s of drive frames; 4095 of them are seen by its reader.
enum { kPortCount = 2, kPollMs = 100, kStuckPolls = 2, kFullBytes = 4000, kReliefReads = 40 };
enum { kStartMs = 10000, kStartPollMs = 20 };
enum { kTextSize = 512 };

static volatile sig_atomic_t ended;

static void end(int signal_number) {
  (void)signal_number;
  ended = 1;
}

struct port {
  char path[kTextSize];
  int slave;
  int full_polls;
};

// A temporary file that is gone when the program is. @return Its path by the process's descriptor.
static const char* keep_in_memory(const char* name, const uint8_t* bytes, size_t size, char* path) {
  const int file = memfd_create(name, 0);
  if (file < 0 || write(file, bytes, size) != (ssize_t)size) return NULL;
  snprintf(path, kTextSize, "/proc/%d/fd/%d", (int)getpid(), file);
  return path;
}

// A board does not share its processor. Where the system permits, nothing but other real-time work goes
// before it.
static void become_real_time(void) {
  const struct sched_param parameters = {.sched_priority = sched_get_priority_min(SCHED_RR) + 1};
  sched_setscheduler(0, SCHED_RR, &parameters);
}

static void run_qemu(const char* image, const char* random_path, const char* key_path, int output) {
  char random_loader[2 * kTextSize];
  char key_loader[2 * kTextSize];
  snprintf(random_loader, sizeof random_loader, "loader,file=%s,addr=0x%x,force-raw=on", random_path,
           (unsigned)kRandomPoolAddress);
  const char* arguments[32] = {"qemu-system-arm",
                               "-M",
                               "lm3s6965evb",
                               "-kernel",
                               image,
                               "-nographic",
                               "-monitor",
                               "none",
                               "-nodefaults",
                               "-nic",
                               "none",
                               "-chardev",
                               "pty,id=command",
                               "-chardev",
                               "pty,id=instrument",
                               "-serial",
                               "chardev:command",
                               "-serial",
                               "chardev:instrument",
                               "-device",
                               random_loader};
  int count = 21;
  if (key_path != NULL) {
    snprintf(key_loader, sizeof key_loader, "loader,file=%s,addr=0x%x,force-raw=on", key_path,
             (unsigned)kKeyPageAddress);
    arguments[count++] = "-device";
    arguments[count++] = key_loader;
  }
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  // Ctrl-C ends this program, which then ends QEMU.
  setpgid(0, 0);
  dup2(output, STDOUT_FILENO);
  become_real_time();
  execvp(arguments[0], (char* const*)(uintptr_t)arguments);
  fprintf(stderr, "cannot run qemu-system-arm: %s (tools/setup hil installs it)\n", strerror(errno));
  _exit(127);
}

// "char device redirected to /dev/pts/3 (label command)"
static bool find_ports(FILE* output, struct port* ports) {
  char line[kTextSize];
  int found = 0;
  while (found < kPortCount && fgets(line, sizeof line, output) != NULL) {
    char path[kTextSize];
    char label[kTextSize];
    if (sscanf(line, "char device redirected to %511s (label %511[^)])", path, label) != 2) continue;
    struct port* port = &ports[strcmp(label, "command") == 0 ? 0 : 1];
    snprintf(port->path, sizeof port->path, "%s", path);
    port->slave = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (port->slave < 0) return false;
    ++found;
  }
  return found == kPortCount;
}

// QEMU looks once a second whether somebody has opened a terminal, and until then loses what the board sends
// and reads nothing: the ports are shown when both have brought something.
static bool await_bytes(const struct port* ports) {
  for (int waited_ms = 0; waited_ms < kStartMs; waited_ms += kStartPollMs) {
    int found = 0;
    for (int i = 0; i < kPortCount; ++i) {
      int waiting = 0;
      if (ioctl(ports[i].slave, FIONREAD, &waiting) == 0 && waiting > 0) ++found;
    }
    if (found == kPortCount) return true;
    poll(NULL, 0, kStartPollMs);
  }
  fprintf(stderr, "the board's firmware does not send\n");
  return false;
}

// QEMU would wait for a full terminal, and the board with it.
static void relieve(struct port* port) {
  int waiting = 0;
  const bool full = ioctl(port->slave, FIONREAD, &waiting) == 0 && waiting >= kFullBytes;
  port->full_polls = full ? port->full_polls + 1 : 0;
  if (port->full_polls < kStuckPolls) return;
  // Not by tcflush, which leaves what has not come to the terminal's own buffer yet.
  uint8_t lost[4096];
  for (int i = 0; i < kReliefReads && read(port->slave, lost, sizeof lost) > 1000; ++i) {
    poll(NULL, 0, 2);  // the kernel moves more in
  }
  port->full_polls = 0;
}

int main(int argc, char** argv) {
  const char* directory = NULL;
  const char* key_file = NULL;
  bool right = argc >= 2 && argv[1][0] != '-' && argc % 2 == 0;
  for (int i = 2; right && i < argc; i += 2) {
    if (strcmp(argv[i], "--link") == 0) {
      directory = argv[i + 1];
    } else if (strcmp(argv[i], "--key") == 0) {
      key_file = argv[i + 1];
    } else {
      right = false;
    }
  }
  if (!right) {
    fprintf(stderr, "usage: %s IMAGE.elf [--link DIRECTORY] [--key FILE]\n", argv[0]);
    return 2;
  }

  uint8_t random[32];
  char random_path[kTextSize];
  if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random ||
      keep_in_memory("random pool", random, sizeof random, random_path) == NULL) {
    perror("random bytes");
    return 1;
  }
  uint8_t page[FF_KEY_PAGE_SIZE];
  char key_path[kTextSize];
  if (key_file != NULL && (!ff_read_key_file(key_file, page) ||
                           keep_in_memory("key page", page, sizeof page, key_path) == NULL)) {
    return 1;
  }

  int output[2];
  if (pipe2(output, O_CLOEXEC) != 0) return 1;
  const pid_t qemu = fork();
  if (qemu < 0) return 1;
  if (qemu == 0) run_qemu(argv[1], random_path, key_file != NULL ? key_path : NULL, output[1]);
  close(output[1]);

  const struct sigaction action = {.sa_handler = end};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  struct port ports[kPortCount] = {{.slave = -1}, {.slave = -1}};
  FILE* lines = fdopen(output[0], "r");
  const bool good = find_ports(lines, ports) && await_bytes(ports) &&
                    ff_name_ports(directory, ports[0].path, ports[1].path) && ff_link_ports();
  int status = 0;
  while (good && !ended) {
    if (waitpid(qemu, &status, WNOHANG) == qemu) {
      fprintf(stderr, "QEMU has ended\n");
      ff_unlink_ports();
      return 1;
    }
    poll(NULL, 0, kPollMs);
    for (int i = 0; i < kPortCount; ++i) relieve(&ports[i]);
  }
  ff_unlink_ports();
  kill(qemu, SIGTERM);
  waitpid(qemu, &status, 0);
  return good ? 0 : 1;
}
