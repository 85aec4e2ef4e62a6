#pragma once

#include <stdint.h>

// Little-endian fields byte by byte: the same on every processor, with no alignment rules.

static inline void ff_put_u16(uint8_t* at, uint16_t value) {
  at[0] = (uint8_t)(value & 0xffu);
  at[1] = (uint8_t)(value >> 8);
}

static inline void ff_put_u32(uint8_t* at, uint32_t value) {
  for (int i = 0; i < 4; ++i) at[i] = (uint8_t)((value >> (8 * i)) & 0xffu);
}

static inline void ff_put_u64(uint8_t* at, uint64_t value) {
  for (int i = 0; i < 8; ++i) at[i] = (uint8_t)((value >> (8 * i)) & 0xffu);
}

static inline void ff_put_i32(uint8_t* at, int32_t value) {
  ff_put_u32(at, (uint32_t)value);
}

static inline uint16_t ff_get_u16(const uint8_t* at) {
  return (uint16_t)(at[0] | ((uint32_t)at[1] << 8));
}

static inline uint32_t ff_get_u32(const uint8_t* at) {
  return (uint32_t)at[0] | ((uint32_t)at[1] << 8) | ((uint32_t)at[2] << 16) | ((uint32_t)at[3] << 24);
}

static inline uint64_t ff_get_u64(const uint8_t* at) {
  return (uint64_t)ff_get_u32(at) | ((uint64_t)ff_get_u32(at + 4) << 32);
}

// Two's complement without relying on how the compiler converts large unsigned values.

static inline int16_t ff_get_i16(const uint8_t* at) {
  const int32_t bits = ff_get_u16(at);
  return (int16_t)(bits <= INT16_MAX ? bits : bits - 0x10000);
}

static inline int32_t ff_get_i32(const uint8_t* at) {
  const uint32_t bits = ff_get_u32(at);
  return bits <= 0x7fffffffu ? (int32_t)bits : (int32_t)(-1 - (int32_t)(0xffffffffu - bits));
}
