#pragma once

#include <string>
#include <vector>

#include "calibration/board.h"
#include "calibration/fit_lens.h"

namespace freefloat {

/// A picture that the calibration does without.
struct RejectedView {
  std::string name;
  std::string reason;  ///< in words
};

/// @return The first reasons, each in a line of its own, for messages.
std::string list_reasons(const std::vector<RejectedView>& rejected);

/// Takes out what no fit is needed for to see: pictures of another size, blurred ones, boards of which too
/// little is seen, duplicates.
/// @param views What remains, in their order.
/// @param rejected The others are added.
void reject_bad_views(std::vector<BoardView>& views, std::vector<RejectedView>& rejected);

/// Takes out the view that fits worst when it is an outlier beside the others.
/// @param fit Of these views.
/// @return Index of the view that was taken out; -1: none was.
int reject_worst_view(const LensFit& fit, std::vector<BoardView>& views, std::vector<RejectedView>& rejected);

/// Takes out corners that lie so far off that no noise put them there.
/// @param fit Of these views.
/// @return How many.
int reject_corners(const LensFit& fit, std::vector<BoardView>& views);

}  // namespace freefloat
