#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace freefloat {

/// Width of a tile of the whole-picture scan, pixels.
inline constexpr int kTile = 128;

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

/// @return The brightest of `count` pixels.
inline std::uint8_t brightest_of(const std::uint8_t* pixels, int count) {
  std::uint8_t brightest = 0;
  int i = 0;
#if defined(__SSE2__)
  __m128i most = _mm_setzero_si128();
  for (; i + 16 <= count; i += 16) {
    most = _mm_max_epu8(most, _mm_loadu_si128(reinterpret_cast<const __m128i*>(pixels + i)));
  }
  alignas(16) std::uint8_t lanes[16];
  _mm_store_si128(reinterpret_cast<__m128i*>(lanes), most);
  for (const std::uint8_t lane : lanes) brightest = brightest < lane ? lane : brightest;
#endif
  for (; i < count; ++i) brightest = brightest < pixels[i] ? pixels[i] : brightest;
  return brightest;
}

/// Looks along one row for tiles with light: this decides the speed of the whole-picture scan.
/// @param levels One a tile.
/// @param tiles Whole tiles of the row, at most 64.
/// @return Bit i set when a pixel of tile i is above levels[i].
using LitTileFinder = std::uint64_t (*)(const std::uint8_t* row, const std::uint8_t* levels, int tiles);

/// @return The widest version that this processor runs; all versions give the same bits.
LitTileFinder select_lit_tile_finder();

/// The version that runs anywhere.
std::uint64_t find_lit_tiles(const std::uint8_t* row, const std::uint8_t* levels, int tiles);

}  // namespace freefloat
