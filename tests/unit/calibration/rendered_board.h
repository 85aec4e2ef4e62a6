#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "calibration/board.h"
#include "calibration/edge_width.h"
#include "vision/camera_parameters.h"

namespace freefloat::testing_support {

/// A picture of a board as a camera would take it.
struct RenderedBoard {
  std::vector<std::uint8_t> pixels;
  int width = 0;
  int height = 0;

  ImageView grey() const { return {pixels.data(), width, height, width}; }
};

/// Grey value of a place on the board's plane, m from its first inner corner.
using BoardPattern = std::function<double(double x, double y)>;

/// @return The pattern of a chessboard with a white rim, on grey.
BoardPattern chess_pattern(const BoardLayout& layout);

/// @return The pattern of a ChArUco board, drawn by OpenCV, on grey.
BoardPattern charuco_pattern(const BoardLayout& layout);

/// Follows nine rays a pixel through the lens onto the board.
/// @param layout What is farther away from such a board than its rim is background, and no ray follows it:
/// that is quicker.
RenderedBoard render_board(const CameraParameters& lens, const BoardPose& pose, const BoardPattern& pattern,
                           const std::optional<BoardLayout>& layout = std::nullopt);

/// @return The picture after a Gaussian blur.
RenderedBoard blurred(const RenderedBoard& picture, double sigma);

/// @return The picture as in a mirror.
RenderedBoard mirrored(const RenderedBoard& picture);

/// Writes a PNG.
void write_picture(const RenderedBoard& picture, const std::string& path);

/// @return A ChArUco board of 7 x 5 squares, which tells which way it lies. @param square Side of a square,
/// m.
BoardLayout charuco_board(double square);

/// @return A camera of 640 x 480 pixels with a barrel.
CameraParameters test_lens();

/// @return A board in front of the camera: turned about its own axes, rad, its middle at `middle`, m.
BoardPose hold_board(const BoardLayout& layout, const Eigen::Vector3d& turn, const Eigen::Vector3d& middle);

}  // namespace freefloat::testing_support
