#include "wire/crc32c.h"

#include <stddef.h>
#include <string.h>

#include "firmware/check.h"
#include "instrument/instrument_frames.h"
#include "wire/frame.h"

static uint32_t crc_of(const char* text, uint32_t seed) {
  return ff_crc32c(seed, (const uint8_t*)text, strlen(text));
}

// RFC 3720, appendix B.4, and the usual check value.
static void agrees_with_published_values(void) {
  uint8_t bytes[32];
  CHECK_EQUAL(crc_of("123456789", 0), 0xe3069283u);
  memset(bytes, 0, sizeof bytes);
  CHECK_EQUAL(ff_crc32c(0, bytes, sizeof bytes), 0x8a9136aau);
  memset(bytes, 0xff, sizeof bytes);
  CHECK_EQUAL(ff_crc32c(0, bytes, sizeof bytes), 0x62a8ab43u);
  CHECK_EQUAL(ff_crc32c(0, NULL, 0), 0);
}

static void of_joined_pieces(void) {
  CHECK_EQUAL(crc_of("56789", crc_of("1234", 0)), crc_of("123456789", 0));
}

static void of_the_definitions(void) {
  CHECK_EQUAL(crc_of(FF_PROTOCOL_DEFINITION, 0), FF_PROTOCOL_HASH);
  CHECK_EQUAL(crc_of(FF_INSTRUMENT_DEFINITION, 0), FF_INSTRUMENT_HASH);
}

const struct ff_test ff_crc32c_tests[] = {
    {"Crc32c.AgreesWithPublishedValues", agrees_with_published_values},
    {"Crc32c.OfJoinedPiecesIsThatOfTheWhole", of_joined_pieces},
    {"Crc32c.OfAProtocolsDefinitionIsTheSeedOfItsFrames", of_the_definitions},
    {NULL, NULL},
};
