#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "types/joint_vector.h"

namespace freefloat {

enum class BoardKind : std::uint8_t {
  kChessboard,
  kCharuco,  ///< a chessboard with ArUco markers in its white squares
};

/// A flat board for calibration. Board frame: origin in the first inner corner, x along the rows of corners,
/// y from row to row, z into the board, away from who looks at it.
struct BoardLayout {
  BoardKind kind = BoardKind::kChessboard;
  int columns = 9;                         ///< inner corners in a row: squares minus 1
  int rows = 6;                            ///< inner corners in a column
  double square = 0.025;                   ///< side of a square, m
  double marker = 0.0;                     ///< side of a marker, m; ChArUco alone
  std::string dictionary = "DICT_4X4_50";  ///< of the markers, by OpenCV's name

  int corner_count() const { return columns * rows; }
  /// @param id 0 to `corner_count()` - 1, along the rows.
  /// @return Place of the corner in the board frame, m.
  Eigen::Vector3d corner(int id) const {
    const int row = id / columns;
    return {square * (id % columns), square * row, 0.0};
  }
};

/// An inner corner in a picture.
struct BoardCorner {
  int id = 0;                    ///< which
  Vector2 uv = Vector2::Zero();  ///< pixels
};

/// A board in one picture.
struct BoardView {
  std::string name;  ///< of the picture
  int width = 0;     ///< of the picture, pixels
  int height = 0;
  std::vector<BoardCorner> corners;
  double edge_width = 0.0;  ///< from 10 to 90 % of the step from dark to light, pixels; 0: not known
};

/// Place of a board in the camera's frame: p_C = R p + t.
struct BoardPose {
  Eigen::Vector3d turn = Eigen::Vector3d::Zero();   ///< rotation vector of R, rad
  Eigen::Vector3d place = Eigen::Vector3d::Zero();  ///< t, m
};

/// @return R of a rotation vector (Rodrigues).
Eigen::Matrix3d rotation_of(const Eigen::Vector3d& turn);

/// @return Rotation vector of R, its length at most pi.
Eigen::Vector3d turn_of(const Eigen::Matrix3d& rotation);

/// @return Angle between the board and the picture's plane, rad, 0 to pi / 2.
double tilt_of(const BoardPose& pose);

}  // namespace freefloat
