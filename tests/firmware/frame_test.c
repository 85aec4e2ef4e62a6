#include "wire/frame.h"

#include <stddef.h>
#include <string.h>

#include "firmware/check.h"
#include "firmware/sample_frames.h"
#include "wire/bytes.h"
#include "wire/crc32c.h"

static int accept_in(unsigned accept, const uint8_t* bytes, size_t count, struct ff_parser* parser) {
  ff_start_parser(parser, accept);
  return ff_count_accepted(parser, bytes, count);
}

static void has_the_documents_lengths(void) {
  CHECK_EQUAL(FF_COMMAND_FRAME_SIZE, 66);
  CHECK_EQUAL(FF_STATUS_FRAME_SIZE, 142);
  CHECK_EQUAL(FF_QUERY_FRAME_SIZE, 50);
  CHECK_EQUAL(FF_IDENTITY_FRAME_SIZE, 186);
  CHECK_EQUAL(ff_frame_size(0), 0);
  CHECK_EQUAL(ff_frame_size(5), 0);
}

static void header_survives(void) {
  const struct ff_header header = {.source = FF_SOURCE_BOARD,
                                   .session = 0x89abcdefu,
                                   .sequence = 0xfedcba98u,
                                   .time_us = 0x0123456789abcdefu};
  struct ff_status status;
  memset(&status, 0, sizeof status);
  status.joint_count = 1;
  uint8_t frame[FF_MAX_FRAME_SIZE];
  ff_encode_status(header, &status, frame);
  struct ff_header read;
  ff_read_header(frame, &read);
  CHECK_EQUAL(read.type, FF_FRAME_STATUS);
  CHECK_EQUAL(read.source, header.source);
  CHECK_EQUAL(read.flags, 0);
  CHECK_EQUAL(read.session, header.session);
  CHECK_EQUAL(read.sequence, header.sequence);
  CHECK_EQUAL(read.time_us, header.time_us);
}

static void parser_finds_every_frame(void) {
  struct ff_random random = {1};
  struct ff_parser parser;
  ff_start_parser(&parser, FF_ACCEPT_STATUSES);
  for (int i = 0; i < 200; ++i) {
    uint8_t frame[FF_MAX_FRAME_SIZE];
    const size_t size = ff_draw_status_frame(&random, frame);
    CHECK_EQUAL(ff_count_accepted(&parser, frame, size), 1);
    CHECK_EQUAL(memcmp(parser.bytes, frame, size), 0);
  }
  CHECK_EQUAL(ff_sum_rejects(&parser.rejects), 0);
}

static void parser_finds_the_frame_behind_garbage(void) {
  struct ff_random random = {2};
  const uint8_t likely[] = {FF_MAGIC_0, FF_MAGIC_1, 0x11};
  for (int i = ff_test_rounds(2000); i > 0; --i) {
    uint8_t stream[300 + 2 * FF_COMMAND_FRAME_SIZE];
    size_t count = ff_draw_below(&random, 300);
    // Every third byte is one that could begin a frame or its version.
    for (size_t k = 0; k < count; ++k) {
      stream[k] =
          ff_draw_below(&random, 3) == 0 ? likely[ff_draw_below(&random, 3)] : (uint8_t)ff_draw(&random);
    }
    const size_t start = count;
    count += ff_draw_command_frame(&random, stream + count);
    // The garbage's end may look like the beginning of a frame: then the real one is found with later bytes.
    memset(stream + count, 0, FF_COMMAND_FRAME_SIZE);
    uint8_t found[FF_COMMAND_FRAME_SIZE];
    struct ff_parser parser;
    ff_start_parser(&parser, FF_ACCEPT_COMMANDS);
    int accepted = 0;
    for (size_t k = 0; k < count + FF_COMMAND_FRAME_SIZE; ++k) {
      if (!ff_parse_byte(&parser, stream[k])) continue;
      ++accepted;
      memcpy(found, parser.bytes, sizeof found);
    }
    CHECK_EQUAL(accepted, 1);
    CHECK_EQUAL(memcmp(found, stream + start, sizeof found), 0);
  }
}

static void parser_finds_the_frame_behind_a_truncated_one(void) {
  struct ff_random random = {3};
  for (size_t kept = 0; kept < FF_COMMAND_FRAME_SIZE; ++kept) {
    uint8_t stream[3 * FF_COMMAND_FRAME_SIZE];
    ff_draw_command_frame(&random, stream);
    size_t count = kept;
    for (int i = 0; i < 2; ++i) count += ff_draw_command_frame(&random, stream + count);
    struct ff_parser parser;
    CHECK_EQUAL(accept_in(FF_ACCEPT_COMMANDS, stream, count, &parser), 2);
    CHECK_EQUAL(memcmp(parser.bytes, stream + count - FF_COMMAND_FRAME_SIZE, FF_COMMAND_FRAME_SIZE), 0);
  }
}

static void others_are_refused_by_cause(void) {
  struct ff_random random = {4};
  uint8_t frame[FF_MAX_FRAME_SIZE];
  const size_t size = ff_draw_command_frame(&random, frame);
  struct ff_parser parser;
  CHECK_EQUAL(accept_in(FF_ACCEPT_STATUSES, frame, size, &parser), 0);
  CHECK_EQUAL(parser.rejects.by_cause[FF_REJECT_TYPE], 1);

  uint8_t changed[FF_MAX_FRAME_SIZE];
  memcpy(changed, frame, size);
  changed[2] = 0x21;
  ff_reseal_frame(changed);
  CHECK_EQUAL(accept_in(FF_ACCEPT_COMMANDS, changed, size, &parser), 0);
  CHECK_EQUAL(parser.rejects.by_cause[FF_REJECT_VERSION], 1);

  // The same frame of another definition of the protocol.
  const size_t checked = size - FF_CRC_SIZE;
  ff_put_u32(frame + checked, ff_crc32c(FF_PROTOCOL_HASH ^ 1u, frame, checked));
  CHECK_EQUAL(accept_in(FF_ACCEPT_COMMANDS, frame, size, &parser), 0);
  CHECK_EQUAL(parser.rejects.by_cause[FF_REJECT_CRC], 1);
}

static void flags_or_tag_are_refused_on_a_wire(void) {
  struct ff_random random = {5};
  const size_t places[] = {4, 5, FF_COMMAND_FRAME_SIZE - 12, FF_COMMAND_FRAME_SIZE - 5};
  for (int i = 0; i < 4; ++i) {
    uint8_t frame[FF_MAX_FRAME_SIZE];
    const size_t size = ff_draw_command_frame(&random, frame);
    frame[places[i]] = 1;
    ff_reseal_frame(frame);
    struct ff_parser parser;
    CHECK_EQUAL(accept_in(FF_ACCEPT_COMMANDS, frame, size, &parser), 0);
    CHECK_EQUAL(parser.rejects.by_cause[FF_REJECT_TAG], 1);
  }
}

static void reject_counters_saturate(void) {
  struct ff_reject_counters counters;
  memset(&counters, 0, sizeof counters);
  for (int i = 0; i < 70000; ++i) ff_count_reject(&counters, FF_REJECT_GARBAGE);
  CHECK_EQUAL(counters.by_cause[FF_REJECT_GARBAGE], 65535);
  CHECK_EQUAL(ff_sum_rejects(&counters), 65535);
}

const struct ff_test ff_frame_tests[] = {
    {"Frame.HasTheLengthsOfTheDocument", has_the_documents_lengths},
    {"Frame.HeaderSurvivesTheWire", header_survives},
    {"Frame.ParserFindsEveryFrameOfAStream", parser_finds_every_frame},
    {"Frame.ParserFindsTheFrameBehindGarbageThatLooksLikeFrames", parser_finds_the_frame_behind_garbage},
    {"Frame.ParserFindsTheFrameBehindATruncatedOne", parser_finds_the_frame_behind_a_truncated_one},
    {"Frame.OfAnotherVersionTypeOrDefinitionIsRefusedByCause", others_are_refused_by_cause},
    {"Frame.WithFlagsOrTagIsRefusedOnAWire", flags_or_tag_are_refused_on_a_wire},
    {"Frame.RejectCountersSaturate", reject_counters_saturate},
    {NULL, NULL},
};
