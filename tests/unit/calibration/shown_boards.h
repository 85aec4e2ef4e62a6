#pragma once

#include <algorithm>
#include <vector>

#include "hal/camera.h"
#include "hal/virtual_clock.h"
#include "rendered_board.h"

namespace freefloat::testing_support {

/// A camera before which somebody holds boards, one after the other. Its time is the clock's.
class ShownBoards final : public Camera {
 public:
  /// @param pictures One of each pose. @param repeated Pictures for which a pose is held.
  ShownBoards(std::vector<RenderedBoard> pictures, int repeated, VirtualClock& clock)
      : pictures_(std::move(pictures)), repeated_(repeated), clock_(clock) {}

  ReadStatus read(CameraPicture& picture) override {
    const std::size_t pose = shown_ / repeated_;
    clock_.sleep_until(clock_.now() + period);
    if (pose >= pictures_.size()) return at_end;
    picture = {pictures_[pose].grey(), clock_.now(), static_cast<std::uint64_t>(shown_), {}};
    ++shown_;
    return ReadStatus::kFrame;
  }

  ReadStatus at_end = ReadStatus::kEnded;
  Duration period = std::chrono::milliseconds(50);

 private:
  std::vector<RenderedBoard> pictures_;
  int repeated_;
  VirtualClock& clock_;
  int shown_ = 0;
};

/// @return `test_lens` before a sensor of a quarter of its pixels, in which boards are found sooner.
inline CameraParameters small_lens() {
  CameraParameters lens = test_lens();
  lens.width /= 2;
  lens.height /= 2;
  for (double* length : {&lens.fx, &lens.fy, &lens.cx, &lens.cy}) *length *= 0.5;
  return lens;
}

/// @return A chessboard all over the picture, to every side tilted, near and far.
inline std::vector<RenderedBoard> boards_all_over(const BoardLayout& layout, const CameraParameters& lens) {
  std::vector<BoardPose> poses;
  int number = 0;
  /// u and v as shares of the picture.
  const auto hold = [&](double u, double v, double distance) {
    const double side = number % 2 == 0 ? 0.5 : -0.5;
    const bool about_x = number / 2 % 2 == 0;
    ++number;
    poses.push_back(hold_board(layout, {about_x ? side : 0.1, about_x ? 0.1 : side, 0.05},
                               {distance * (u * lens.width - lens.cx) / lens.fx,
                                distance * (v * lens.height - lens.cy) / lens.fy, distance}));
  };
  for (const double v : {0.23, 0.5, 0.77}) {
    for (const double u : {0.225, 0.5, 0.775}) {
      hold(u, v, 0.5);
      hold(u, v, 0.5);
    }
  }
  for (int i = 0; i < 4; ++i) hold(0.47 + 0.025 * i, 0.5, 0.3);
  for (int i = 0; i < 4; ++i) hold(0.31 + 0.125 * i, 0.5, 0.75);
  std::vector<RenderedBoard> pictures;
  for (const BoardPose& pose : poses)
    pictures.push_back(render_board(lens, pose, chess_pattern(layout), layout));
  return pictures;
}

}  // namespace freefloat::testing_support
