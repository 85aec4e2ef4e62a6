#pragma once

#include <random>
#include <vector>

#include "calibration/table_calibration.h"
#include "vision/camera_parameters.h"
#include "vision/robot_chain.h"

namespace freefloat::testing_support {

/// A camera and a robot, as the files say and as they really are.
struct DrawnTable {
  CameraParameters file_camera;
  CameraParameters camera;
  RobotChain file_chain;
  RobotChain chain;
};

/// @return The camera some centimetres and degrees, the robot some millimetres off what the files say, but
/// for what no robot tells and for what is held.
DrawnTable draw_table(std::mt19937_64& random);

/// @return The robot somewhere on the table with all LEDs in the picture.
ChainPosture draw_state(const DrawnTable& table, std::mt19937_64& random);

/// @param noise Of each coordinate, pixels.
LedPicture see_leds(const CameraParameters& camera, const RobotChain& chain, const ChainPosture& state,
                    double noise, std::mt19937_64& random);

/// @return Views of a board lying flat, `thickness` m above the table; the first lies as `first` says.
std::vector<BoardView> lay_boards(const CameraParameters& camera, const BoardLayout& layout, int count,
                                  const TableBoard& first, double noise, std::mt19937_64& random);

}  // namespace freefloat::testing_support
