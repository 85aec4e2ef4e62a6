#include <stddef.h>
#include <string.h>

#include "board/instrument_bench.h"
#include "firmware/check.h"
#include "firmware/random.h"

// @param most Of the counts: up to FF_PACKED_COUNT_MAX they are packed.
static struct ff_sensor_frame draw_sensors(struct ff_random* random, uint32_t most) {
  struct ff_sensor_frame frame;
  memset(&frame, 0, sizeof frame);
  frame.flags = (uint8_t)(ff_draw(random) & (FF_SENSOR_CONTACT | FF_SENSOR_HANG));
  frame.tick = (uint16_t)(ff_draw(random) & FF_SENSOR_TICK_MASK);
  for (int i = 0; i < FF_MAX_JOINTS; ++i) {
    frame.pot_counts[i] = (uint16_t)ff_draw_below(random, most + 1u);
    frame.tacho_counts[i] = (uint16_t)ff_draw_below(random, most + 1u);
    frame.current_counts[i] = (uint16_t)ff_draw_below(random, most + 1u);
  }
  return frame;
}

static int count_accepted(struct ff_instrument_parser* parser, const uint8_t* bytes, size_t count) {
  int accepted = 0;
  for (size_t i = 0; i < count; ++i) accepted += ff_parse_instrument_byte(parser, bytes[i]) ? 1 : 0;
  return accepted;
}

static void drive_frame_survives(void) {
  struct ff_drive_frame frame = {.flags = FF_DRIVE_ENERGISED | FF_DRIVE_ACCEPTED,
                                 .state = FF_STATE_RUN,
                                 .boot_id = 0x89abcdefu,
                                 .tick = 0xfedcba98u,
                                 .accepted_us = 0x12345678u,
                                 .duties = {-32767, 32767, -1, 0, 1, -32768}};
  for (uint8_t joints = 1; joints <= FF_MAX_JOINTS; ++joints) {
    uint8_t bytes[FF_MAX_INSTRUMENT_FRAME_SIZE];
    const size_t size = ff_encode_drive_frame(&frame, joints, bytes);
    CHECK_EQUAL(size, 20u + 2u * joints);
    struct ff_instrument_parser parser;
    ff_start_instrument_parser(&parser, FF_INSTRUMENT_DRIVE, joints);
    CHECK_EQUAL(count_accepted(&parser, bytes, size), 1);
    struct ff_drive_frame read;
    ff_decode_drive_frame(parser.bytes, joints, &read);
    CHECK_EQUAL(read.flags, frame.flags);
    CHECK_EQUAL(read.state, frame.state);
    CHECK_EQUAL(read.boot_id, frame.boot_id);
    CHECK_EQUAL(read.tick, frame.tick);
    CHECK_EQUAL(read.accepted_us, frame.accepted_us);
    for (int i = 0; i < FF_MAX_JOINTS; ++i) CHECK_EQUAL(read.duties[i], i < joints ? frame.duties[i] : 0);
  }
  uint8_t bytes[FF_MAX_INSTRUMENT_FRAME_SIZE];
  CHECK_EQUAL(ff_encode_drive_frame(&frame, 0, bytes), 0);
  CHECK_EQUAL(ff_encode_drive_frame(&frame, FF_MAX_JOINTS + 1, bytes), 0);
}

static void check_sensors_survive(uint32_t most) {
  struct ff_random random = {1};
  for (int round = 0; round < 50; ++round) {
    const uint8_t joints = (uint8_t)(1 + round % FF_MAX_JOINTS);
    struct ff_sensor_frame frame = draw_sensors(&random, most);
    frame.current_counts[0] = (uint16_t)most;
    uint8_t bytes[FF_MAX_INSTRUMENT_FRAME_SIZE];
    const size_t size = ff_encode_sensor_frame(&frame, joints, bytes);
    CHECK_EQUAL(size, most > FF_PACKED_COUNT_MAX ? 7u + 6u * joints : 7u + (9u * joints + 1u) / 2u);
    struct ff_instrument_parser parser;
    ff_start_instrument_parser(&parser, FF_INSTRUMENT_SENSORS, joints);
    CHECK_EQUAL(count_accepted(&parser, bytes, size), 1);
    struct ff_sensor_frame read;
    ff_decode_sensor_frame(parser.bytes, joints, &read);
    CHECK_EQUAL(read.flags, frame.flags);
    CHECK_EQUAL(read.tick, frame.tick);
    for (int i = 0; i < FF_MAX_JOINTS; ++i) {
      CHECK_EQUAL(read.pot_counts[i], i < joints ? frame.pot_counts[i] : 0);
      CHECK_EQUAL(read.tacho_counts[i], i < joints ? frame.tacho_counts[i] : 0);
      CHECK_EQUAL(read.current_counts[i], i < joints ? frame.current_counts[i] : 0);
    }
  }
}

static void sensor_frame_survives(void) {
  check_sensors_survive(65535);
}

static void packed_sensor_frame_survives(void) {
  check_sensors_survive(FF_PACKED_COUNT_MAX);
}

static void other_joint_counts_are_counted(void) {
  const struct ff_drive_frame frame = {.tick = 1};
  uint8_t bytes[FF_MAX_INSTRUMENT_FRAME_SIZE];
  const size_t size = ff_encode_drive_frame(&frame, 3, bytes);
  struct ff_instrument_parser parser;
  ff_start_instrument_parser(&parser, FF_INSTRUMENT_DRIVE, 2);
  CHECK_EQUAL(count_accepted(&parser, bytes, size), 0);
  CHECK_EQUAL(parser.rejects.joint_counts, 1);
}

static void every_flip_is_refused(void) {
  struct ff_random random = {2};
  const struct ff_sensor_frame frame = draw_sensors(&random, FF_PACKED_COUNT_MAX);
  uint8_t bytes[FF_MAX_INSTRUMENT_FRAME_SIZE];
  const size_t size = ff_encode_sensor_frame(&frame, 2, bytes);
  for (size_t first = 0; first < size * 8; ++first) {
    for (size_t second = first; second < size * 8; ++second) {
      uint8_t damaged[FF_MAX_INSTRUMENT_FRAME_SIZE];
      memcpy(damaged, bytes, size);
      damaged[first / 8] = (uint8_t)(damaged[first / 8] ^ (1u << (first % 8)));
      if (second != first) damaged[second / 8] = (uint8_t)(damaged[second / 8] ^ (1u << (second % 8)));
      struct ff_instrument_parser parser;
      ff_start_instrument_parser(&parser, FF_INSTRUMENT_SENSORS, 2);
      CHECK_EQUAL(count_accepted(&parser, damaged, size), 0);
    }
  }
}

static void frame_behind_garbage_is_found(void) {
  struct ff_random random = {3};
  for (int i = ff_test_rounds(2000); i > 0; --i) {
    uint8_t stream[100 + 3 * FF_MAX_INSTRUMENT_FRAME_SIZE];
    size_t count = ff_draw_below(&random, 100);
    for (size_t k = 0; k < count; ++k)
      stream[k] = ff_draw_below(&random, 3) == 0 ? 0xfd : (uint8_t)ff_draw(&random);
    for (int k = 0; k < 3; ++k) {
      const struct ff_sensor_frame frame = draw_sensors(&random, k == 1 ? 65535 : FF_PACKED_COUNT_MAX);
      count += ff_encode_sensor_frame(&frame, 2, stream + count);
    }
    struct ff_instrument_parser parser;
    ff_start_instrument_parser(&parser, FF_INSTRUMENT_SENSORS, 2);
    // The last may wait for bytes that never come, behind a start that the garbage's end made up.
    CHECK(count_accepted(&parser, stream, count) >= 2);
  }
}

static void answer(struct ff_instrument_bench* bench, uint32_t tick, uint8_t flags) {
  struct ff_sensor_frame frame;
  memset(&frame, 0, sizeof frame);
  frame.flags = flags;
  frame.tick = (uint16_t)tick;
  frame.pot_counts[0] = 1000;
  frame.current_counts[1] = 2000;
  uint8_t bytes[FF_MAX_INSTRUMENT_FRAME_SIZE];
  const size_t size = ff_encode_sensor_frame(&frame, 2, bytes);
  for (size_t i = 0; i < size; ++i) ff_receive_instrument_byte(bench, bytes[i]);
}

static void drive(struct ff_instrument_bench* bench, uint32_t tick) {
  const struct ff_servo_outputs outputs = {.energised = true};
  const struct ff_tick_report report = {.tick = tick};
  uint8_t bytes[FF_MAX_INSTRUMENT_FRAME_SIZE];
  CHECK(ff_make_drive_frame(bench, &outputs, &report, bytes) > 0);
}

static void bench_waits_for_the_answer_of_the_newest_tick(void) {
  struct ff_instrument_bench bench;
  struct ff_servo_inputs inputs;
  ff_start_instrument_bench(&bench, 2);
  CHECK(ff_is_instrument_ready(&bench));  // nobody there: no use in waiting
  ff_read_instrument_sensors(&bench, &inputs);
  CHECK_EQUAL(inputs.pot_counts[0], 0);
  answer(&bench, 0, FF_SENSOR_CONTACT);
  drive(&bench, 70000);
  CHECK(!ff_is_instrument_ready(&bench));
  answer(&bench, 69999, 0);  // late
  CHECK(!ff_is_instrument_ready(&bench));
  answer(&bench, 70000, FF_SENSOR_CONTACT);
  CHECK(ff_is_instrument_ready(&bench));
  ff_read_instrument_sensors(&bench, &inputs);
  CHECK_EQUAL(inputs.pot_counts[0], 1000);
  CHECK_EQUAL(inputs.current_counts[1], 2000);
  CHECK(inputs.gripper_contact);
}

static void lost_link_reads_as_broken_wires(void) {
  struct ff_instrument_bench bench;
  struct ff_servo_inputs inputs;
  ff_start_instrument_bench(&bench, 2);
  answer(&bench, 0, 0);
  for (uint32_t tick = 1; tick <= FF_INSTRUMENT_LOST_TICKS; ++tick) {
    drive(&bench, tick);
    ff_read_instrument_sensors(&bench, &inputs);
    CHECK_EQUAL(inputs.pot_counts[0], 1000);
  }
  ff_read_instrument_sensors(&bench, &inputs);
  CHECK_EQUAL(inputs.pot_counts[0], 0);
  CHECK(ff_is_instrument_ready(&bench));
  answer(&bench, FF_INSTRUMENT_LOST_TICKS, 0);
  ff_read_instrument_sensors(&bench, &inputs);
  CHECK_EQUAL(inputs.pot_counts[0], 1000);
}

static void hangs_on_request_only(void) {
  struct ff_instrument_bench bench;
  ff_start_instrument_bench(&bench, 2);
  answer(&bench, 0, FF_SENSOR_CONTACT);
  CHECK(!bench.hang);
  answer(&bench, 1, FF_SENSOR_HANG);
  CHECK(bench.hang);
}

const struct ff_test ff_instrument_tests[] = {
    {"Instrument.DriveFrameSurvivesTheWireForAnyNumberOfJoints", drive_frame_survives},
    {"Instrument.SensorFrameSurvivesTheWireForAnyNumberOfJoints", sensor_frame_survives},
    {"Instrument.PackedSensorFrameSurvivesTheWireForAnyNumberOfJoints", packed_sensor_frame_survives},
    {"Instrument.FramesForAnotherNumberOfJointsAreCounted", other_joint_counts_are_counted},
    {"Instrument.EveryOneAndTwoBitFlipIsRefused", every_flip_is_refused},
    {"Instrument.FramesBehindGarbageAreFound", frame_behind_garbage_is_found},
    {"InstrumentBench.WaitsForTheAnswerToTheNewestTick", bench_waits_for_the_answer_of_the_newest_tick},
    {"InstrumentBench.ALostLinkReadsAsBrokenWires", lost_link_reads_as_broken_wires},
    {"InstrumentBench.HangsOnRequestOnly", hangs_on_request_only},
    {NULL, NULL},
};
