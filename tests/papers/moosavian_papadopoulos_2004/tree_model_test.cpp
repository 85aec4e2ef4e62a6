// Spatial systems of the kind of Moosavian & Papadopoulos, "Explicit dynamics of space free-flyers with
// multiple manipulators via SPACEMAPLE" (2004), against values computed independently from body sums. The
// paper prints no parameters; those of the reference are its own.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <functional>

#include "spatial/tree/forward_dynamics.h"
#include "spatial/tree/inverse_dynamics.h"
#include "spatial/tree/mass_matrix.h"
#include "spatial/tree/tree_generalized_jacobian.h"
#include "spatial/tree/tree_jacobian.h"
#include "support/reference_tree.h"
#include "support/tree_velocities.h"

namespace freefloat {
namespace {

constexpr double kTolerance = 1e-11;

class SpatialReference : public testing::TestWithParam<const char*> {
 protected:
  /// Everything at one state of one system.
  struct Case {
    Case(const nlohmann::json& system, const nlohmann::json& values)
        : model(tree_from_reference(system)),
          sequence(euler_sequence_of(system)),
          q(to_vector(values.at("q"))),
          rates(to_vector(values.at("qd"))),
          state(state_from_euler(model, sequence, q, rates)),
          posture(model),
          motion(model),
          inertia(model) {
      compute_posture(model, state, posture);
      compute_motion(model, posture, state, motion);
      compute_inertia(model, posture, inertia);
      // u = N q', N for Euler rates.
      to_u = Eigen::MatrixXd::Identity(q.size(), q.size());
      to_u.block<3, 3>(3, 3) = state.R_WB * euler_rate_matrix(sequence, q.segment<3>(3));
      to_u_rate = Eigen::MatrixXd::Zero(q.size(), q.size());
      // d(R S)/dt = R (S' + w_body x S)
      const Matrix3 s = euler_rate_matrix(sequence, q.segment<3>(3));
      const Vector3 w = s * rates.segment<3>(3);
      to_u_rate.block<3, 3>(3, 3) =
          state.R_WB * (euler_rate_matrix_rate(sequence, q.segment<3>(3), rates.segment<3>(3)) + skew(w) * s);
    }
    TreeModel model;
    EulerSequence sequence;
    Eigen::VectorXd q;
    Eigen::VectorXd rates;
    TreeState state;
    TreePosture posture;
    TreeMotion motion;
    TreeInertia inertia;
    Eigen::MatrixXd to_u;
    Eigen::MatrixXd to_u_rate;
  };

  void for_each_case(const std::function<void(Case&, const nlohmann::json&)>& check) const {
    const nlohmann::json reference = read_reference("moosavian_papadopoulos_2004.json").at(GetParam());
    for (const nlohmann::json& values : reference.at("cases")) {
      Case made(reference.at("system"), values);
      check(made, values);
    }
  }
};

TEST_P(SpatialReference, KinematicsAndMomentaAgree) {
  for_each_case([](Case& c, const nlohmann::json& values) {
    EXPECT_LT(relative_error(c.state.R_WB, to_matrix(values.at("R0"))), kTolerance);
    EXPECT_LT(relative_error(euler_rate_matrix(c.sequence, c.q.segment<3>(3)), to_matrix(values.at("S0"))),
              kTolerance);
    const TreeTotals totals = compute_totals(c.model, c.posture, c.motion);
    EXPECT_LT(relative_error(totals.p_WG, to_vector(values.at("com"))), kTolerance);
    EXPECT_NEAR(totals.kinetic_energy / values.at("T").get<double>(), 1.0, kTolerance);
    EXPECT_LT(relative_error(join(totals.linear_momentum, totals.angular_momentum_origin),
                             to_vector(values.at("P_L_about_origin"))),
              kTolerance);
    for (std::size_t i = 0; i < values.at("tips").size(); ++i) {
      const nlohmann::json& tip = values.at("tips")[i];
      const Pose pose = end_point_pose(c.model, c.posture, static_cast<int>(i));
      EXPECT_LT(relative_error(pose.position, to_vector(tip.at("position"))), kTolerance);
      EXPECT_LT(relative_error(pose.rotation, to_matrix(tip.at("rotation"))), kTolerance);
    }
  });
}

TEST_P(SpatialReference, JacobiansAgree) {
  for_each_case([](Case& c, const nlohmann::json& values) {
    Matrix6X jacobian;
    Matrix6X jacobian_rate;
    for (std::size_t i = 0; i < values.at("tips").size(); ++i) {
      const nlohmann::json& tip = values.at("tips")[i];
      const int end = static_cast<int>(i);
      compute_end_point_jacobian(c.model, c.posture, end, jacobian);
      EXPECT_LT(relative_error(Eigen::MatrixXd(jacobian * c.to_u), to_matrix(tip.at("JC"))), kTolerance);
      const EndPoint& point = c.model.end_point(end);
      compute_point_jacobian_rate(c.model, c.posture, c.motion, point.body,
                                  point_from_base(c.model, c.posture, point.body, point.position),
                                  jacobian_rate);
      EXPECT_LT(relative_error(Eigen::MatrixXd(jacobian_rate * c.to_u + jacobian * c.to_u_rate),
                               to_matrix(tip.at("JC_dot"))),
                kTolerance);
    }
  });
}

TEST_P(SpatialReference, GeneralizedJacobiansAgree) {
  for_each_case([](Case& c, const nlohmann::json& values) {
    TreeGeneralizedJacobian jacobian(c.model);
    for (std::size_t i = 0; i < values.at("tips").size(); ++i) {
      const nlohmann::json& tip = values.at("tips")[i];
      compute_generalized_jacobian(c.model, c.posture, c.inertia, static_cast<int>(i), jacobian);
      EXPECT_LT(relative_error(jacobian.matrix, to_matrix(tip.at("GJM"))), kTolerance);
      EXPECT_LT(relative_error(Eigen::VectorXd(jacobian.matrix * c.state.joint_rates),
                               to_vector(tip.at("gjm_twist"))),
                kTolerance);
      EXPECT_LT(relative_error(jacobian.base_response, to_matrix(values.at("base_response"))), kTolerance);
    }
  });
}

TEST_P(SpatialReference, DynamicsAgree) {
  for_each_case([](Case& c, const nlohmann::json& values) {
    Eigen::MatrixXd mass_matrix;
    compute_mass_matrix(c.model, c.posture, c.inertia, mass_matrix);
    EXPECT_LT(relative_error(mass_matrix, to_matrix(values.at("H_quasi"))), kTolerance);
    const Eigen::MatrixXd h = c.to_u.transpose() * mass_matrix * c.to_u;
    EXPECT_LT(relative_error(h, to_matrix(values.at("H"))), kTolerance);

    TreeForces forces(c.model);
    Eigen::VectorXd terms;
    compute_velocity_terms(c.model, c.posture, c.motion, forces, terms);
    const Eigen::VectorXd euler_terms = c.to_u.transpose() * (terms + mass_matrix * c.to_u_rate * c.rates);
    EXPECT_LT(relative_error(euler_terms, to_vector(values.at("C"))), kTolerance);

    Eigen::VectorXd applied(c.q.size());
    applied << c.state.R_WB * Vector3(to_vector(values.at("f0_body"))),
        c.state.R_WB * Vector3(to_vector(values.at("n0_body"))), to_vector(values.at("tau"));
    ArticulatedBodies articulated(c.model);
    Eigen::VectorXd accelerations(c.q.size());
    compute_forward_dynamics(c.model, c.posture, c.motion, applied, articulated, accelerations);
    const Eigen::VectorXd euler_accelerations =
        c.to_u.partialPivLu().solve(accelerations - c.to_u_rate * c.rates);
    EXPECT_LT(relative_error(euler_accelerations, to_vector(values.at("qdd"))), 1e-10);
  });
}

INSTANTIATE_TEST_SUITE_P(Systems, SpatialReference,
                         testing::Values("single_arm", "three_appendage_14dof", "two_arm"),
                         [](const auto& system) { return std::string(system.param); });

}  // namespace
}  // namespace freefloat
