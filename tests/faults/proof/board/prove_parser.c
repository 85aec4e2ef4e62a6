// One byte at the parser, with any history of bytes, in any mode.
#include "anything.h"

static struct ff_parser parser;

int main(void) {
  draw_parser(&parser);
  const bool found = ff_parse_byte(&parser, any_u8);
  if (found) {
    //@ assert found: parser.frame_size <= parser.length <= FF_MAX_FRAME_SIZE;
  } else {
    //@ assert waiting: parser.frame_size == 0 && parser.length < FF_MAX_FRAME_SIZE;
  }
  return 0;
}
