// The planar example of Saha (1993), Section 4, as a spatial robot: Eqs. (9)-(46) with the natural orthogonal
// complement against the independent values.
#include <gtest/gtest.h>

#include "spatial/formulations/natural_orthogonal_complement.h"
#include "spatial/tree/planar_tree.h"
#include "support/reference_file.h"

namespace freefloat {
namespace {

TEST(SahaOrthogonalComplement, HasTheReferenceTorques) {
  const nlohmann::json reference = read_reference("saha_1993.json");
  const nlohmann::json& assumptions = reference.at("assumptions");
  RobotParameters robot;
  robot.name = "saha";
  robot.satellite_mass = 50.0;
  robot.satellite_inertia = assumptions.at("spacecraft_inertia");
  robot.satellite_to_joint = to_vector(assumptions.at("mount"));
  robot.links.assign(3, {6.0, assumptions.at("link_inertia"), {0.15, 0.0}, {0.15, 0.0}});
  const TreeParameters tree = tree_from_planar(robot, BaseKind::kFree);
  for (const nlohmann::json& row : reference.at("rows")) {
    BodyMotion motion;
    motion.R_WB = Eigen::AngleAxisd(row.at("attitude").get<double>(), Vector3::UnitZ()).toRotationMatrix();
    motion.joints = to_vector(row.at("phi"));
    motion.joint_rates = to_vector(row.at("phid"));
    const Eigen::VectorXd accelerations = to_vector(row.at("phidd"));
    const NaturalOrthogonalComplement noc = compute_orthogonal_complement(tree, motion);
    EXPECT_NEAR(noc.t_s.z(), row.at("base_rate").get<double>(), 1e-14);
    EXPECT_LT((joint_torques(noc, motion.joint_rates, accelerations) - to_vector(row.at("tau"))).norm(),
              1e-13);

    const EndEffectorTwist hand = compute_end_effector_twist(tree, noc, motion, 0);
    const Vector6 twist = hand.T_e * motion.joint_rates;                           // Eq. (22)
    const Vector6 twist_rate = hand.T_e * accelerations + hand.T_e_rate_by_rates;  // Eq. (28)
    const Vector3 path_rate(twist[3], twist[4], twist[2]);
    const Vector3 path_acceleration(twist_rate[3], twist_rate[4], twist_rate[2]);
    EXPECT_LT((path_rate - to_vector(row.at("path_rate"))).norm(), 1e-13);
    EXPECT_LT((path_acceleration - to_vector(row.at("path_acc"))).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace freefloat
