#include "servo/dispatch.h"

#include <stddef.h>
#include <string.h>

#include "firmware/check.h"
#include "firmware/random.h"
#include "firmware/sample_frames.h"
#include "firmware/sample_parameters.h"

struct test_board {
  struct ff_dispatch dispatch;
  uint64_t now_us;
  struct ff_servo_outputs outputs;
  struct ff_status status;      // the newest
  struct ff_identity identity;  // the newest
};

static void start(struct test_board* board) {
  memset(board, 0, sizeof *board);
  const struct ff_board_description description = {
      .firmware_id = "abc123", .board_name = "bench", .reset_cause = FF_RESET_WATCHDOG};
  CHECK(ff_dispatch_start(&board->dispatch, &ff_sample_parameters, 7, &description));
}

static void receive(struct test_board* board, const uint8_t* bytes, size_t count) {
  for (size_t i = 0; i < count; ++i) ff_dispatch_receive(&board->dispatch, bytes[i], board->now_us);
}

static void send_from(struct test_board* board, uint8_t source, uint8_t joints, uint32_t session,
                      uint32_t sequence, unsigned flags) {
  const struct ff_command command = {
      .flags = (uint8_t)flags, .joint_count = joints, .time_to_live_us = 60000};
  const struct ff_header header = {
      .source = source, .session = session, .sequence = sequence, .time_us = 1000000u + sequence};
  uint8_t frame[FF_MAX_FRAME_SIZE];
  receive(board, frame, ff_encode_command(header, &command, frame));
}

static void send(struct test_board* board, uint32_t session, uint32_t sequence, unsigned flags) {
  send_from(board, FF_SOURCE_CONTROLLER, 2, session, sequence, flags);
}

// @return Whether a status came.
static bool tick(struct test_board* board) {
  struct ff_servo_inputs inputs;
  memset(&inputs, 0, sizeof inputs);
  for (int i = 0; i < 2; ++i) inputs.pot_counts[i] = inputs.tacho_counts[i] = inputs.current_counts[i] = 2048;
  board->now_us += 1000;
  ff_dispatch_tick(&board->dispatch, &inputs, board->now_us, &board->outputs);
  uint8_t frame[FF_MAX_FRAME_SIZE];
  const size_t size = ff_dispatch_take_status(&board->dispatch, frame);
  if (size == 0) return false;
  struct ff_parser parser;
  ff_start_parser(&parser, FF_ACCEPT_STATUSES);
  CHECK_EQUAL(ff_count_accepted(&parser, frame, size), 1);
  CHECK(ff_decode_status(frame, &board->status));
  return true;
}

static int rejected(const struct test_board* board, enum ff_reject cause) {
  return board->dispatch.parser.rejects.by_cause[cause];
}

static void answers_in_the_next_tick(void) {
  struct test_board board;
  start(&board);
  send(&board, 5, 1, 0);
  board.now_us += 400;
  CHECK(tick(&board));
  CHECK_EQUAL(board.status.accepted_sequence, 1);
  CHECK_EQUAL(board.status.accepted_time_us, 1000001);
  CHECK_EQUAL(board.status.accepted_age_us, 1400);
  CHECK_EQUAL(board.status.lease_session, 5);
  CHECK_EQUAL(board.status.joint_count, 2);
  CHECK(!tick(&board));
}

static void reports_every_20_ms(void) {
  struct test_board board;
  start(&board);
  int statuses = 0;
  for (int i = 0; i < 1000; ++i) statuses += tick(&board) ? 1 : 0;
  CHECK_EQUAL(statuses, 50);
}

static void old_sequences_are_refused(void) {
  struct test_board board;
  start(&board);
  send(&board, 5, 10, 0);
  send(&board, 5, 10, 0);
  send(&board, 5, 9, 0);
  CHECK_EQUAL(board.dispatch.accepted_sequence, 10);
  CHECK_EQUAL(rejected(&board, FF_REJECT_SEQUENCE), 2);
  send(&board, 5, 12, 0);  // gaps are normal
  CHECK_EQUAL(board.dispatch.accepted_sequence, 12);
}

static void wrong_commands_are_refused(void) {
  struct test_board board;
  start(&board);
  send_from(&board, FF_SOURCE_BOARD, 2, 5, 1, 0);
  CHECK_EQUAL(rejected(&board, FF_REJECT_SOURCE), 1);
  send(&board, 0, 1, 0);
  send_from(&board, FF_SOURCE_CONTROLLER, 3, 5, 1, 0);
  CHECK_EQUAL(ff_sum_rejects(&board.dispatch.parser.rejects), 3);
  CHECK_EQUAL(board.dispatch.accepted_sequence, 0);
}

static void commands_that_mean_nothing_are_refused(void) {
  struct test_board board;
  start(&board);
  send(&board, 5, 1, FF_COMMAND_FLAGS_ALL + 1);  // a flag of no meaning, in a frame whose check is right
  CHECK_EQUAL(rejected(&board, FF_REJECT_CONTENT), 1);
  CHECK_EQUAL(board.dispatch.accepted_sequence, 0);
  CHECK_EQUAL(board.dispatch.lease_session, 0);
}

static void second_controller_waits_half_a_second(void) {
  struct test_board board;
  start(&board);
  send(&board, 5, 100, 0);
  for (int i = 0; i < 499; ++i) tick(&board);
  send(&board, 6, 1, 0);
  CHECK_EQUAL(board.dispatch.lease_session, 5);
  CHECK_EQUAL(rejected(&board, FF_REJECT_SESSION), 1);
  tick(&board);
  send(&board, 6, 2, 0);
  CHECK_EQUAL(board.dispatch.lease_session, 6);
  CHECK_EQUAL(board.dispatch.accepted_sequence, 2);
}

static void anyone_may_stop(void) {
  struct test_board board;
  start(&board);
  send(&board, 5, 1, 0);
  send(&board, 6, 1, FF_COMMAND_STOP);
  CHECK_EQUAL(board.dispatch.servo.state, FF_STATE_STOP);
  CHECK_EQUAL(board.dispatch.lease_session, 5);
}

static void tells_who_it_is(void) {
  struct test_board board;
  start(&board);
  tick(&board);
  uint8_t frame[FF_MAX_FRAME_SIZE];
  CHECK_EQUAL(ff_dispatch_take_identity(&board.dispatch, frame), FF_IDENTITY_FRAME_SIZE);
  ff_decode_identity(frame, &board.identity);
  CHECK_EQUAL(strlen(board.identity.firmware_id), 6);
  CHECK_EQUAL(memcmp(board.identity.firmware_id, "abc123", 6), 0);
  CHECK_EQUAL(memcmp(board.identity.board_name, "bench", 6), 0);
  CHECK_EQUAL(board.identity.reset_cause, FF_RESET_WATCHDOG);
  CHECK_EQUAL(board.identity.joint_count, 2);
  CHECK_EQUAL(board.identity.parameters_hash, ff_hash_servo_parameters(&ff_sample_parameters));
  CHECK_EQUAL(ff_dispatch_take_identity(&board.dispatch, frame), 0);
}

static void random_bytes_never_energise(void) {
  struct test_board board;
  start(&board);
  struct ff_random random = {1};
  for (int i = ff_test_rounds(20000); i > 0; --i) {
    uint8_t noise[80];
    const size_t count = ff_draw_below(&random, sizeof noise);
    for (size_t k = 0; k < count; ++k)
      noise[k] = ff_draw_below(&random, 4) == 0 ? (uint8_t)FF_MAGIC_0 : (uint8_t)ff_draw(&random);
    receive(&board, noise, count);
    tick(&board);
    CHECK(!board.outputs.energised);
  }
  CHECK_EQUAL(board.dispatch.accepted_sequence, 0);
}

const struct ff_test ff_dispatch_tests[] = {
    {"Dispatch.AnswersEveryAcceptedCommandInTheNextTick", answers_in_the_next_tick},
    {"Dispatch.ReportsAtLeastEvery20MsWithoutCommands", reports_every_20_ms},
    {"Dispatch.OldAndDuplicatedSequencesAreRefused", old_sequences_are_refused},
    {"Dispatch.WrongSourceSessionOrJointCountIsRefused", wrong_commands_are_refused},
    {"Dispatch.CommandsThatMeanNothingAreRefused", commands_that_mean_nothing_are_refused},
    {"Dispatch.ASecondControllerIsRefusedUntilTheFirstIsSilentForHalfASecond",
     second_controller_waits_half_a_second},
    {"Dispatch.AnyoneMayStopButNotTakeTheLease", anyone_may_stop},
    {"Dispatch.TellsWhoItIsAfterTheStart", tells_who_it_is},
    {"Dispatch.RandomBytesNeverEnergise", random_bytes_never_energise},
    {NULL, NULL},
};
