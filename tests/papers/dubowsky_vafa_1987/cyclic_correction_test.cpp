// Cyclic corrections of the attitude: Dubowsky & Vafa 1987, Eqs. (7)-(16), against values integrated
// independently; and the square cycle of Yoshida & Umetani 1990, Sec. 2.5, through the same functions.
#include <gtest/gtest.h>

#include "spatial/tree/planar_tree.h"
#include "spatial/virtual_manipulator/reorient_vehicle.h"
#include "support/reference_tree.h"
#include "support/second_order_change.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

Eigen::VectorXd radians(const nlohmann::json& degrees) {
  return to_vector(degrees) * (kPi / 180.0);
}

class CleanArm : public testing::Test {
 protected:
  nlohmann::json arm_ = read_reference("dubowsky_vafa_1987.json").at("clean_arm");
  TreeModel model_{tree_from_reference(arm_.at("system"))};
  VehicleResponse response_{model_};
};

TEST_F(CleanArm, RatesAndBracketAgree) {
  for (const nlohmann::json& values : arm_.at("cycles")) {
    const Vector3 X = radians(values.at("X_deg"));
    const Eigen::VectorXd joints = radians(values.at("theta0_deg"));
    const Matrix3X F = as_euler_changes(EulerSequence::kZyx, X, response_.rates(joints));
    EXPECT_LT(relative_error(F, to_matrix(values.at("F"))), 1e-11);
    const Matrix3X bracket = as_euler_changes(EulerSequence::kZyx, X, response_.curvature(joints));
    for (std::size_t k = 0; k < 3; ++k) {
      const Eigen::MatrixXd expected = to_matrix(values.at("bracket_B_kij")[k]);
      for (Eigen::Index i = 0; i < 3; ++i) {
        for (Eigen::Index j = i + 1; j < 3; ++j) {
          EXPECT_NEAR(bracket(static_cast<Eigen::Index>(k), pair_column(i, j, 3)), expected(i, j), 1e-8);
        }
      }
    }
    const JointCycle cycle{{to_vector(values.at("dV")), to_vector(values.at("dW"))}};
    EXPECT_LT(relative_error(second_order_change(bracket, cycle), to_vector(values.at("dX_second_order"))),
              1e-7);
  }
}

TEST_F(CleanArm, CyclesIntegrateToTheReference) {
  for (const nlohmann::json& values : arm_.at("cycles")) {
    const JointCycle cycle{{to_vector(values.at("dV")), to_vector(values.at("dW"))}};
    const Matrix3 A = integrate_joint_cycle(response_, radians(values.at("theta0_deg")), cycle);
    EXPECT_LT((A - to_matrix(values.at("A_exact"))).cwiseAbs().maxCoeff(), 1e-11);
    EXPECT_LT((vector_from_rotation(A) - to_vector(values.at("rotation_vector_exact"))).norm(), 1e-11);
    const Matrix3 T_i = rotation_from_euler(EulerSequence::kZyx, radians(values.at("X_deg")));
    for (const int times : {1, 10, 30}) {
      const Vector3 X = euler_from_rotation(EulerSequence::kZyx, T_i * repeat_turn(A, times));
      EXPECT_LT((X - to_vector(values.at("X_after_" + std::to_string(times)))).norm(), 1e-9) << times;
    }
  }
}

TEST_F(CleanArm, IsReorientedInThreeSetsOfThirtyCycles) {
  // The paper's Table 3 asks for the same angles of a robot whose Table 2 is garbled.
  const Eigen::Vector3d start(50.0, 40.0, 35.0), goal(45.0, 45.0, 35.0);
  const Eigen::Vector3d after[] = {
      {45.1061, 45.2709, 35.1433}, {44.9954, 44.9947, 34.9990}, {45.0000, 45.0000, 34.9999}};
  ReorientationConfig config;
  config.tolerance = 1e-5;
  const double to_rad = kPi / 180.0;
  const auto sets = reorient_vehicle(response_, Eigen::VectorXd::Constant(3, deg_to_rad(45.0)),
                                     start * to_rad, goal * to_rad, config);
  ASSERT_TRUE(sets) << sets.error();
  ASSERT_EQ(sets->size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ((*sets)[i].times, 30);
    EXPECT_LT(((*sets)[i].angles / to_rad - after[i]).cwiseAbs().maxCoeff(), 0.51e-4) << i;
  }
}

TEST(YoshidaUmetaniSquareCycle, TurnsTheVehicleOfTheTreeAsMuch) {
  const TreeModel model(tree_from_planar(table2_robot()));
  VehicleResponse response(model);
  const nlohmann::json file = read_reference("yoshida_umetani_1990.json");
  for (const nlohmann::json& values : file.at("square_cycles")) {
    const Eigen::VectorXd size = radians(values.at("d_deg"));
    const Eigen::VectorXd start = radians(values.at("phi_start_deg"));
    const JointCycle cycle{{Eigen::Vector2d(size[0], 0.0), Eigen::Vector2d(0.0, size[1])}};
    const Vector3 turn = vector_from_rotation(integrate_joint_cycle(response, start, cycle));
    const double expected = values.at("attitude_change");
    EXPECT_NEAR(turn.z(), expected, 1e-12);
    EXPECT_NEAR(10.0 * turn.z(), values.at("after_10_cycles_attitude").get<double>(), 1e-11);
    EXPECT_NEAR(second_order_change(response.curvature(start), cycle).z(),
                values.at("second_order_estimate").get<double>(), 1e-8);
  }
}

}  // namespace
}  // namespace freefloat
