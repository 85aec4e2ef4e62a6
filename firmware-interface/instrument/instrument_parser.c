#include "instrument/instrument_parser.h"

#include <string.h>

#include "wire/bytes.h"
#include "wire/crc32c.h"

void ff_start_instrument_parser(struct ff_instrument_parser* parser, uint8_t kind, uint8_t joint_count) {
  memset(parser, 0, sizeof *parser);
  parser->kind = kind;
  parser->joint_count = joint_count;
}

static bool is_expected_kind(const struct ff_instrument_parser* parser, uint8_t kind) {
  return kind == parser->kind ||
         (parser->kind == FF_INSTRUMENT_SENSORS && kind == FF_INSTRUMENT_PACKED_SENSORS);
}

static bool can_begin_frame(struct ff_instrument_parser* parser) {
  const uint8_t* bytes = parser->bytes;
  if (bytes[0] == FF_INSTRUMENT_MAGIC) {
    if (parser->length < 2) return true;
    if (is_expected_kind(parser, bytes[1] >> 4)) {
      if ((bytes[1] & 0x0fu) == parser->joint_count) return true;
      ++parser->rejects.joint_counts;
      return false;
    }
  }
  ++parser->rejects.garbage;
  return false;
}

static bool check_frame(struct ff_instrument_parser* parser, size_t size) {
  const size_t checked = size - FF_CRC_SIZE;
  if (ff_get_u32(parser->bytes + checked) == ff_crc32c(FF_INSTRUMENT_HASH, parser->bytes, checked))
    return true;
  ++parser->rejects.checks;
  return false;
}

// Forgets the first byte, and with it all that follow up to the next one that could begin a frame.
static void advance(struct ff_instrument_parser* parser) {
  uint8_t next = 1;
  while (next < parser->length && parser->bytes[next] != FF_INSTRUMENT_MAGIC) ++next;
  parser->length = (uint8_t)(parser->length - next);
  memmove(parser->bytes, parser->bytes + next, parser->length);
}

// Of the frame that the bytes held begin; at least two bytes, of which the caller knows that they can.
static size_t begun_size(const struct ff_instrument_parser* parser) {
  return ff_instrument_frame_size(parser->bytes[1] >> 4, parser->joint_count);
}

bool ff_parse_instrument_byte(struct ff_instrument_parser* parser, uint8_t byte) {
  if (ff_instrument_frame_size(parser->kind, parser->joint_count) == 0) return false;
  // A whole frame is still held from the call before: make room.
  if (parser->found) parser->length = 0;
  parser->found = false;
  parser->bytes[parser->length++] = byte;
  // The beginning is known to be right and the end is not here yet: the usual case.
  if (parser->length > 2 && parser->length < begun_size(parser)) return false;
  while (parser->length > 0) {
    if (can_begin_frame(parser)) {
      if (parser->length < 2 || parser->length < begun_size(parser)) return false;
      parser->found = check_frame(parser, begun_size(parser));
      if (parser->found) return true;
    }
    advance(parser);
  }
  return false;
}
