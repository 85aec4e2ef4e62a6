#pragma once

#include <string>

#include "app/command_line/command_line.h"
#include "calibration/board.h"

namespace freefloat {

/// A board as the command line describes it.
struct BoardArguments {
  std::string board;
  std::string charuco;
  std::string dictionary = "DICT_4X4_50";
  double square_mm = 25.0;
  double marker_mm = 0.0;
};

/// Declares the options of a board.
void add_board_options(Command& command, BoardArguments& arguments);

/// @throws std::runtime_error in words when they describe no board.
BoardLayout read_board(const BoardArguments& arguments);

}  // namespace freefloat
