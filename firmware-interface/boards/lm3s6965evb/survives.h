#pragma once

#include <stdint.h>

#include "wire/identity.h"

static const uint32_t FF_WARM_MARK = 0x57a91e5cu;

/// Memory that a reset leaves as it is. After power-on it holds what the RAM's cells happened to fall into.
struct ff_survives {
  uint32_t warm_mark;  ///< FF_WARM_MARK: the board ran before this start
  uint32_t starts;     ///< since power-on, on top of what the cells held
};
extern struct ff_survives ff_survives;

/// Call once at the start: finds out why.
void ff_start_survives(void);

/// Why the board started.
enum ff_reset_cause ff_read_reset_cause(void);

/// Random bytes of this start.
void ff_draw_entropy(uint8_t entropy[FF_NONCE_SIZE]);
