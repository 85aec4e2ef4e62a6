// Eqs. (15)-(21) of Moosavian & Papadopoulos (2004), evaluated term by term, against independent values.
#include "spatial/formulations/explicit_lagrangian.h"

#include <gtest/gtest.h>

#include "support/reference_tree.h"

namespace freefloat {
namespace {

class ExplicitDynamics : public testing::TestWithParam<const char*> {};

TEST_P(ExplicitDynamics, HasTheMatricesOfTheReference) {
  const nlohmann::json reference = read_reference("moosavian_papadopoulos_2004.json").at(GetParam());
  const TreeParameters tree = tree_from_reference(reference.at("system"));
  const EulerSequence sequence = euler_sequence_of(reference.at("system"));
  for (const nlohmann::json& values : reference.at("cases")) {
    const Eigen::VectorXd q = to_vector(values.at("q"));
    const Eigen::VectorXd rates = to_vector(values.at("qd"));
    const ExplicitLagrangian dynamics = compute_explicit_lagrangian(tree, sequence, q, rates);
    EXPECT_LT(relative_error(dynamics.H, to_matrix(values.at("H"))), 1e-12);
    EXPECT_LT(relative_error(dynamics.C, to_vector(values.at("C"))), 1e-12);
    EXPECT_LT(relative_error(dynamics.J_Q, to_matrix(values.at("JQ"))), 1e-12);
    for (std::size_t i = 0; i < values.at("tips").size(); ++i) {
      const nlohmann::json& tip = values.at("tips")[i];
      const TaskJacobian task = compute_task_jacobian(tree, sequence, q, rates, static_cast<int>(i));
      EXPECT_LT(relative_error(task.J_C, to_matrix(tip.at("JC"))), 1e-12);
      EXPECT_LT(relative_error(task.J_C_rate, to_matrix(tip.at("JC_dot"))), 1e-12);
    }
    Eigen::VectorXd forces(q.size());
    forces << to_vector(values.at("f0_body")), to_vector(values.at("n0_body")), to_vector(values.at("tau"));
    EXPECT_LT(relative_error(solve_accelerations(dynamics, forces), to_vector(values.at("qdd"))), 1e-10);
  }
}

INSTANTIATE_TEST_SUITE_P(Systems, ExplicitDynamics,
                         testing::Values("single_arm", "three_appendage_14dof", "two_arm"),
                         [](const auto& system) { return std::string(system.param); });

}  // namespace
}  // namespace freefloat
