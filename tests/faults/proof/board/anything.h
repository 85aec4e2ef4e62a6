#pragma once

// Values that may be anything within their bounds: what the analyser shows of a run with them holds for all
// values. Frama-C alone compiles these files; nothing here runs.

#include <stdbool.h>
#include <stdint.h>

#include "joint_contracts.h"
#include "servo/dispatch.h"

extern volatile uint8_t any_u8;
extern volatile uint16_t any_u16;
extern volatile uint32_t any_u32;
extern volatile uint64_t any_u64;
extern volatile int32_t any_i32;

/// @return Either.
bool any_bool(void);

/// @return Anything from `low` to `high`.
int32_t any_in(int32_t low, int32_t high);

/// Anything in `size` bytes.
void fill(void* at, unsigned size);

/// What is true of a servo between two calls. Each driver begins anywhere in here, makes one call, and checks
/// that it ends in here: so it stays true for ever.
void draw_servo(struct ff_servo* servo);
void check_servo(const struct ff_servo* servo);

/// The same of a parser. @return The length of the frame that it holds, the analyser's case; 0: none.
uint8_t draw_parser(struct ff_parser* parser);

/// And of the rest of a board.
void draw_board(struct ff_dispatch* board);
