#pragma once

#include <variant>
#include <vector>

#include "spatial/simulation/motion_table.h"
#include "spatial/simulation/quintic.h"
#include "spatial/simulation/torque_table.h"

namespace freefloat {

/// Joint torque sum of c_k t^k, t in s; a constant torque has one coefficient, no torque none.
struct TorquePolynomial {
  std::vector<double> coefficients;  ///< N m / s^k, prismatic: N / s^k
};

/// Joint rate sum of c_k t^k, t in s, whatever torque it takes.
struct RatePolynomial {
  std::vector<double> coefficients;  ///< rad / s^(k+1), prismatic: m / s^(k+1)
};

/// Motions one after the other; between them the joint stands where the last one has led.
struct MotionSegments {
  std::vector<Quintic> pieces;  ///< at least one; each begins when the one before has ended, or later
};

/// A swing about the joint's coordinate at the start: the sum of amplitude sin(frequency t + phase).
struct SineMotion {
  struct Term {
    double amplitude = 0.0;  ///< rad or m
    double frequency = 0.0;  ///< rad/s
    double phase = 0.0;      ///< rad
  };
  std::vector<Term> terms;
};

/// What moves one joint. The first two give its torque, the others its motion.
using JointDrive = std::variant<TorquePolynomial, TorqueTable, RatePolynomial, Quintic, MotionSegments,
                                SineMotion, MotionTable>;

/// @return Whether the drive says how the joint moves, and not what torque acts.
bool gives_motion(const JointDrive& drive);

/// @param drive One that does not give the motion.
/// @param time, piece s, see torque_table.h.
/// @return N m or N.
double torque_at(const JointDrive& drive, double time, double piece);

/// @param drive One that gives the motion.
/// @param start Joint coordinate at time 0, rad or m: where a rate begins and what sines swing about. The
/// others bring their own.
/// @return Joint coordinate, rate and acceleration.
MotionPoint motion_at(const JointDrive& drive, double start, double time);

/// @param times Receives the times at which the drive is not smooth, s.
void add_break_times(const JointDrive& drive, std::vector<double>& times);

}  // namespace freefloat
