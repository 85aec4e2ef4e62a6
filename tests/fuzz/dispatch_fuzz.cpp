// A whole board: bytes, ticks, sensor values, time steps, controllers with the right and the wrong key,
// replays.

#include "board_under_fuzz.h"

namespace freefloat {
namespace {

void run(FuzzInput& input) {
  BoardUnderFuzz board(input);
  while (!input.empty()) {
    const unsigned operation = input.byte() % 12;
    switch (operation) {
      case 0:
        board.receive_noise(input);
        break;
      case 1:
      case 2:
      case 3:
        board.receive_command(input, operation - 1);
        break;
      case 4:
      case 5:
      case 6:
        board.receive_query(operation - 4);
        break;
      case 7:
        board.replay(input);
        break;
      case 8:
        board.set_sensors(input);
        break;
      case 9:
        board.sleep(input);
        break;
      default:
        board.tick(1u + input.byte());
        break;
    }
  }
  board.check_that_it_ends();
}

}  // namespace
}  // namespace freefloat

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  freefloat::FuzzInput input(bytes, size);
  freefloat::run(input);
  return 0;
}
