#include "hal/aravis/grey_pixels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace freefloat {

namespace {

/// How pixels follow each other.
enum class Packing : std::uint8_t {
  kBytes,    // one a byte
  kWords,    // one in 16 bits, low byte first, high bits empty
  kPairs,    // two in three bytes, of which the first and the last are the high bits: older GigE cameras
  kBitwise,  // without gaps, lowest bit first
};

struct GreyFormat {
  PixelFormatCode code;
  const char* name;
  int bits;
  Packing packing;
};

constexpr std::array kGreyFormats{
    GreyFormat{kMono8, "Mono8", 8, Packing::kBytes},
    GreyFormat{0x01100003, "Mono10", 10, Packing::kWords},
    GreyFormat{0x01100005, "Mono12", 12, Packing::kWords},
    GreyFormat{0x01100025, "Mono14", 14, Packing::kWords},
    GreyFormat{0x01100007, "Mono16", 16, Packing::kWords},
    GreyFormat{0x010C0004, "Mono10Packed", 10, Packing::kPairs},
    GreyFormat{0x010C0006, "Mono12Packed", 12, Packing::kPairs},
    GreyFormat{0x010A0046, "Mono10p", 10, Packing::kBitwise},
    GreyFormat{0x010C0047, "Mono12p", 12, Packing::kBitwise},
};

const GreyFormat* find_format(PixelFormatCode code) {
  const auto found = std::find_if(kGreyFormats.begin(), kGreyFormats.end(),
                                  [code](const GreyFormat& format) { return format.code == code; });
  return found == kGreyFormats.end() ? nullptr : &*found;
}

std::uint8_t bits_from(const std::uint8_t* pixels, std::size_t first_bit) {
  const std::size_t byte = first_bit / 8;
  const std::size_t shift = first_bit % 8;
  const unsigned low = pixels[byte];
  const unsigned high = shift == 0 ? 0U : pixels[byte + 1];
  return static_cast<std::uint8_t>((low | high << 8) >> shift);
}

}  // namespace

std::string name_format(PixelFormatCode format) {
  if (const GreyFormat* grey = find_format(format)) return grey->name;
  return fmt::format("0x{:08X}", format);
}

bool is_grey(PixelFormatCode format) {
  return find_format(format) != nullptr;
}

std::size_t picture_bytes(PixelFormatCode format, int width, int height) {
  const GreyFormat* grey = find_format(format);
  if (grey == nullptr) return 0;
  const std::size_t count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  const std::size_t bits = grey->bits;
  switch (grey->packing) {
    case Packing::kBytes:
      return count;
    case Packing::kWords:
      return 2 * count;
    case Packing::kPairs:
      return (count + 1) / 2 * 3;
    case Packing::kBitwise:
      return (count * bits + 7) / 8;
  }
  return 0;
}

void take_high_bits(PixelFormatCode format, const std::uint8_t* pixels, int width, int height,
                    std::uint8_t* grey) {
  const GreyFormat& from = *find_format(format);
  const std::size_t count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  const std::size_t bits = from.bits;
  switch (from.packing) {
    case Packing::kBytes:
      std::copy_n(pixels, count, grey);
      return;
    case Packing::kWords:
      for (std::size_t i = 0; i < count; ++i) {
        const unsigned value = pixels[2 * i] | static_cast<unsigned>(pixels[2 * i + 1]) << 8;
        grey[i] = static_cast<std::uint8_t>(std::min(value >> (bits - 8), 255U));
      }
      return;
    case Packing::kPairs:
      for (std::size_t i = 0; i < count; ++i) grey[i] = pixels[i / 2 * 3 + i % 2 * 2];
      return;
    case Packing::kBitwise:
      for (std::size_t i = 0; i < count; ++i) grey[i] = bits_from(pixels, (i + 1) * bits - 8);
      return;
  }
}

}  // namespace freefloat
