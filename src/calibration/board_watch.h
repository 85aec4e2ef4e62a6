#pragma once

#include <array>
#include <string>
#include <vector>

#include "calibration/board.h"
#include "calibration/edge_width.h"
#include "calibration/pose_variety.h"

namespace freefloat {

/// Takes views out of a stream of pictures: one whenever the board is held still in a pose that is new. Says
/// which poses, and which parts of the picture, are still missing.
class BoardWatch {
 public:
  /// @param source Of the pictures, for the views' names.
  BoardWatch(BoardLayout layout, std::string source);

  /// Looks for the board. It counts as still when it is where the picture before had it.
  /// @param number Of the picture, for the view's name.
  /// @return Whether the picture became a view.
  bool look(const ImageView& picture, int number);

  /// @return What a good set still lacks, as a request to who holds the board; empty: nothing.
  std::string missing() const;

  /// @return Why the newest picture became no view; empty: it did, or there was none.
  const std::string& hindrance() const { return hindrance_; }

  /// @return The newest view and how far the set is: `view 7: picture 31; corners in 9 of 16 parts of the
  /// picture`.
  std::string progress() const;

  const std::vector<BoardView>& views() const { return views_; }

 private:
  static constexpr int kParts = 4;  ///< of each side of the picture

  void cover(const BoardView& view);

  BoardLayout layout_;
  std::string source_;
  std::vector<BoardView> views_;
  std::vector<PoseSketch> taken_;
  BoardView before_;
  std::string hindrance_;
  std::array<bool, static_cast<std::size_t>(kParts* kParts)> covered_{};  ///< row by row
};

}  // namespace freefloat
