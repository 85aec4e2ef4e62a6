#include "wire/crc32c.h"

#include <gtest/gtest.h>

#include <string_view>

#include "wire/frame.h"

namespace freefloat {
namespace {

std::uint32_t crc_of(std::string_view text, std::uint32_t seed = 0) {
  return ff_crc32c(seed, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

// RFC 3720, appendix B.4, and the usual check value.
TEST(Crc32c, AgreesWithPublishedValues) {
  EXPECT_EQ(crc_of("123456789"), 0xe3069283u);
  EXPECT_EQ(crc_of(std::string(32, '\0')), 0x8a9136aau);
  EXPECT_EQ(crc_of(std::string(32, '\xff')), 0x62a8ab43u);
  EXPECT_EQ(ff_crc32c(0, nullptr, 0), 0u);
}

TEST(Crc32c, OfJoinedPiecesIsThatOfTheWhole) {
  EXPECT_EQ(crc_of("56789", crc_of("1234")), crc_of("123456789"));
}

TEST(Crc32c, OfTheProtocolDefinitionIsTheSeedOfEveryFrame) {
  EXPECT_EQ(crc_of(FF_PROTOCOL_DEFINITION), FF_PROTOCOL_HASH);
}

}  // namespace
}  // namespace freefloat
