#include "wire/sha256.h"

#include <string.h>

// First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
static const uint32_t kRoundConstants[64] = {
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u,
    0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u,
    0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau,
    0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u,
    0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u,
    0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u,
    0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,
    0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u};

static uint32_t rotate(uint32_t value, unsigned count) {
  return (value >> count) | (value << (32u - count));
}

static uint32_t get_big_endian(const uint8_t* at) {
  return ((uint32_t)at[0] << 24) | ((uint32_t)at[1] << 16) | ((uint32_t)at[2] << 8) | at[3];
}

static void put_big_endian(uint8_t* at, uint32_t value) {
  for (int i = 0; i < 4; ++i) at[i] = (uint8_t)((value >> (24 - 8 * i)) & 0xffu);
}

// One of eight rounds, after which the eight working variables stand where they stood: constant places
// instead of moves.
static inline void make_round(uint32_t* v, unsigned place, uint32_t input) {
  const uint32_t a = v[(0u - place) % 8u], b = v[(1u - place) % 8u], c = v[(2u - place) % 8u];
  const uint32_t e = v[(4u - place) % 8u], f = v[(5u - place) % 8u], g = v[(6u - place) % 8u];
  uint32_t* const d = &v[(3u - place) % 8u];
  uint32_t* const h = &v[(7u - place) % 8u];
  const uint32_t choice = g ^ (e & (f ^ g));
  const uint32_t majority = (a & b) | (c & (a | b));
  const uint32_t first = *h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + input;
  *d += first;
  *h = first + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
}

static void make_eight_rounds(uint32_t* v, const uint32_t* constants, const uint32_t* words) {
  make_round(v, 0, constants[0] + words[0]);
  make_round(v, 1, constants[1] + words[1]);
  make_round(v, 2, constants[2] + words[2]);
  make_round(v, 3, constants[3] + words[3]);
  make_round(v, 4, constants[4] + words[4]);
  make_round(v, 5, constants[5] + words[5]);
  make_round(v, 6, constants[6] + words[6]);
  make_round(v, 7, constants[7] + words[7]);
}

static uint32_t next_word(const uint32_t* words, unsigned t) {
  const uint32_t a = words[t - 15];
  const uint32_t b = words[t - 2];
  return words[t - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ (a >> 3)) + words[t - 7] +
         (rotate(b, 17) ^ rotate(b, 19) ^ (b >> 10));
}

// FIPS 180-4, 6.2.2.
static void take_block(uint32_t* state, const uint8_t* block) {
  uint32_t words[64];
  uint32_t v[8];
  for (unsigned t = 0; t < 16; ++t) words[t] = get_big_endian(block + 4 * t);
  for (unsigned t = 16; t < 64; ++t) words[t] = next_word(words, t);
  memcpy(v, state, sizeof v);
  for (unsigned t = 0; t < 64; t += 8) make_eight_rounds(v, kRoundConstants + t, words + t);
  for (int i = 0; i < 8; ++i) state[i] += v[i];
}

void ff_start_sha256(struct ff_sha256* hash) {
  // First 32 bits of the fractional parts of the square roots of the first eight primes.
  static const uint32_t start[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
                                    0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
  memcpy(hash->state, start, sizeof start);
  hash->length = 0;
}

void ff_add_to_sha256(struct ff_sha256* hash, const uint8_t* bytes, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const uint32_t at = hash->length++ % FF_SHA256_BLOCK_SIZE;
    hash->block[at] = bytes[i];
    if (at == FF_SHA256_BLOCK_SIZE - 1) take_block(hash->state, hash->block);
  }
}

void ff_finish_sha256(struct ff_sha256* hash, uint8_t* digest) {
  const uint32_t bits = hash->length * 8u;
  uint32_t at = hash->length % FF_SHA256_BLOCK_SIZE;
  hash->block[at++] = 0x80;
  if (at > FF_SHA256_BLOCK_SIZE - 8) {
    memset(hash->block + at, 0, FF_SHA256_BLOCK_SIZE - at);
    take_block(hash->state, hash->block);
    at = 0;
  }
  memset(hash->block + at, 0, FF_SHA256_BLOCK_SIZE - at);
  put_big_endian(hash->block + FF_SHA256_BLOCK_SIZE - 4, bits);
  take_block(hash->state, hash->block);
  for (int i = 0; i < 8; ++i) put_big_endian(digest + 4 * i, hash->state[i]);
}
