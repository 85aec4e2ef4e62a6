#include "app/commands/read_board.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <tuple>

#include "calibration/find_board.h"

namespace freefloat {

namespace {

/// @param text "9x6".
std::pair<int, int> read_count(const std::string& option, const std::string& text) {
  const std::size_t cross = text.find('x');
  std::array<int, 2> counts{};
  if (cross != std::string::npos) {
    std::from_chars(text.data(), text.data() + cross, counts[0]);
    std::from_chars(text.data() + cross + 1, text.data() + text.size(), counts[1]);
  }
  if (text != std::to_string(counts[0]) + "x" + std::to_string(counts[1]) ||
      std::min(counts[0], counts[1]) < 3 || std::max(counts[0], counts[1]) > 100) {
    throw std::runtime_error(option + " " + text +
                             " is no count: columns x rows, 3 to 100 each, such as 9x6");
  }
  return {counts[0], counts[1]};
}

}  // namespace

BoardLayout read_board(const BoardArguments& arguments) {
  if (arguments.board.empty() == arguments.charuco.empty())
    throw std::runtime_error("give the board: --board 9x6 for a chessboard, or --charuco 7x5");
  BoardLayout layout;
  layout.square = 1e-3 * arguments.square_mm;
  if (arguments.charuco.empty()) {
    std::tie(layout.columns, layout.rows) = read_count("--board", arguments.board);
    return layout;
  }
  layout.kind = BoardKind::kCharuco;
  std::tie(layout.columns, layout.rows) = read_count("--charuco", arguments.charuco);
  --layout.columns;
  --layout.rows;
  layout.dictionary = arguments.dictionary;
  layout.marker = 1e-3 * (arguments.marker_mm > 0.0 ? arguments.marker_mm : 0.75 * arguments.square_mm);
  if (layout.marker >= layout.square)
    throw std::runtime_error("--marker-mm must be smaller than --square-mm: markers lie inside the squares");
  if (!has_dictionary(layout.dictionary))
    throw std::runtime_error("--dictionary " + layout.dictionary +
                             " is none of OpenCV's, such as DICT_4X4_50");
  return layout;
}

void add_board_options(Command& command, BoardArguments& arguments) {
  command.add_option("--board", arguments.board, "chessboard: inner corners, columns x rows, such as 9x6");
  command.add_option("--charuco", arguments.charuco, "ChArUco board: squares, columns x rows, such as 7x5");
  command.add_option("--square-mm", arguments.square_mm, "side of a square; scales distances alone")
      .positive()
      .show_default();
  command.add_option("--marker-mm", arguments.marker_mm, "side of a marker; 3/4 of a square when left out")
      .positive();
  command.add_option("--dictionary", arguments.dictionary, "of the markers, by OpenCV's name").show_default();
}

}  // namespace freefloat
