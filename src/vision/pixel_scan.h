#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace freefloat {

/// @return Bit i set when pixels[i] > level, for 16 pixels at any address.
inline std::uint32_t mask_above(const std::uint8_t* pixels, std::uint8_t level) {
#if defined(__SSE2__)
  const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(pixels));
  const __m128i excess = _mm_subs_epu8(block, _mm_set1_epi8(static_cast<char>(level)));
  return 0xFFFFu &
         ~static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(excess, _mm_setzero_si128())));
#else
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < 16; ++i) bits |= static_cast<std::uint32_t>(pixels[i] > level) << i;
  return bits;
#endif
}

/// @return Whether any of 128 pixels at any address is above `level`. This loop decides the speed of the
/// whole-picture scan.
inline bool any_above_128(const std::uint8_t* pixels, std::uint8_t level) {
#if defined(__SSE2__)
  const auto load = [pixels](int i) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(pixels) + i); };
  const __m128i a = _mm_max_epu8(_mm_max_epu8(load(0), load(1)), _mm_max_epu8(load(2), load(3)));
  const __m128i b = _mm_max_epu8(_mm_max_epu8(load(4), load(5)), _mm_max_epu8(load(6), load(7)));
  const __m128i excess = _mm_subs_epu8(_mm_max_epu8(a, b), _mm_set1_epi8(static_cast<char>(level)));
  return _mm_movemask_epi8(_mm_cmpeq_epi8(excess, _mm_setzero_si128())) != 0xFFFF;
#else
  // Written without a branch, so that any compiler turns it into vector code.
  std::uint8_t brightest = 0;
  for (int i = 0; i < 128; ++i) brightest = brightest < pixels[i] ? pixels[i] : brightest;
  return brightest > level;
#endif
}

}  // namespace freefloat
