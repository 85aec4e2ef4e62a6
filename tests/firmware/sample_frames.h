#pragma once

#include <stddef.h>

#include "firmware/random.h"
#include "wire/identity.h"

/// Frames whose fields are drawn at random within their ranges. @return The frame's length.
size_t ff_draw_command_frame(struct ff_random* random, uint8_t* frame);
size_t ff_draw_status_frame(struct ff_random* random, uint8_t* frame);
size_t ff_draw_identity_frame(struct ff_random* random, uint8_t* frame);

/// @return Number of frames that a parser accepts in these bytes; the newest stays in it.
int ff_count_accepted(struct ff_parser* parser, const uint8_t* bytes, size_t count);
