#define _GNU_SOURCE
#include "boards/posix/posix_board.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "board/board.h"
#include "board/instrument_bench.h"
#include "boards/host/key_file.h"
#include "boards/host/port_links.h"
#include "boards/host/pty.h"
#include "boards/servo_parameters.h"

enum { kWatchdogMs = 200 };

static struct {
  char** arguments;
  const char* link_directory;
  const char* key_file;
  uint8_t key_page[FF_KEY_PAGE_SIZE];
  uint64_t start_ns;
  struct ff_instrument_bench bench;
} board;

// Set by the watchdog for the program that follows in this process, which keeps the ports.
static const char kInheritVariable[] = "FREEFLOAT_BOARD_PORTS";

static struct ff_pty command_port;
static struct ff_pty instrument_port;
static bool restarted;

bool ff_parse_board_options(int argc, char** argv) {
  board.arguments = argv;
  for (int i = 1; i < argc; i += 2) {
    const char* value = argv[i + 1];
    if (value != NULL && strcmp(argv[i], "--link") == 0) {
      board.link_directory = value;
    } else if (value != NULL && strcmp(argv[i], "--key") == 0) {
      board.key_file = value;
    } else {
      fprintf(stderr, "usage: %s [--link DIRECTORY] [--key FILE]\n", argv[0]);
      return false;
    }
  }
  return board.key_file == NULL || ff_read_key_file(board.key_file, board.key_page);
}

static uint64_t monotonic_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void fail(const char* what, const char* which) {
  fprintf(stderr, "board: cannot %s %s: %s\n", what, which, strerror(errno));
  exit(1);
}

static void open_ports(void) {
  const char* inherited = getenv(kInheritVariable);
  restarted =
      inherited != NULL && sscanf(inherited, "%d,%d,%d,%d", &command_port.master, &command_port.held_slave,
                                  &instrument_port.master, &instrument_port.held_slave) == 4;
  if (restarted) {
    if (ptsname_r(command_port.master, command_port.path, sizeof command_port.path) != 0 ||
        ptsname_r(instrument_port.master, instrument_port.path, sizeof instrument_port.path) != 0 ||
        !ff_name_ports(board.link_directory, command_port.path, instrument_port.path))
      fail("find again", "the ports");
    return;
  }
  if (!ff_open_pty(&command_port)) fail("open", "the command port");
  if (!ff_open_pty(&instrument_port)) fail("open", "the instrument port");
  if (!ff_name_ports(board.link_directory, command_port.path, instrument_port.path) || !ff_link_ports())
    exit(1);
  char ports[64];
  snprintf(ports, sizeof ports, "%d,%d,%d,%d", command_port.master, command_port.held_slave,
           instrument_port.master, instrument_port.held_slave);
  setenv(kInheritVariable, ports, 1);
}

// A reset: the same program from its beginning, with the same ports. Only calls that a signal handler may
// make.
static void reset_board(int signal_number) {
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, signal_number);
  sigprocmask(SIG_UNBLOCK, &mask, NULL);
  execv("/proc/self/exe", board.arguments);
  _exit(1);
}

static void end_board(int signal_number) {
  ff_unlink_ports();  // NOLINT(bugprone-signal-handler): readlink, strcmp and unlink, all permitted here
  _exit(128 + signal_number);
}

void ff_board_start(void) {
  open_ports();
  signal(SIGINT, end_board);
  signal(SIGTERM, end_board);
  signal(SIGHUP, end_board);
  // A board does not share its processor: where the system permits, nothing but other real-time work goes
  // before it.
  const struct sched_param parameters = {.sched_priority = sched_get_priority_min(SCHED_RR) + 1};
  sched_setscheduler(0, SCHED_RR, &parameters);
  // Without it a sleep ends up to 50 us late.
  prctl(PR_SET_TIMERSLACK, 1000ul);
  signal(SIGALRM, reset_board);
  ff_start_instrument_bench(&board.bench, ff_board_servo_parameters()->joint_count);
  board.start_ns = monotonic_ns();
  ff_board_kick_watchdog();
}

const struct ff_servo_parameters* ff_board_servo_parameters(void) {
  return &ff_servo_parameters;
}

uint64_t ff_board_time_us(void) {
  return (monotonic_ns() - board.start_ns) / 1000u;
}

enum ff_reset_cause ff_board_reset_cause(void) {
  return restarted ? FF_RESET_WATCHDOG : FF_RESET_POWER;
}

const char* ff_board_name(void) {
  return "posix";
}

const uint8_t* ff_board_key(void) {
  return board.key_file != NULL ? board.key_page + FF_KEY_TITLE_SIZE : NULL;
}

void ff_board_entropy(uint8_t entropy[FF_NONCE_SIZE]) {
  if (getrandom(entropy, FF_NONCE_SIZE, 0) != FF_NONCE_SIZE) fail("get", "random bytes");
}

size_t ff_board_receive(uint8_t* bytes, size_t capacity) {
  return ff_read_pty(&command_port, bytes, capacity);
}

bool ff_board_send(const uint8_t* frame, size_t size) {
  return ff_write_pty(&command_port, frame, size);
}

static void hang(void) {
  for (;;) pause();
}

static void receive_sensors(void) {
  uint8_t bytes[256];
  const size_t count = ff_read_pty(&instrument_port, bytes, sizeof bytes);
  for (size_t i = 0; i < count; ++i) ff_receive_instrument_byte(&board.bench, bytes[i]);
  if (board.bench.hang) hang();
}

bool ff_board_are_sensors_ready(void) {
  receive_sensors();
  return ff_is_instrument_ready(&board.bench);
}

void ff_board_read_sensors(struct ff_servo_inputs* inputs) {
  ff_read_instrument_sensors(&board.bench, inputs);
}

void ff_board_drive(const struct ff_servo_outputs* outputs, const struct ff_tick_report* report) {
  uint8_t frame[FF_MAX_INSTRUMENT_FRAME_SIZE];
  ff_write_pty(&instrument_port, frame, ff_make_drive_frame(&board.bench, outputs, report, frame));
}

void ff_board_kick_watchdog(void) {
  const struct itimerval timeout = {.it_value = {.tv_usec = kWatchdogMs * 1000}};
  setitimer(ITIMER_REAL, &timeout, NULL);
}

void ff_board_wait(uint64_t until_us) {
  const uint64_t now_us = ff_board_time_us();
  if (now_us >= until_us) return;
  struct pollfd ports[2] = {{.fd = command_port.master, .events = POLLIN},
                            {.fd = instrument_port.master, .events = POLLIN}};
  const struct timespec time = {.tv_nsec = (long)((until_us - now_us) * 1000u)};
  ppoll(ports, 2, &time, NULL);
  receive_sensors();
}
