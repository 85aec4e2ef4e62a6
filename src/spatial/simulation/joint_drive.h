#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "spatial/simulation/quintic.h"

namespace freefloat {

/// What a torque does between two rows of its table.
enum class TableRule : std::uint8_t {
  kHold,    ///< keeps the value of the row before
  kLinear,  ///< goes straight to the next row
};

/// A joint torque over time, row by row. Before the first and after the last row it keeps their values.
struct TorqueTable {
  std::vector<double> time;    ///< s, rising, at least one
  std::vector<double> torque;  ///< N m or N, as long as `time`
  TableRule rule = TableRule::kHold;
};

/// Joint torque sum of c_k t^k, t in s; a constant torque has one coefficient, no torque none.
struct TorquePolynomial {
  std::vector<double> coefficients;  ///< N m / s^k, prismatic: N / s^k
};

/// Joint rate sum of c_k t^k, t in s, whatever torque it takes.
struct RatePolynomial {
  std::vector<double> coefficients;  ///< rad / s^(k+1), prismatic: m / s^(k+1)
};

/// A joint's motion over time, row by row, with smooth curves between: the cubic spline through all rows,
/// whose acceleration is continuous. At its ends it goes on as its neighbours do (not-a-knot), so that cubic
/// motions come back exactly. Two rows give a straight line, three a parabola.
class MotionTable {
 public:
  /// @param time s, rising, at least two.
  /// @param value rad or m, as long as `time`.
  MotionTable(std::vector<double> time, std::vector<double> value);

  /// @param time s; outside of the rows the first or last curve goes on.
  /// @return Joint coordinate, rate and acceleration.
  MotionPoint at(double time) const;

  const std::vector<double>& times() const { return time_; }

 private:
  std::vector<double> time_, value_;
  std::vector<double> acceleration_;  // at each row
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
/// @param time s.
/// @param piece A time inside the present piece between two rows of a table, s: at a row itself it says which
/// side is meant.
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
