#include "wire/frame.h"

#include <string.h>

#include "wire/bytes.h"
#include "wire/crc32c.h"

// Offsets in the header.
enum { kVersionType = 2, kSource = 3, kFlags = 4, kSession = 6, kSequence = 10, kTime = 14 };

static const uint8_t kZeroTag[FF_TAG_SIZE] = {0};

static uint8_t version_type(uint8_t type) {
  return (uint8_t)((FF_PROTOCOL_VERSION << 4) | type);
}

void ff_count_reject(struct ff_reject_counters* counters, enum ff_reject cause) {
  if (counters->by_cause[cause] < UINT16_MAX) ++counters->by_cause[cause];
}

uint32_t ff_sum_rejects(const struct ff_reject_counters* counters) {
  uint32_t sum = 0;
  for (int i = 0; i < FF_REJECT_COUNT; ++i) sum += counters->by_cause[i];
  return sum;
}

size_t ff_frame_size(uint8_t type) {
  if (type == FF_FRAME_COMMAND) return FF_COMMAND_FRAME_SIZE;
  if (type == FF_FRAME_STATUS) return FF_STATUS_FRAME_SIZE;
  return 0;
}

size_t ff_seal_frame(uint8_t* frame, const struct ff_header* header) {
  const size_t size = ff_frame_size(header->type);
  if (size == 0) return 0;
  frame[0] = FF_MAGIC_0;
  frame[1] = FF_MAGIC_1;
  frame[kVersionType] = version_type(header->type);
  frame[kSource] = header->source;
  ff_put_u16(frame + kFlags, header->flags);
  ff_put_u32(frame + kSession, header->session);
  ff_put_u32(frame + kSequence, header->sequence);
  ff_put_u64(frame + kTime, header->time_us);
  const size_t checked = size - FF_CRC_SIZE;
  memset(frame + checked - FF_TAG_SIZE, 0, FF_TAG_SIZE);
  ff_put_u32(frame + checked, ff_crc32c(FF_PROTOCOL_HASH, frame, checked));
  return size;
}

void ff_read_header(const uint8_t* frame, struct ff_header* header) {
  header->type = frame[kVersionType] & 0x0fu;
  header->source = frame[kSource];
  header->flags = ff_get_u16(frame + kFlags);
  header->session = ff_get_u32(frame + kSession);
  header->sequence = ff_get_u32(frame + kSequence);
  header->time_us = ff_get_u64(frame + kTime);
}

void ff_start_parser(struct ff_parser* parser, uint8_t expected_type) {
  memset(parser, 0, sizeof *parser);
  parser->expected_type = expected_type;
}

// Whether the first bytes held can begin a frame of the expected type; otherwise why not.
static bool can_begin_frame(const struct ff_parser* parser, enum ff_reject* cause) {
  const uint8_t* bytes = parser->bytes;
  *cause = FF_REJECT_GARBAGE;
  if (bytes[0] != FF_MAGIC_0) return false;
  if (parser->length >= 2 && bytes[1] != FF_MAGIC_1) return false;
  *cause = FF_REJECT_VERSION;
  return parser->length < 3 || bytes[kVersionType] == version_type(parser->expected_type);
}

static bool check_frame(const uint8_t* frame, size_t size, enum ff_reject* cause) {
  const size_t checked = size - FF_CRC_SIZE;
  *cause = FF_REJECT_CRC;
  if (ff_get_u32(frame + checked) != ff_crc32c(FF_PROTOCOL_HASH, frame, checked)) return false;
  *cause = FF_REJECT_TAG;
  return ff_get_u16(frame + kFlags) == 0 && memcmp(frame + checked - FF_TAG_SIZE, kZeroTag, FF_TAG_SIZE) == 0;
}

// Forgets the first byte, and with it all that follow up to the next one that could begin a frame.
static void advance(struct ff_parser* parser) {
  const uint8_t* next = memchr(parser->bytes + 1, FF_MAGIC_0, (size_t)parser->length - 1u);
  if (next == NULL) next = parser->bytes + parser->length;
  const size_t skipped = (size_t)(next - parser->bytes);
  parser->length = (uint8_t)(parser->length - skipped);
  memmove(parser->bytes, next, parser->length);
}

bool ff_parse_byte(struct ff_parser* parser, uint8_t byte) {
  const size_t size = ff_frame_size(parser->expected_type);
  // A whole frame is still held from the call before: make room.
  if (parser->length >= size) parser->length = 0;
  parser->bytes[parser->length++] = byte;
  // The beginning is known to be right and the end is not here yet: the usual case.
  if (parser->length > kSource && parser->length < size) return false;
  enum ff_reject cause;
  while (parser->length > 0) {
    if (can_begin_frame(parser, &cause)) {
      if (parser->length < size) return false;
      if (check_frame(parser->bytes, size, &cause)) return true;
    }
    ff_count_reject(&parser->rejects, cause);
    advance(parser);
  }
  return false;
}
