#pragma once

#include <stdint.h>

/// The last page of the flash keeps the key of a wireless link, apart from the firmware: the text
/// "freefloat key 1" with its ending zero, then FF_KEY_SIZE bytes.
/// @return The key; null where the page holds none: the command link is then a wire.
const uint8_t* ff_read_key_page(void);
