#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "calibration/board.h"
#include "vision/camera_parameters.h"
#include "vision/locate_robot.h"
#include "vision/robot_chain.h"

namespace freefloat {

/// A point of the table that was surveyed, and where the camera sees it.
struct SurveyedPoint {
  std::string name;
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();  ///< m
  Vector2 uv = Vector2::Zero();                   ///< pixels
  std::string written{};                          ///< where: "points.csv:4"
};

/// A board that lies flat on the table.
struct TableBoard {
  Vector2 place = Vector2::Zero();  ///< of its first corner in W, m
  double yaw = 0.0;                 ///< of its rows from W's x axis, rad
  double thickness = 0.0;           ///< from the table to its pattern, m
};

/// One number of the answer.
struct CalibratedNumber {
  std::string name;    ///< "camera.z", "tip.height", "joint_2.x"
  double value = 0.0;  ///< m, of angles rad
  double before = 0.0;
  double sigma = 0.0;  ///< 0: held
  bool held = false;
  bool angle = false;
};

/// How far a surveyed point lies from where the answer has it.
struct PointMisfit {
  std::string name;
  std::string written;  ///< where
  double pixels = 0.0;  ///< distance in the picture
  double metres = 0.0;  ///< at its height, in the table's plane
};

/// What a calibration is told by.
enum class TableSource : std::uint8_t { kPoints, kBoards, kRobot };

/// Where the camera is, and with a robot its lengths.
struct TableCalibration {
  TableSource source = TableSource::kRobot;
  CameraParameters camera;
  RobotChain chain;  ///< of the robot; empty: none was used
  std::vector<CalibratedNumber> numbers;
  Eigen::MatrixXd covariance;       ///< of the numbers that are not held, in their order
  int pictures = 0;                 ///< of boards or robot that were used; points, where these are the source
  std::vector<PointMisfit> points;  ///< one each, where points are the source
  double rms = 0.0;                 ///< of a point's distance from where it should be, pixels
  double sigma = 0.0;               ///< of a coordinate, pixels
  double rms_before = 0.0;          ///< with the numbers as they were, pixels
  double table_sigma = 0.0;    ///< 1 sigma of a place on the table, root mean square over what was seen, m
  double picture_sigma = 0.0;  ///< the same over the whole picture; 0: told by a robot, m
  double hand_sigma = 0.0;     ///< the same of the hand, m; 0: no robot
  std::optional<double> lens_sigma;  ///< the lens's share of either, m; nothing: it was taken as exact
  std::vector<Vector2> places;       ///< on the table of what was seen, of a robot its hands, m
  std::vector<Vector2> everywhere;   ///< the same all over the picture; where it shows no table, NaN
  std::vector<std::string> warnings;
  std::string doubt;  ///< why no file should be changed by it, in words; empty: nothing speaks against it
};

using TableAnswer = tl::expected<TableCalibration, std::string>;

/// From points at surveyed places. With five or more, one that contradicts the others is named in `doubt`.
/// @param camera The lens is known, its pose near the truth is not needed.
/// @return The pose, or in words why there is none.
TableAnswer calibrate_from_points(const CameraParameters& camera, const std::vector<SurveyedPoint>& points);

/// From pictures of a board that lies flat, each time elsewhere; its place in the first picture is known. A
/// board that does not lie in the plane of the others is named in `doubt`. That all are tilted alike, or that
/// squares are longer than `layout` says, boards do not tell.
/// @param first The board in the first view; later views have its thickness.
TableAnswer calibrate_from_boards(const CameraParameters& camera, const BoardLayout& layout,
                                  const std::vector<BoardView>& views, const TableBoard& first);

/// Boards scale with their squares: all that a wrong length of these changes is how high the camera seems to
/// hang. @param square As it was given, m. @param height Of the lens above the table, m, from elsewhere.
/// @param measured Whether somebody measured it; a file's counts less.
/// @return Why the squares cannot be so long, with the remedy; empty: they can.
std::string find_wrong_square(const TableCalibration& found, double square, double height, bool measured);

/// From the robot itself, wherever it went: bundle adjustment over the camera's pose, the LEDs' places and
/// heights, and the joints' axes. Where W's origin and x axis are, no robot tells: camera.x, camera.y and
/// camera.yaw are held. The frames of the bodies are held to their first LEDs; the distance of the
/// satellite's first two LEDs gives the scale, and the first LED's height that of the others, unless others
/// are held instead.
/// @param camera, chain As they were thought to be; starts.
/// @param hold Further numbers to hold, by name; `release` those of the held ones to find.
TableAnswer calibrate_from_robot(const CameraParameters& camera, const RobotChain& chain,
                                 const std::vector<LedPicture>& pictures,
                                 const std::vector<std::string>& hold = {},
                                 const std::vector<std::string>& release = {});

/// Finds where the robot is in a picture, by what is known of camera and robot.
/// @param sigma Of an LED's coordinate, pixels.
/// @return Why the picture contradicts that, in words with the remedy: an LED is off by more than 2 px or 3
/// sigma; empty: it does not, or too few LEDs are seen to tell.
std::string find_contradiction(const CameraParameters& camera, const RobotChain& chain,
                               const LedPicture& picture, double sigma);

}  // namespace freefloat
