// One received byte, at any board, with any history of bytes.
#include "anything.h"

static struct ff_dispatch board;

int main(void) {
  draw_board(&board);
  draw_parser(&board.parser);
  ff_dispatch_receive(&board, any_u8, any_u64);
  check_servo(&board.servo);
  return 0;
}
