#pragma once

#include <variant>
#include <vector>

#include "simulation/quintic.h"
#include "simulation/torque_table.h"

namespace freefloat {

/// Joint torque sum of c_k t^k, t in s; a constant torque has one coefficient, no torque none.
struct TorquePolynomial {
  std::vector<double> coefficients;  ///< N m / s^k, prismatic: N / s^k
};

/// Joint rate sum of c_k t^k, t in s, whatever torque it takes.
struct RatePolynomial {
  std::vector<double> coefficients;  ///< rad / s^(k+1), prismatic: m / s^(k+1)
};

/// What moves one joint. The first two give its torque, the others its motion.
using JointDrive = std::variant<TorquePolynomial, TorqueTable, RatePolynomial, Quintic>;

/// @return Whether the drive says how the joint moves, and not what torque acts.
bool gives_motion(const JointDrive& drive);

/// @param drive One that does not give the motion.
/// @param time, piece s, see torque_table.h.
/// @return N m or N.
double torque_at(const JointDrive& drive, double time, double piece);

/// @param drive One that gives the motion.
/// @param start Joint coordinate at time 0, rad or m; a quintic brings its own.
/// @return Joint coordinate, rate and acceleration.
MotionPoint motion_at(const JointDrive& drive, double start, double time);

/// @param times Receives the times at which the drive is not smooth, s.
void add_break_times(const JointDrive& drive, std::vector<double>& times);

}  // namespace freefloat
