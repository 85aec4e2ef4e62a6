#include "runlog/run_quantities.h"

#include <cmath>
#include <limits>

#include "types/angle.h"

namespace freefloat {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double largest_of(const JointVector& a, const JointVector& b) {
  return a.size() == b.size() && a.size() > 0 ? (a - b).cwiseAbs().maxCoeff() : kNone;
}

bool both_valid(const CycleRecord& a, const CycleRecord& b) {
  return a.output.estimate.valid && b.output.estimate.valid;
}

double hand(const CycleRecord& a, const CycleRecord& b) {
  return both_valid(a, b) ? (a.output.estimate.p_WE - b.output.estimate.p_WE).norm() : kNone;
}

double attitude(const CycleRecord& a, const CycleRecord& b) {
  const double turned = a.output.estimate.robot.theta_WB - b.output.estimate.robot.theta_WB;
  return both_valid(a, b) && std::isfinite(turned) ? std::abs(wrap_angle(turned)) : kNone;
}

double joints(const CycleRecord& a, const CycleRecord& b) {
  return both_valid(a, b) ? largest_of(a.output.estimate.robot.joints, b.output.estimate.robot.joints)
                          : kNone;
}

double target(const CycleRecord& a, const CycleRecord& b) {
  const bool known = a.output.estimate.target.valid && b.output.estimate.target.valid;
  return known ? (a.output.estimate.target.p_WT - b.output.estimate.target.p_WT).norm() : kNone;
}

double commanded(const CycleRecord& a, const CycleRecord& b) {
  return largest_of(a.output.command.rates, b.output.command.rates);
}

}  // namespace

const std::array<RunQuantity, 5> kRunQuantities{{
    {"hand_position_m", "hand", "mm", 1e3, hand},
    {"attitude_rad", "attitude", "deg", 180.0 / kPi, attitude},
    {"joints_rad", "joint", "deg", 180.0 / kPi, joints},
    {"target_position_m", "target", "mm", 1e3, target},
    {"commanded_rates_rad_s", "commanded joint rate", "deg/s", 180.0 / kPi, commanded},
}};

}  // namespace freefloat
