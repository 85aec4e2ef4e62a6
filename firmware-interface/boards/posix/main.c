// A servo board as a Linux process: the firmware's code with pseudo-terminals for its serial ports. Its
// sensors and bridges are at the other end of the instrument port.
//
//   ff_posix_board [--link DIRECTORY] [--key FILE]

#include "board/run_board.h"
#include "boards/posix/posix_board.h"

int main(int argc, char** argv) {
  if (!ff_parse_board_options(argc, argv)) return 2;
  static struct ff_board_loop loop;
  ff_start_board_loop(&loop);
  for (;;) ff_pass_board_loop(&loop);
}
