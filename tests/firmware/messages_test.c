#include "wire/messages.h"

#include <stddef.h>
#include <string.h>

#include "firmware/check.h"
#include "firmware/sample_frames.h"

static void command_survives(void) {
  struct ff_command command = {.flags = FF_COMMAND_ENABLE | FF_COMMAND_CLOSE_GRIPPER,
                               .joint_count = 3,
                               .time_to_live_us = 0x87654321u,
                               .rates_urad_s = {INT32_MIN, INT32_MAX, -1}};
  uint8_t frame[FF_MAX_FRAME_SIZE];
  CHECK_EQUAL(ff_encode_command((struct ff_header){0}, &command, frame), FF_COMMAND_FRAME_SIZE);
  struct ff_command read;
  CHECK(ff_decode_command(frame, &read));
  CHECK_EQUAL(read.flags, command.flags);
  CHECK_EQUAL(read.joint_count, 3);
  CHECK_EQUAL(read.time_to_live_us, command.time_to_live_us);
  for (int i = 0; i < FF_MAX_JOINTS; ++i) CHECK_EQUAL(read.rates_urad_s[i], command.rates_urad_s[i]);
}

static void status_survives(void) {
  struct ff_random random = {1};
  for (int i = 0; i < 100; ++i) {
    uint8_t frame[FF_MAX_FRAME_SIZE];
    uint8_t again[FF_MAX_FRAME_SIZE];
    const size_t size = ff_draw_status_frame(&random, frame);
    struct ff_status status;
    struct ff_header header;
    CHECK(ff_decode_status(frame, &status));
    ff_read_header(frame, &header);
    CHECK_EQUAL(ff_encode_status(header, &status, again), size);
    CHECK_EQUAL(memcmp(frame, again, size), 0);
  }
}

static void identity_survives(void) {
  struct ff_random random = {2};
  for (int i = 0; i < 100; ++i) {
    uint8_t frame[FF_MAX_FRAME_SIZE];
    uint8_t again[FF_MAX_FRAME_SIZE];
    const size_t size = ff_draw_identity_frame(&random, frame);
    struct ff_identity identity;
    struct ff_header header;
    ff_decode_identity(frame, &identity);
    ff_read_header(frame, &header);
    CHECK_EQUAL(ff_encode_identity(header, &identity, again), size);
    CHECK_EQUAL(memcmp(frame, again, size), 0);
  }
}

static bool is_command_readable(size_t payload_byte, uint8_t value) {
  struct ff_command command = {.joint_count = 2};
  uint8_t frame[FF_MAX_FRAME_SIZE];
  ff_encode_command((struct ff_header){0}, &command, frame);
  frame[FF_HEADER_SIZE + payload_byte] = value;
  return ff_decode_command(frame, &command);
}

static void command_out_of_range_is_refused(void) {
  CHECK(is_command_readable(0, 0x0f));
  CHECK(!is_command_readable(0, 0x10));  // unknown flag
  CHECK(!is_command_readable(1, 0));     // no joints
  CHECK(!is_command_readable(1, 7));     // too many
  CHECK(!is_command_readable(2, 1));     // reserved
  CHECK(is_command_readable(12, 1));
  CHECK(!is_command_readable(16, 1));  // rate of a joint that does not exist
}

static bool is_status_readable(size_t payload_byte, uint8_t value) {
  struct ff_status status;
  memset(&status, 0, sizeof status);
  status.joint_count = 2;
  uint8_t frame[FF_MAX_FRAME_SIZE];
  ff_encode_status((struct ff_header){0}, &status, frame);
  frame[FF_HEADER_SIZE + payload_byte] = value;
  return ff_decode_status(frame, &status);
}

static void status_out_of_range_is_refused(void) {
  CHECK(is_status_readable(0, 5));
  CHECK(!is_status_readable(0, 6));  // board state
  CHECK(!is_status_readable(1, 4));  // gripper state
  CHECK(!is_status_readable(2, 0));  // no joints
  CHECK(!is_status_readable(3, 2));  // unknown flag
}

const struct ff_test ff_messages_tests[] = {
    {"Messages.CommandSurvivesTheWire", command_survives},
    {"Messages.StatusSurvivesTheWire", status_survives},
    {"Messages.IdentitySurvivesTheWire", identity_survives},
    {"Messages.CommandWithAFieldOutOfRangeIsRefused", command_out_of_range_is_refused},
    {"Messages.StatusWithAFieldOutOfRangeIsRefused", status_out_of_range_is_refused},
    {NULL, NULL},
};
