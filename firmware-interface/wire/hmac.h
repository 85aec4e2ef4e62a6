#pragma once

#include "wire/sha256.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A key made ready for HMAC-SHA-256 (RFC 2104): the hash's state after the key's block, for both passes, so
/// that a message costs only its own blocks and one more.
struct ff_hmac_key {
  uint32_t inner[8];
  uint32_t outer[8];
};

/// @param size At most FF_SHA256_BLOCK_SIZE.
void ff_prepare_hmac(struct ff_hmac_key* key, const uint8_t* bytes, size_t size);

/// @param digest FF_SHA256_SIZE bytes.
void ff_hmac(const struct ff_hmac_key* key, const uint8_t* bytes, size_t count, uint8_t* digest);

#ifdef __cplusplus
}
#endif
