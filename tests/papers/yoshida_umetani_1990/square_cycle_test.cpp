// A closed square in joint space at zero momentum turns the satellite and displaces the hand: Sec. 2.5,
// Fig. 4.
#include <gtest/gtest.h>

#include "model/momentum.h"
#include "support/reference_file.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

/// Attitude after the joints move from `from` by `change` on a straight line: Runge-Kutta on d attitude / d
/// path.
double attitude_after(const PlanarModel& model, double attitude, const JointVector& from,
                      const JointVector& change) {
  constexpr int kSteps = 400;
  const auto slope = [&](double path) {  // does not depend on the attitude
    const JointVector joints = from + path * change;
    return satellite_rate(compute_angular_inertia(model, compute_posture(0.0, joints)), change, 0.0);
  };
  const double h = 1.0 / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    attitude += h / 6.0 * (slope(i * h) + 4.0 * slope((i + 0.5) * h) + slope((i + 1) * h));
  }
  return attitude;
}

TEST(YoshidaUmetaniSquareCycle, TurnsTheSatelliteAndMovesTheHand) {
  const PlanarModel model(table2_robot());
  const nlohmann::json cycles = read_reference("yoshida_umetani_1990.json").at("square_cycles");
  for (const nlohmann::json& cycle : cycles) {
    JointVector joints = to_vector(cycle.at("phi_start_deg")) * (kPi / 180.0);
    const Eigen::VectorXd size = to_vector(cycle.at("d_deg")) * (kPi / 180.0);
    double attitude = cycle.at("Om0_start");
    for (std::size_t corner = 0; corner < 5; ++corner) {
      EXPECT_NEAR(attitude, cycle.at("Om0_at_corners")[corner], 1e-11);
      EXPECT_LT(relative_error(compute_hand(model, compute_posture(attitude, joints)).p_GX,
                               to_vector(cycle.at("hand_at_corners")[corner])),
                1e-11);
      if (corner == 4) break;
      JointVector change = JointVector::Zero(2);
      change[static_cast<Eigen::Index>(corner % 2)] = (corner < 2 ? 1.0 : -1.0) * size[corner % 2];
      attitude = attitude_after(model, attitude, joints, change);
      joints += change;
    }
  }
}

}  // namespace
}  // namespace freefloat
