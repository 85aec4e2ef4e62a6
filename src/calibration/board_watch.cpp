#include "calibration/board_watch.h"

#include <algorithm>
#include <utility>

#include "calibration/find_board.h"

namespace freefloat {
namespace {

constexpr double kStill = 0.002;  // of the picture's width, from one picture with the board to the next

/// @return Mean distance of the corners that both views have, as a share of the picture's width.
double moved_by(const BoardView& a, const BoardView& b) {
  double sum = 0.0;
  int count = 0;
  for (const BoardCorner& one : a.corners) {
    for (const BoardCorner& other : b.corners) {
      if (one.id != other.id) continue;
      sum += (one.uv - other.uv).norm();
      ++count;
    }
  }
  return count == 0 ? 1.0 : sum / count / a.width;
}

/// @param row, column Of `parts` each, from the upper left.
std::string name_part(int row, int column, int parts) {
  const std::string vertical = row == 0 ? "upper" : row == parts - 1 ? "lower" : "";
  const std::string horizontal = column == 0 ? "left" : column == parts - 1 ? "right" : "";
  if (!vertical.empty() && !horizontal.empty()) return "the " + vertical + " " + horizontal + " corner";
  if (!vertical.empty() || !horizontal.empty()) return "the " + vertical + horizontal + " edge";
  return "the middle";
}

}  // namespace

BoardWatch::BoardWatch(BoardLayout layout, std::string source)
    : layout_(std::move(layout)), source_(std::move(source)) {}

bool BoardWatch::look(const ImageView& picture, int number) {
  auto view = find_board(picture, layout_, source_ + " picture " + std::to_string(number));
  if (!view) {
    before_ = {};
    hindrance_ = std::move(view.error());
    return false;
  }
  const bool still = !before_.corners.empty() && moved_by(*view, before_) < kStill;
  before_ = *view;
  const PoseSketch pose = sketch_pose(layout_, *view);
  const bool is_new = is_new_pose(pose, taken_);
  if (!still || !is_new) {
    hindrance_ = is_new ? "the board is seen in a new pose: hold it still"
                        : "the board is seen in a pose that was taken already";
    return false;
  }
  hindrance_.clear();
  taken_.push_back(pose);
  cover(*view);
  views_.push_back(std::move(*view));
  return true;
}

void BoardWatch::cover(const BoardView& view) {
  const auto part = [](double place, int size) {
    return std::clamp(static_cast<int>(kParts * (place + 0.5) / size), 0, kParts - 1);
  };
  for (const BoardCorner& corner : view.corners) {
    const int at = kParts * part(corner.uv.y(), view.height) + part(corner.uv.x(), view.width);
    covered_[at] = true;
  }
}

std::string BoardWatch::missing() const {
  std::string pose = missing_pose(taken_);
  if (taken_.empty()) return pose;
  // The sides first: a board that was there has often shown the corners, too.
  const bool sides = !pose.empty() && !pose.starts_with(kAnyOtherPose);
  if (sides) return pose;
  for (int at = 0; at < kParts * kParts; ++at) {
    if (covered_[at]) continue;
    return "hold the board so that it reaches into " + name_part(at / kParts, at % kParts, kParts) +
           " of the picture, where no corner was seen yet";
  }
  return pose;
}

std::string BoardWatch::progress() const {
  if (views_.empty()) return {};
  const std::string& name = views_.back().name;
  return "view " + std::to_string(views_.size()) + ": " + name.substr(source_.size() + 1) + "; corners in " +
         std::to_string(std::count(covered_.begin(), covered_.end(), true)) + " of " +
         std::to_string(covered_.size()) + " parts of the picture";
}

}  // namespace freefloat
