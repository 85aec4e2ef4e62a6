#include "mcap/cdr.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "mcap/crc32.h"

namespace freefloat {
namespace {

std::vector<std::uint8_t> written_bytes(const CdrWriter& out) {
  return {out.bytes().begin(), out.bytes().end()};
}

TEST(CdrWriter, AlignsNumbersToTheirSizeAfterTheHeader) {
  CdrWriter out;
  out.put<std::uint8_t>(0x11);
  out.put<std::uint16_t>(0x3322);
  out.put<std::uint8_t>(0x44);
  out.put<std::uint32_t>(0x88776655);
  out.put<std::uint8_t>(0x99);
  out.put<double>(1.0);
  const std::vector<std::uint8_t> expected{0,    1,    0,    0,                       // header, not counted
                                           0x11, 0,    0x22, 0x33, 0x44, 0, 0,    0,  // at 0, 2, 4
                                           0x55, 0x66, 0x77, 0x88, 0x99, 0, 0,    0,  // at 8, 12
                                           0,    0,    0,    0,    0,    0, 0xF0, 0x3F};  // at 16
  EXPECT_EQ(written_bytes(out), expected);
}

TEST(CdrWriter, EndsTextWithAZeroThatTheLengthCounts) {
  CdrWriter out;
  out.put_text("ab");
  out.put_text("");
  const std::vector<std::uint8_t> expected{0, 1, 0, 0, 3, 0, 0, 0, 'a', 'b', 0, 0, 1, 0, 0, 0, 0};
  EXPECT_EQ(written_bytes(out), expected);
}

TEST(CdrWriter, StartsAfreshWhenCleared) {
  CdrWriter out;
  out.put<std::uint8_t>(7);
  out.clear();
  out.put<double>(0.0);
  EXPECT_EQ(out.bytes().size(), 12u);
}

TEST(CdrReader, ReadsBackWhatWasWritten) {
  CdrWriter out;
  out.put<std::uint8_t>(5);
  out.put(-1.25);
  out.put_text("hand");
  out.put<std::int16_t>(-3);
  CdrReader in(out.bytes());
  EXPECT_EQ(in.take<std::uint8_t>(), 5);
  EXPECT_EQ(in.take<double>(), -1.25);
  EXPECT_EQ(in.take_text(), "hand");
  EXPECT_EQ(in.take<std::int16_t>(), -3);
  EXPECT_TRUE(in.finished());
}

TEST(CdrReader, FailsInsteadOfReadingBeyondTheEnd) {
  const std::vector<std::uint8_t> three{0, 1, 0, 0, 1, 2, 3};
  CdrReader in(three);
  EXPECT_EQ(in.take<std::uint32_t>(), 0u);
  EXPECT_TRUE(in.failed());
  EXPECT_EQ(in.take<std::uint8_t>(), 0) << "stays failed";
}

TEST(CdrReader, RefusesLengthsThatCannotFit) {
  const std::vector<std::uint8_t> bytes{0, 1, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0};
  CdrReader lengths(bytes);
  EXPECT_EQ(lengths.take_length(1), 0u);
  EXPECT_TRUE(lengths.failed());
  CdrReader texts(bytes);
  EXPECT_EQ(texts.take_text(), "");
  EXPECT_TRUE(texts.failed());
}

TEST(CdrReader, RefusesOtherEncodings) {
  const std::vector<std::uint8_t> big_endian{0, 0, 0, 0, 1};
  EXPECT_TRUE(CdrReader(big_endian).failed());
  const std::vector<std::uint8_t> short_header{0, 1};
  EXPECT_TRUE(CdrReader(short_header).failed());
}

TEST(Crc32, GivesThePublishedCheckValue) {
  const std::string digits = "123456789";
  const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(digits.data()),
                                            digits.size());
  EXPECT_EQ(crc32_of(bytes), 0xCBF43926u);
  EXPECT_EQ(crc32_of(bytes.subspan(4), crc32_of(bytes.first(4))), 0xCBF43926u) << "in two parts";
  EXPECT_EQ(crc32_of({}), 0u);
}

}  // namespace
}  // namespace freefloat
