// Grey formats of GenICam cameras, by their definition in the standard of pixel formats.
#include "hal/aravis/grey_pixels.h"

#include <gtest/gtest.h>

#include <vector>

namespace freefloat {
namespace {

constexpr PixelFormatCode kMono10 = 0x01100003, kMono12 = 0x01100005, kMono16 = 0x01100007;
constexpr PixelFormatCode kMono12Packed = 0x010C0006, kMono10p = 0x010A0046, kMono12p = 0x010C0047;
constexpr PixelFormatCode kBayerRg8 = 0x01080009, kRgb8 = 0x02180014;

std::vector<std::uint8_t> high_bits(PixelFormatCode format, const std::vector<std::uint8_t>& bytes,
                                    int width) {
  EXPECT_EQ(picture_bytes(format, width, 1), bytes.size());
  std::vector<std::uint8_t> grey(width);
  take_high_bits(format, bytes.data(), width, 1, grey.data());
  return grey;
}

using Bytes = std::vector<std::uint8_t>;

TEST(GreyPixels, WordsHaveTheirLowByteFirst) {
  // 0x3FF and 0x104 of 10 bits, 0xABC of 12, 0xABCD of 16
  EXPECT_EQ(high_bits(kMono10, {0xFF, 0x03, 0x04, 0x01}, 2), (Bytes{0xFF, 0x41}));
  EXPECT_EQ(high_bits(kMono12, {0xBC, 0x0A}, 1), (Bytes{0xAB}));
  EXPECT_EQ(high_bits(kMono16, {0xCD, 0xAB}, 1), (Bytes{0xAB}));
}

TEST(GreyPixels, WordsAboveTheFormatsWhiteStayWhite) {
  EXPECT_EQ(high_bits(kMono10, {0xFF, 0xFF}, 1), (Bytes{0xFF}));
}

TEST(GreyPixels, PairsOfOlderGigeCamerasKeepTheLowBitsInTheMiddle) {
  // 0xABC, 0x123
  EXPECT_EQ(high_bits(kMono12Packed, {0xAB, 0x3C, 0x12}, 2), (Bytes{0xAB, 0x12}));
}

TEST(GreyPixels, PackedBitsFollowEachOtherFromTheLowest) {
  // 0xABC, 0x123 of 12 bits: BC 3A 12
  EXPECT_EQ(high_bits(kMono12p, {0xBC, 0x3A, 0x12}, 2), (Bytes{0xAB, 0x12}));
  // 0x3FF, 0x000, 0x155, 0x2AA of 10 bits
  EXPECT_EQ(high_bits(kMono10p, {0xFF, 0x03, 0x50, 0x95, 0xAA}, 4), (Bytes{0xFF, 0x00, 0x55, 0xAA}));
}

TEST(GreyPixels, ColourIsNotGrey) {
  EXPECT_FALSE(is_grey(kBayerRg8));
  EXPECT_FALSE(is_grey(kRgb8));
  EXPECT_EQ(picture_bytes(kRgb8, 4, 4), 0U);
  EXPECT_EQ(name_format(kBayerRg8), "0x01080009");
  EXPECT_EQ(name_format(kMono12p), "Mono12p");
}

}  // namespace
}  // namespace freefloat
