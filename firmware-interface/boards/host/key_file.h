#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { FF_KEY_TITLE_SIZE = 16, FF_KEY_PAGE_SIZE = 48 };

/// Reads the key of a wireless link: a file with 64 hexadecimal digits.
/// @param page FF_KEY_PAGE_SIZE bytes, as a board keeps them: a title, then the key.
/// @return False, with a message on standard error.
bool ff_read_key_file(const char* path, uint8_t* page);
