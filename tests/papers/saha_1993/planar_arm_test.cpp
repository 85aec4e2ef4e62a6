// The planar three-link example of Saha, "Modeling and Simulation of Space Robots" (1993), Section 4, against
// values computed independently: reference/saha_1993.json, which also names the assumptions that the paper
// leaves open.
#include <gtest/gtest.h>

#include "model/dynamics.h"
#include "model/generalized_jacobian.h"
#include "support/reference_file.h"

namespace freefloat {
namespace {

RobotParameters saha_robot(const nlohmann::json& assumptions) {
  RobotParameters robot;
  robot.satellite_mass = 50.0;
  robot.satellite_inertia = assumptions.at("spacecraft_inertia");
  robot.satellite_to_joint = to_vector(assumptions.at("mount"));
  robot.links.assign(3, {6.0, assumptions.at("link_inertia"), {0.15, 0.0}, {0.15, 0.0}});
  return robot;
}

TEST(SahaPlanarArm, FollowsItsPathUnderTheReferenceTorques) {
  const nlohmann::json reference = read_reference("saha_1993.json");
  const PlanarModel model(saha_robot(reference.at("assumptions")));
  for (const nlohmann::json& row : reference.at("rows")) {
    const JointVector joints = to_vector(row.at("phi"));
    const JointVector rates = to_vector(row.at("phid"));
    const Posture posture = compute_posture(row.at("attitude"), joints);
    const BodyVector body_rates = compute_body_rates(row.at("base_rate"), rates);
    const CoordinateVector accelerations =
        compute_accelerations(model, posture, body_rates, to_vector(row.at("tau")), {});
    EXPECT_LT((accelerations.tail(3) - to_vector(row.at("phidd"))).norm(), 1e-12);

    const GeneralizedJacobian jacobian = compute_generalized_jacobian(model, posture);
    EXPECT_NEAR(jacobian.satellite_rate.dot(rates), row.at("base_rate"), 1e-12);
    EXPECT_LT((jacobian.matrix * rates - to_vector(row.at("path_rate"))).norm(), 1e-12);
  }
}

TEST(SahaPlanarArm, KeepsItsMassCentreWhileTheHandFollowsThePath) {
  const nlohmann::json reference = read_reference("saha_1993.json");
  const PlanarModel model(saha_robot(reference.at("assumptions")));
  const auto mass_centre = [&](const nlohmann::json& row) {
    const Posture posture = compute_posture(row.at("attitude"), JointVector(to_vector(row.at("phi"))));
    return Vector2(to_vector(row.at("x_y_psi")).head<2>() - compute_hand(model, posture).p_GX);
  };
  const nlohmann::json& rows = reference.at("rows");
  for (const nlohmann::json& row : rows) {
    EXPECT_LT((mass_centre(row) - mass_centre(rows[0])).norm(), 1e-9);
    EXPECT_NEAR(row.at("attitude").get<double>() + to_vector(row.at("phi")).sum(), row.at("x_y_psi")[2],
                1e-9);
  }
}

}  // namespace
}  // namespace freefloat
