#pragma once

// The functions of the C library that the firmware uses, for boards without a C library.

#include <stddef.h>

void* memcpy(void* restrict to, const void* restrict from, size_t count);
void* memmove(void* to, const void* from, size_t count);
void* memset(void* to, int value, size_t count);
int memcmp(const void* a, const void* b, size_t count);
void* memchr(const void* bytes, int value, size_t count);
size_t strlen(const char* text);
