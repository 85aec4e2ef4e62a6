#pragma once

#include <cstddef>
#include <cstdint>

namespace freefloat {

/// Unpacks one compressed picture, for example of Motion JPEG, as 8-bit grey.
/// @param grey width * height bytes, row by row. @return False when it is damaged or has another size.
bool decode_grey(const std::uint8_t* bytes, std::size_t size, int width, int height, std::uint8_t* grey);

}  // namespace freefloat
