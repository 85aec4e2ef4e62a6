#pragma once

#include "spatial/config/simulation_file.h"

namespace freefloat {

/// How the keys of a coordinate are called, without units.
struct CoordinateKeys {
  std::string angle;     ///< of a revolute joint
  std::string shift;     ///< of a prismatic joint
  std::string per_time;  ///< `_s` for rates
};

/// @param turns Whether the joint is revolute.
/// @param at The map that has the keys. Those of the other kind of joint, and two at once, become problems.
/// @return The value in rad or m (a second); nothing when none is given.
std::optional<double> read_coordinate(const SimulationFile::Coordinate& value, bool turns,
                                      const ConfigNode& at, const CoordinateKeys& keys, Problems& problems);

/// Makes the drive of one joint. What does not fit becomes a problem at its place: two drives at once, units
/// of the other kind of joint, segments that overlap or jump, tables that do not last.
/// @param start Joint coordinate at the start, rad or m.
/// @param duration Of the simulation, s.
/// @param at The map that `from` was read from.
JointDrive assemble_drive(const SimulationFile::Drive& from, bool turns, double start, double duration,
                          const ConfigNode& at, Problems& problems);

}  // namespace freefloat
