#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace freefloat {

/// A pixel format by its number in the standard of GenICam's cameras (PFNC).
using PixelFormatCode = std::uint32_t;

inline constexpr PixelFormatCode kMono8 = 0x01080001;

/// @return The format's name where it is a grey one that is known, e.g. Mono12p; else its number.
std::string name_format(PixelFormatCode format);

/// @return Whether pictures of this format can be made 8-bit grey: 8 to 16 bits a pixel, packed or not.
/// Colour cannot: of a colour sensor's pixels three in four see an LED of one colour weakly or not at all.
bool is_grey(PixelFormatCode format);

/// @return Bytes of a picture without padding; zero for a format that is not grey.
std::size_t picture_bytes(PixelFormatCode format, int width, int height);

/// The eight highest bits of each pixel.
/// @param format Grey. @param pixels `picture_bytes` of them, as they come from the camera.
/// @param grey width * height bytes, row by row.
void take_high_bits(PixelFormatCode format, const std::uint8_t* pixels, int width, int height,
                    std::uint8_t* grey);

}  // namespace freefloat
