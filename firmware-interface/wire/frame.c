#include "wire/frame.h"

#include <string.h>

#include "wire/bytes.h"
#include "wire/crc32c.h"

// Offsets in the header.
enum { kVersionType = 2, kSource = 3, kFlags = 4, kSession = 6, kSequence = 10, kTime = 14 };

_Static_assert(FF_MAX_FRAME_SIZE <= UINT8_MAX, "a parser counts its bytes in eight bits");

static const uint8_t kZeroTag[FF_TAG_SIZE] = {0};

// Query and identity are the same in every version.
static bool is_lasting(uint8_t type) {
  return type == FF_FRAME_QUERY || type == FF_FRAME_IDENTITY;
}

static uint8_t version_type(uint8_t type) {
  return (uint8_t)(((is_lasting(type) ? 0 : FF_PROTOCOL_VERSION) << 4) | type);
}

static uint8_t type_of(const uint8_t* frame) {
  return frame[kVersionType] & 0x0fu;
}

static uint32_t check_of(const uint8_t* frame, size_t checked) {
  return ff_crc32c(is_lasting(type_of(frame)) ? 0 : FF_PROTOCOL_HASH, frame, checked);
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
  if (type == FF_FRAME_QUERY) return FF_QUERY_FRAME_SIZE;
  if (type == FF_FRAME_IDENTITY) return FF_IDENTITY_FRAME_SIZE;
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
  memset(frame + size - FF_CRC_SIZE - FF_TAG_SIZE, 0, FF_TAG_SIZE);
  return ff_reseal_frame(frame);
}

size_t ff_reseal_frame(uint8_t* frame) {
  const size_t size = ff_frame_size(type_of(frame));
  if (size != 0) ff_put_u32(frame + size - FF_CRC_SIZE, check_of(frame, size - FF_CRC_SIZE));
  return size;
}

void ff_read_header(const uint8_t* frame, struct ff_header* header) {
  header->type = type_of(frame);
  header->source = frame[kSource];
  header->flags = ff_get_u16(frame + kFlags);
  header->session = ff_get_u32(frame + kSession);
  header->sequence = ff_get_u32(frame + kSequence);
  header->time_us = ff_get_u64(frame + kTime);
}

void ff_start_parser(struct ff_parser* parser, unsigned accept) {
  memset(parser, 0, sizeof *parser);
  parser->accept = (uint8_t)accept;
}

// Whether the first bytes held can begin a frame that is wanted; otherwise why not.
static bool can_begin_frame(const struct ff_parser* parser, enum ff_reject* cause) {
  const uint8_t* bytes = parser->bytes;
  *cause = FF_REJECT_GARBAGE;
  if (bytes[0] != FF_MAGIC_0) return false;
  if (parser->length > 1 && bytes[1] != FF_MAGIC_1) return false;
  if (parser->length <= kVersionType) return true;
  const uint8_t type = type_of(bytes);
  *cause = FF_REJECT_VERSION;
  if (ff_frame_size(type) == 0 || bytes[kVersionType] != version_type(type)) return false;
  *cause = FF_REJECT_TYPE;
  return (parser->accept & (1u << type)) != 0;
}

static bool check_frame(const struct ff_parser* parser, size_t size, enum ff_reject* cause) {
  const uint8_t* frame = parser->bytes;
  const size_t checked = size - FF_CRC_SIZE;
  *cause = FF_REJECT_CRC;
  if (ff_get_u32(frame + checked) != check_of(frame, checked)) return false;
  *cause = FF_REJECT_TAG;
  const uint16_t flags = ff_get_u16(frame + kFlags);
  if (flags == FF_FLAG_AUTHENTICATED) return (parser->accept & FF_ACCEPT_TAGGED) != 0;
  return flags == 0 && memcmp(frame + checked - FF_TAG_SIZE, kZeroTag, FF_TAG_SIZE) == 0;
}

static void forget(struct ff_parser* parser, size_t count) {
  if (count == 0) return;
  parser->length = (uint8_t)(parser->length - count);
  for (size_t i = 0; i < parser->length; ++i) parser->bytes[i] = parser->bytes[i + count];
}

// Forgets the first byte, and with it all that follow up to the next one that could begin a frame.
static void advance(struct ff_parser* parser) {
  size_t next = 1;
  while (next < parser->length && parser->bytes[next] != FF_MAGIC_0) ++next;
  forget(parser, next);
}

bool ff_parse_byte(struct ff_parser* parser, uint8_t byte) {
  // The frame of the call before is given up now; what stood behind it stays.
  forget(parser, parser->frame_size);
  parser->frame_size = 0;
  parser->bytes[parser->length++] = byte;
  while (parser->length > 0) {
    enum ff_reject cause;
    if (can_begin_frame(parser, &cause)) {
      if (parser->length <= kVersionType) return false;
      const size_t size = ff_frame_size(type_of(parser->bytes));
      if (parser->length < size) return false;
      if (check_frame(parser, size, &cause)) {
        parser->frame_size = (uint8_t)size;
        return true;
      }
    }
    ff_count_reject(&parser->rejects, cause);
    advance(parser);
  }
  return false;
}
