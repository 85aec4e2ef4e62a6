#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// CRC-32C (Castagnoli, polynomial 0x1EDC6F41, reflected, initial value and final exclusive-or 0xFFFFFFFF).
///
/// @param crc 0 at the start, or the result over the bytes before these: the check of joined pieces is the
/// check of the whole.
/// @param bytes May be null when `count` is 0.
/// @param count Number of bytes.
/// @return The check value; 0xE3069283 for the nine characters "123456789".
uint32_t ff_crc32c(uint32_t crc, const uint8_t* bytes, size_t count);

#ifdef __cplusplus
}
#endif
