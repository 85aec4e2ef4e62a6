#include "board/run_board.h"

int main(void) {
  static struct ff_board_loop loop;
  ff_start_board_loop(&loop);
  for (;;) ff_pass_board_loop(&loop);
}
