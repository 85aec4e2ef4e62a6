// Most instructions that a tick and its neighbours take on a Cortex-M3, over a long run of everything that
// can happen to a board. In QEMU with -icount shift=5 each instruction takes 32 ns of its time, and its
// counter tells them.

#include <stddef.h>
#include <string.h>

#include "boards/lm3s6965evb/registers.h"
#include "firmware/console.h"
#include "firmware/random.h"
#include "firmware/sample_parameters.h"
#include "servo/dispatch.h"
#include "wire/authentication.h"

enum { kTicks = 40000, kJoints = 6 };
enum { kCounterMask = 0xffffff };

// What is measured, each with its most.
enum part { kTick, kCommand, kStatus, kMillisecond, kQuery, kIdentity, kPartCount };
static const char* const kNames[kPartCount] = {"servo tick",
                                               "byte that completes a command",
                                               "status frame",
                                               "these three in one millisecond, and 11 more bytes",
                                               "byte that completes a query",
                                               "identity frame that answers it"};

static uint32_t most[kPartCount];
static uint32_t overhead;

static uint32_t start_count(void) {
  return FF_SYSTICK_CURRENT;
}

// Counts of 5 ns, instructions of 32 ns.
static uint32_t instructions_since(uint32_t start) {
  const uint32_t counts = (start - FF_SYSTICK_CURRENT) & kCounterMask;
  return counts * 5u / 32u - overhead;
}

static void keep(enum part part, uint32_t instructions) {
  if (instructions > most[part]) most[part] = instructions;
}

static void print_number(uint32_t number, int width) {
  char text[12];
  char* at = text + sizeof text;
  *--at = '\0';
  do {
    *--at = (char)('0' + number % 10u);
    number /= 10u;
    --width;
  } while (number != 0);
  for (; width > 0; --width) *--at = ' ';
  ff_print(at);
}

struct rig {
  struct ff_dispatch board;
  struct ff_servo_inputs inputs;
  struct ff_servo_outputs outputs;
  struct ff_random random;
  bool keyed;
  struct ff_hmac_key master;
  struct ff_hmac_key session_key;
  uint32_t sequence;
  uint64_t now_us;
};

static struct rig rig;
static const uint8_t kKey[FF_KEY_SIZE] = {1, 2, 3};
static const uint8_t kEntropy[FF_NONCE_SIZE] = {4, 5, 6};
enum { kSession = 77 };

static void start_rig(bool keyed) {
  memset(&rig, 0, sizeof rig);
  struct ff_servo_parameters parameters = ff_sample_parameters;
  parameters.joint_count = kJoints;
  for (int i = 2; i < kJoints; ++i) parameters.joints[i] = parameters.joints[0];
  rig.keyed = keyed;
  rig.random.state = 3;
  const struct ff_board_description description = {.firmware_id = "0123456789abcdef",
                                                   .board_name = "cost",
                                                   .key = keyed ? kKey : NULL,
                                                   .entropy = kEntropy};
  if (!ff_dispatch_start(&rig.board, &parameters, 7, &description)) ff_exit(2);
  ff_prepare_hmac(&rig.master, kKey, sizeof kKey);
}

static void receive(enum part part, const uint8_t* bytes, size_t count, uint32_t* sum) {
  for (size_t i = 0; i < count; ++i) {
    const uint32_t start = start_count();
    ff_dispatch_receive(&rig.board, bytes[i], rig.now_us);
    const uint32_t took = instructions_since(start);
    keep(part, took);
    // The last eleven bytes come in one millisecond at 115200 baud; at a faster rate more, each of them
    // cheap.
    if (i + 12 >= count) *sum += took;
  }
}

static void send_query(void) {
  uint32_t sum = 0;
  struct ff_query query = {.nonce = {9}};
  query.nonce[1] = (uint8_t)ff_draw(&rig.random);
  const struct ff_header header = {
      .source = FF_SOURCE_CONTROLLER, .session = kSession, .sequence = ++rig.sequence};
  uint8_t frame[FF_MAX_FRAME_SIZE];
  const size_t size = ff_encode_query(header, &query, frame);
  if (rig.keyed) ff_tag_frame(frame, &rig.master);
  receive(kQuery, frame, size, &sum);
  if (rig.keyed) {
    ff_derive_session_key(&rig.master, kSession, query.nonce, rig.board.security.board_nonce,
                          &rig.session_key);
  }
}

static void send_command(unsigned flags, uint32_t* sum) {
  struct ff_command command = {.flags = (uint8_t)flags, .joint_count = kJoints, .time_to_live_us = 60000};
  for (int i = 0; i < kJoints; ++i) command.rates_urad_s[i] = (int32_t)ff_draw(&rig.random) / 1000;
  const struct ff_header header = {
      .source = FF_SOURCE_CONTROLLER, .session = kSession, .sequence = ++rig.sequence};
  uint8_t frame[FF_MAX_FRAME_SIZE];
  const size_t size = ff_encode_command(header, &command, frame);
  if (rig.keyed) ff_tag_frame(frame, &rig.session_key);
  receive(kCommand, frame, size, sum);
}

// Mostly plausible sensors that follow nothing, sometimes wild ones: limits, clamps, faults and stops all
// come.
static void draw_inputs(uint64_t tick) {
  const bool wild = tick % 2000u > 1500u;
  for (int i = 0; i < kJoints; ++i) {
    const uint32_t noise = ff_draw_below(&rig.random, wild ? 4096 : 8);
    const uint32_t base = wild ? 0 : 2044;
    rig.inputs.pot_counts[i] = (uint16_t)(base + noise);
    rig.inputs.tacho_counts[i] = (uint16_t)(base + ff_draw_below(&rig.random, wild ? 4096 : 8));
    rig.inputs.current_counts[i] = (uint16_t)(base + ff_draw_below(&rig.random, wild ? 4096 : 8));
  }
}

static void make_millisecond(uint64_t tick) {
  uint32_t sum = 0;
  uint8_t frame[FF_MAX_FRAME_SIZE];
  if (tick % 500u == 1) send_query();
  if (tick % 10u == 2) {
    const uint64_t phase = tick % 2000u;
    send_command(phase < 50 ? 0 : phase < 1800 ? FF_COMMAND_ENABLE : FF_COMMAND_CLEAR, &sum);
  }
  rig.now_us += 1000;
  draw_inputs(tick);
  uint32_t start = start_count();
  ff_dispatch_tick(&rig.board, &rig.inputs, rig.now_us, &rig.outputs);
  uint32_t took = instructions_since(start);
  keep(kTick, took);
  sum += took;
  start = start_count();
  if (ff_dispatch_take_status(&rig.board, frame) > 0) {
    took = instructions_since(start);
    keep(kStatus, took);
    sum += took;
  }
  start = start_count();
  if (ff_dispatch_take_identity(&rig.board, frame) > 0) {
    keep(kIdentity, instructions_since(start));
  }
  keep(kMillisecond, sum);
}

static void measure(bool keyed) {
  memset(most, 0, sizeof most);
  start_rig(keyed);
  bool was_run = false, was_fault = false;
  for (uint64_t tick = 0; tick < kTicks; ++tick) {
    make_millisecond(tick);
    was_run = was_run || rig.board.servo.state == FF_STATE_RUN;
    was_fault = was_fault || rig.board.servo.state == FF_STATE_FAULT;
  }
  if (!was_run || !was_fault) {
    ff_print("the run reached neither motion nor fault\n");
    ff_exit(3);
  }
  ff_print(keyed ? "\nwith a key (wireless), instructions at most:\n" : "on a wire, instructions at most:\n");
  for (int part = 0; part < kPartCount; ++part) {
    print_number(most[part], 8);
    ff_print("  ");
    ff_print(kNames[part]);
    ff_print("\n");
  }
}

int main(void) {
  // The counter at its finest: 200 MHz, which only an emulator's processor bears.
  FF_RCC = FF_RCC & ~(0xfu << 23);
  FF_SYSTICK_RELOAD = kCounterMask;
  FF_SYSTICK_CURRENT = 0;
  FF_SYSTICK_CONTROL = 5;
  const uint32_t start = start_count();
  overhead = instructions_since(start);
  ff_print("6 joints, ");
  print_number(kTicks, 0);
  ff_print(
      " ticks of motion, limits, faults and stops; a Cortex-M3 at 50 MHz has 50000 cycles a millisecond\n");
  measure(false);
  measure(true);
  return 0;
}
