#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FF_SHA256_SIZE = 32, FF_SHA256_BLOCK_SIZE = 64 };

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
struct ff_sha256 {
  uint32_t state[8];
  uint32_t length;  ///< bytes taken; fewer than 2^29
  uint8_t block[FF_SHA256_BLOCK_SIZE];
};

void ff_start_sha256(struct ff_sha256* hash);

void ff_add_to_sha256(struct ff_sha256* hash, const uint8_t* bytes, size_t count);

/// @param digest FF_SHA256_SIZE bytes. The hash must be started again before it takes more.
void ff_finish_sha256(struct ff_sha256* hash, uint8_t* digest);

#ifdef __cplusplus
}
#endif
