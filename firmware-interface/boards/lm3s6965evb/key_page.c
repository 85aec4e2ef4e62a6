#include "boards/lm3s6965evb/key_page.h"

#include <stddef.h>
#include <string.h>

extern const uint8_t ff_key_page[];

static const char kTitle[16] = "freefloat key 1";

const uint8_t* ff_read_key_page(void) {
  return memcmp(ff_key_page, kTitle, sizeof kTitle) == 0 ? ff_key_page + sizeof kTitle : NULL;
}
