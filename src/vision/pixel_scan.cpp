#include "vision/pixel_scan.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace freefloat {

std::uint64_t find_lit_tiles(const std::uint8_t* row, const std::uint8_t* levels, int tiles) {
  std::uint64_t lit = 0;
  for (int t = 0; t < tiles; ++t) {
    const std::uint8_t* const pixels = row + t * kTile;
#if defined(__SSE2__)
    const auto load = [pixels](int i) {
      return _mm_loadu_si128(reinterpret_cast<const __m128i*>(pixels) + i);
    };
    const __m128i a = _mm_max_epu8(_mm_max_epu8(load(0), load(1)), _mm_max_epu8(load(2), load(3)));
    const __m128i b = _mm_max_epu8(_mm_max_epu8(load(4), load(5)), _mm_max_epu8(load(6), load(7)));
    const __m128i excess = _mm_subs_epu8(_mm_max_epu8(a, b), _mm_set1_epi8(static_cast<char>(levels[t])));
    const bool above = _mm_movemask_epi8(_mm_cmpeq_epi8(excess, _mm_setzero_si128())) != 0xFFFF;
#else
    // Written without a branch, so that any compiler turns it into vector code.
    std::uint8_t brightest = 0;
    for (int i = 0; i < kTile; ++i) brightest = brightest < pixels[i] ? pixels[i] : brightest;
    const bool above = brightest > levels[t];
#endif
    lit |= static_cast<std::uint64_t>(above) << t;
  }
  return lit;
}

#if defined(__x86_64__)

namespace {

__attribute__((target("avx2"))) std::uint64_t find_lit_tiles_avx2(const std::uint8_t* row,
                                                                  const std::uint8_t* levels, int tiles) {
  std::uint64_t lit = 0;
  for (int t = 0; t < tiles; ++t) {
    const __m256i* const pixels = reinterpret_cast<const __m256i*>(row + t * kTile);
    const __m256i a = _mm256_max_epu8(_mm256_loadu_si256(pixels), _mm256_loadu_si256(pixels + 1));
    const __m256i b = _mm256_max_epu8(_mm256_loadu_si256(pixels + 2), _mm256_loadu_si256(pixels + 3));
    const __m256i level = _mm256_set1_epi8(static_cast<char>(levels[t]));
    const __m256i excess = _mm256_subs_epu8(_mm256_max_epu8(a, b), level);
    lit |= static_cast<std::uint64_t>(_mm256_testz_si256(excess, excess) == 0) << t;
  }
  return lit;
}

}  // namespace

LitTileFinder select_lit_tile_finder() {
  return __builtin_cpu_supports("avx2") ? find_lit_tiles_avx2 : find_lit_tiles;
}

#else

LitTileFinder select_lit_tile_finder() {
  return find_lit_tiles;
}

#endif

}  // namespace freefloat
