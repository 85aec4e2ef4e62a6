#include <stddef.h>
#include <string.h>

#include "board/run_board.h"
#include "firmware/check.h"
#include "firmware/fake_board.h"

static struct ff_board_loop loop;

static void start(void) {
  ff_reset_fake_board();
  ff_start_board_loop(&loop);
}

static void pass_until_tick(uint32_t tick) {
  for (int i = 0; i < 100000 && loop.tick < tick; ++i) ff_pass_board_loop(&loop);
}

static void give_command(uint32_t sequence, unsigned flags, int32_t rate_urad_s) {
  struct ff_command command = {.flags = (uint8_t)flags, .joint_count = 2, .time_to_live_us = 60000};
  command.rates_urad_s[0] = rate_urad_s;
  const struct ff_header header = {.source = FF_SOURCE_CONTROLLER, .session = 9, .sequence = sequence};
  uint8_t* at = ff_fake_board.received + ff_fake_board.received_count;
  ff_fake_board.received_count += ff_encode_command(header, &command, at);
}

static void ticks_once_a_millisecond(void) {
  start();
  pass_until_tick(1000);
  CHECK_EQUAL(ff_fake_board.time_us, 1000000);
  CHECK_EQUAL(ff_fake_board.drives, 1000);
  CHECK_EQUAL(ff_fake_board.kicks, 1000);
  CHECK_EQUAL(ff_fake_board.waits, 1000);
  CHECK_EQUAL(ff_fake_board.report.tick, 1000);
}

static void makes_up_a_short_stall(void) {
  start();
  pass_until_tick(10);
  ff_fake_board.late_us = 15000;
  pass_until_tick(26);
  CHECK_EQUAL(ff_fake_board.drives, 26);
  CHECK(ff_fake_board.time_us < 27000);
  // In time again: the next one is waited for.
  const int waits = ff_fake_board.waits;
  pass_until_tick(36);
  CHECK(ff_fake_board.waits - waits >= 9);
}

static void leaves_ticks_out_after_a_long_stall(void) {
  start();
  pass_until_tick(10);
  ff_fake_board.late_us = 200000;
  int ticks = 0;
  uint32_t before = loop.tick;
  while (ff_fake_board.time_us < 212000) {
    ff_pass_board_loop(&loop);
    CHECK(loop.tick - before <= 1 + 200 / FF_LATE_TICKS);
    if (loop.tick != before) ++ticks;
    before = loop.tick;
  }
  CHECK_EQUAL(loop.tick, 211);
  CHECK(ticks < 80);
}

// A command lives 60 ms; a stall of 200 ms is longer.
static void stops_after_a_stall_longer_than_the_command_lives(void) {
  start();
  give_command(1, 0, 0);
  pass_until_tick(10);
  give_command(2, FF_COMMAND_ENABLE, 0);
  pass_until_tick(20);
  CHECK_EQUAL(ff_fake_board.report.state, FF_STATE_ENABLED);
  CHECK(ff_fake_board.report.accepted);
  CHECK_EQUAL(ff_fake_board.report.accepted_us, 10000);
  ff_fake_board.late_us = 200000;
  pass_until_tick(100);
  CHECK_EQUAL(ff_fake_board.report.state, FF_STATE_TIMEOUT);
}

static void waits_for_sensors(void) {
  start();
  pass_until_tick(10);
  ff_fake_board.sensors_ready = false;
  const uint64_t made_us = ff_fake_board.time_us;
  pass_until_tick(11);
  CHECK_EQUAL(ff_fake_board.time_us - made_us, FF_SENSOR_WAIT_US);
  ff_fake_board.sensors_ready = true;
  pass_until_tick(20);
  CHECK_EQUAL(ff_fake_board.time_us, 20000);
}

static void watchdog_is_kicked_by_ticks_only(void) {
  start();
  pass_until_tick(10);
  // Bytes without end: passes, but time stands still and no tick is due.
  for (int i = 0; i < 1000; ++i) {
    memset(ff_fake_board.received, 0xf5, sizeof ff_fake_board.received);
    ff_fake_board.received_count = sizeof ff_fake_board.received;
    ff_fake_board.time_us = 10500;
    ff_pass_board_loop(&loop);
  }
  CHECK_EQUAL(ff_fake_board.kicks, 10);
}

static void a_flood_of_bytes_does_not_starve_ticks(void) {
  start();
  for (int i = 0; i < 1000; ++i) {
    memset(ff_fake_board.received, 0xf5, sizeof ff_fake_board.received);
    ff_fake_board.received_count = sizeof ff_fake_board.received;
    ff_fake_board.time_us = (uint64_t)i * 1000u;
    ff_pass_board_loop(&loop);
  }
  CHECK(ff_fake_board.drives >= 998);
}

static void a_full_line_drops_frames(void) {
  start();
  ff_fake_board.send_room = 0;
  pass_until_tick(100);
  CHECK_EQUAL(ff_fake_board.sent_count, 0);
  CHECK_EQUAL(ff_fake_board.drives, 100);
  ff_fake_board.send_room = 1000;
  pass_until_tick(120);
  CHECK_EQUAL(ff_fake_board.sent_count, FF_STATUS_FRAME_SIZE);
}

static void says_who_it_is_and_boots_with_a_session(void) {
  start();
  ff_pass_board_loop(&loop);
  ff_pass_board_loop(&loop);
  CHECK_EQUAL(ff_fake_board.sent_count, FF_IDENTITY_FRAME_SIZE);
  struct ff_identity identity;
  ff_decode_identity(ff_fake_board.sent, &identity);
  CHECK_EQUAL(memcmp(identity.board_name, "fake", 5), 0);
  CHECK_EQUAL(memcmp(identity.firmware_id, "test", 5), 0);
  CHECK_EQUAL(identity.reset_cause, FF_RESET_SOFTWARE);
  CHECK(ff_fake_board.report.boot_id != 0);
}

const struct ff_test ff_board_loop_tests[] = {
    {"BoardLoop.TicksOnceAMillisecondAndSleepsBetween", ticks_once_a_millisecond},
    {"BoardLoop.MakesUpTheTicksOfAShortStall", makes_up_a_short_stall},
    {"BoardLoop.LeavesTicksOutAfterALongStall", leaves_ticks_out_after_a_long_stall},
    {"BoardLoop.StopsAfterAStallLongerThanTheCommandLives",
     stops_after_a_stall_longer_than_the_command_lives},
    {"BoardLoop.WaitsForSensorsButNotForEver", waits_for_sensors},
    {"BoardLoop.KicksTheWatchdogByTicksOnly", watchdog_is_kicked_by_ticks_only},
    {"BoardLoop.AFloodOfBytesDoesNotStarveTheTicks", a_flood_of_bytes_does_not_starve_ticks},
    {"BoardLoop.AFullLineDropsFramesAndNothingElse", a_full_line_drops_frames},
    {"BoardLoop.SaysWhoItIsAfterTheStart", says_who_it_is_and_boots_with_a_session},
    {NULL, NULL},
};
