#include "boards/freestanding/string.h"

#include <stdint.h>

// Compiled without the optimisation that turns such loops into calls of these very functions.

// Whole words when both ends allow it: frames and parameters are copied often.
void* memcpy(void* restrict to, const void* restrict from, size_t count) {
  uint8_t* at = to;
  const uint8_t* source = from;
  if ((((uintptr_t)to | (uintptr_t)from) & 3u) == 0) {
    for (; count >= 4; count -= 4, at += 4, source += 4) {
      *(uint32_t*)(void*)at = *(const uint32_t*)(const void*)source;
    }
  }
  for (; count > 0; --count) *at++ = *source++;
  return to;
}

void* memmove(void* to, const void* from, size_t count) {
  uint8_t* at = to;
  const uint8_t* source = from;
  if ((uintptr_t)at <= (uintptr_t)source) {
    for (size_t i = 0; i < count; ++i) at[i] = source[i];
  } else {
    for (size_t i = count; i > 0; --i) at[i - 1] = source[i - 1];
  }
  return to;
}

void* memset(void* to, int value, size_t count) {
  uint8_t* at = to;
  if (((uintptr_t)to & 3u) == 0) {
    const uint32_t word = 0x01010101u * (uint8_t)value;
    for (; count >= 4; count -= 4, at += 4) *(uint32_t*)(void*)at = word;
  }
  for (; count > 0; --count) *at++ = (uint8_t)value;
  return to;
}

int memcmp(const void* a, const void* b, size_t count) {
  const uint8_t* left = a;
  const uint8_t* right = b;
  for (size_t i = 0; i < count; ++i) {
    if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
  }
  return 0;
}

void* memchr(const void* bytes, int value, size_t count) {
  const uint8_t* at = bytes;
  for (size_t i = 0; i < count; ++i) {
    if (at[i] == (uint8_t)value) return (void*)(uintptr_t)(at + i);
  }
  return NULL;
}

size_t strlen(const char* text) {
  size_t length = 0;
  while (text[length] != '\0') ++length;
  return length;
}
