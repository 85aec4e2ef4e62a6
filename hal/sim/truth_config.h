#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hal/sim/drive_parameters.h"
#include "model/robot_parameters.h"
#include "types/table.h"
#include "types/time.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// How a value is spread about the one it is drawn for.
enum class SpreadShape : std::uint8_t {
  kUniform,  ///< evenly within plus and minus the spread
  kNormal,   ///< normally, the spread its standard deviation, held within three of them
};

/// How far the truth is drawn from what the files say, from the seed; zero: not at all.
struct TruthSpread {
  SpreadShape shape = SpreadShape::kUniform;
  double mass = 0.0;             ///< of each body, share
  double inertia = 0.0;          ///< of each body, share, beside what its mass changes
  double mass_centre = 0.0;      ///< along x and y of each body, m
  double link_length = 0.0;      ///< from each body's joint to the next, along it, m
  double led = 0.0;              ///< along x and y of its body, m
  double camera_position = 0.0;  ///< along x, y, z, m
  double camera_rotation = 0.0;  ///< about x, y, z, rad
  double focal_length = 0.0;     ///< share, both alike
  double principal_point = 0.0;  ///< along u and v, px
  double torque_constant = 0.0;  ///< share
  double resistance = 0.0;       ///< share
  double friction = 0.0;         ///< share, Coulomb and viscous
  double pot_offset = 0.0;       ///< rad
  double pot_scale = 0.0;        ///< share
  double tacho_scale = 0.0;      ///< share
};

/// True delays; what is not given is as the files say.
struct TruthDelays {
  std::optional<Duration> to_board{};  ///< of a frame from the controller to the servo board
  std::optional<Duration> to_pc{};     ///< and back
  Duration stamp{};                    ///< by which a picture's time stamp is late
};

/// In what the simulated world differs from the files that the controller is given.
struct TruthConfig {
  std::optional<RobotParameters> robot{};
  std::optional<TableParameters> table{};
  std::optional<CameraParameters> camera{};
  std::vector<DriveParameters> drives{};  ///< one a joint; empty: as the files say
  TruthDelays delays{};
  TruthSpread spread{};
};

}  // namespace freefloat
