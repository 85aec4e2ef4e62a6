#include "wire/hmac.h"

#include <string.h>

static void prepare_pass(uint32_t* state, const uint8_t* bytes, size_t size, uint8_t pad) {
  uint8_t block[FF_SHA256_BLOCK_SIZE];
  for (size_t i = 0; i < sizeof block; ++i) block[i] = (uint8_t)((i < size ? bytes[i] : 0u) ^ pad);
  struct ff_sha256 hash;
  ff_start_sha256(&hash);
  ff_add_to_sha256(&hash, block, sizeof block);
  memcpy(state, hash.state, sizeof hash.state);
}

void ff_prepare_hmac(struct ff_hmac_key* key, const uint8_t* bytes, size_t size) {
  prepare_pass(key->inner, bytes, size, 0x36);
  prepare_pass(key->outer, bytes, size, 0x5c);
}

static void finish_pass(const uint32_t* state, const uint8_t* bytes, size_t count, uint8_t* digest) {
  struct ff_sha256 hash;
  memcpy(hash.state, state, sizeof hash.state);
  hash.length = FF_SHA256_BLOCK_SIZE;
  ff_add_to_sha256(&hash, bytes, count);
  ff_finish_sha256(&hash, digest);
}

void ff_hmac(const struct ff_hmac_key* key, const uint8_t* bytes, size_t count, uint8_t* digest) {
  uint8_t inner[FF_SHA256_SIZE];
  finish_pass(key->inner, bytes, count, inner);
  finish_pass(key->outer, inner, sizeof inner, digest);
}
