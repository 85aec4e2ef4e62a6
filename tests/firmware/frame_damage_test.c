#include <stddef.h>
#include <string.h>

#include "firmware/check.h"
#include "firmware/sample_frames.h"

static int accept_alone(unsigned accept, const uint8_t* bytes, size_t count) {
  struct ff_parser parser;
  ff_start_parser(&parser, accept);
  return ff_count_accepted(&parser, bytes, count);
}

static void flip(uint8_t* frame, size_t bit) {
  frame[bit / 8] = (uint8_t)(frame[bit / 8] ^ (1u << (bit % 8)));
}

// The whole set, of many frames, is in tests/faults/wire: here each one-bit damage with a few second ones.
static void flips_are_refused(void) {
  struct ff_random random = {1};
  for (int i = ff_test_rounds(20); i > 0; --i) {
    uint8_t frame[FF_MAX_FRAME_SIZE];
    const size_t size = ff_draw_command_frame(&random, frame);
    for (size_t first = 0; first < size * 8; ++first) {
      flip(frame, first);
      CHECK_EQUAL(accept_alone(FF_ACCEPT_COMMANDS, frame, size), 0);
      for (int k = 0; k < 8; ++k) {
        const size_t second = ff_draw_below(&random, (uint32_t)size * 8u);
        flip(frame, second);
        if (second != first) CHECK_EQUAL(accept_alone(FF_ACCEPT_COMMANDS, frame, size), 0);
        flip(frame, second);
      }
      flip(frame, first);
    }
    CHECK_EQUAL(accept_alone(FF_ACCEPT_COMMANDS, frame, size), 1);
  }
}

static void lost_and_inserted_bytes_are_refused(void) {
  struct ff_random random = {2};
  for (int i = ff_test_rounds(20000); i > 0; --i) {
    uint8_t frame[FF_MAX_FRAME_SIZE];
    uint8_t damaged[FF_MAX_FRAME_SIZE];
    const size_t size = ff_draw_command_frame(&random, frame);
    memcpy(damaged, frame, size);
    const size_t at = ff_draw_below(&random, (uint32_t)size - 8u);
    const size_t length = 1u + ff_draw_below(&random, 8);
    const size_t rest = size - at - length;
    const uint32_t kind = ff_draw_below(&random, 3);
    if (kind == 0) {
      for (size_t k = at; k < at + length; ++k) damaged[k] = (uint8_t)ff_draw(&random);
    } else if (kind == 1) {
      memmove(damaged + at, damaged + at + length, rest);
      memset(damaged + size - length, 0, length);
    } else {
      memmove(damaged + at + length, damaged + at, rest);
      memset(damaged + at, (int)ff_draw_below(&random, 256), length);
    }
    if (memcmp(damaged, frame, size) != 0) CHECK_EQUAL(accept_alone(FF_ACCEPT_COMMANDS, damaged, size), 0);
  }
}

const struct ff_test ff_frame_damage_tests[] = {
    {"FrameDamage.FlippedBitsAreRefused", flips_are_refused},
    {"FrameDamage.BurstsLostBytesAndInsertedBytesAreRefused", lost_and_inserted_bytes_are_refused},
    {NULL, NULL},
};
