#pragma once

#include <stdint.h>

/// Random numbers of the tests: splitmix64 (Steele, Lea & Flood 2014).
struct ff_random {
  uint64_t state;
};

static inline uint64_t ff_draw(struct ff_random* random) {
  uint64_t bits = random->state += 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

static inline uint32_t ff_draw_below(struct ff_random* random, uint32_t limit) {
  return (uint32_t)(((ff_draw(random) >> 32) * limit) >> 32);
}

/// @return Evenly distributed in [low, high).
static inline double ff_draw_uniform(struct ff_random* random, double low, double high) {
  return low + (high - low) * ((double)(ff_draw(random) >> 11) * 0x1p-53);
}

/// @return Mean 0, standard deviation 1, nearly normal: a sum of twelve, which costs no logarithm.
static inline double ff_draw_normal(struct ff_random* random) {
  int32_t sum = -12 * 0x8000;
  for (int i = 0; i < 3; ++i) {
    uint64_t bits = ff_draw(random);
    for (int k = 0; k < 4; ++k, bits >>= 16) sum += (int32_t)(bits & 0xffffu);
  }
  return sum / 65536.0;
}
