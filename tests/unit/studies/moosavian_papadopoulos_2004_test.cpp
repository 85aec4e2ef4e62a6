#include <gtest/gtest.h>

#include <algorithm>

#include "spatial/formulations/explicit_lagrangian.h"
#include "studies/energy_lagrange.h"
#include "studies/study.h"
#include "support/random_tree.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff() / (1e-3 + b.cwiseAbs().maxCoeff());
}

TEST(EnergyLagrange, AgreesWithTheExplicitEquationsForAnyTree) {
  RandomTrees draw(341);
  for (int trial = 0; trial < 100; ++trial) {
    const int n = 1 + trial % 6;
    TreeParameters tree = draw.tree(BaseKind::kFree, n, 0.4, 0.3);
    tree.base.mass_centre.setZero();
    Eigen::VectorXd q = draw.vector(6 + n, 3.0);
    q[4] = draw.number(-1.2, 1.2);
    const Eigen::VectorXd rates = draw.vector(6 + n, 1.0);
    const EnergyLagrange simple = differentiate_energy(tree, q, rates);
    const ExplicitLagrangian equations = compute_explicit_lagrangian(tree, EulerSequence::kZyx, q, rates);
    EXPECT_LT(difference(simple.H, equations.H), 1e-11);
    EXPECT_LT(difference(simple.C, equations.C), 1e-11);
  }
}

class MoosavianStudy : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    StudyInput input;
    input.configs = source_dir() + "/configs";
    report_ = run_moosavian_papadopoulos_2004(input);
  }

  static StudyRow row(const std::string& quantity) {
    for (const StudyTable& table : report_.tables) {
      for (const StudyRow& row : table.rows) {
        if (row.quantity == quantity) return row;
      }
    }
    throw std::out_of_range(quantity);
  }

  inline static StudyReport report_;
};

TEST_F(MoosavianStudy, FindsRoundingOnlyAsTable1) {
  for (const char* what : {"degrees of freedom", "largest difference in C",
                           "largest difference in column 1 of H", "largest difference in column 14 of H"}) {
    EXPECT_EQ(judge_row(row(what)), RowAgreement::kAgrees) << what;
  }
  const auto over_states = [](std::size_t at) { return report_.tables.at(1).rows.at(at).ours.value(); };
  EXPECT_LT(over_states(0), 1e-13);
  EXPECT_LT(over_states(1), 1e-12);
  // Two computations that share no code do not agree in every bit.
  EXPECT_GT(row("largest difference in C").ours.value(), 0.0);
}

TEST_F(MoosavianStudy, FindsOneElementWithTheMassOfLink1OnAFixedBaseAndAllOnAFloatingOne) {
  EXPECT_EQ(row("elements of H, fixed base").ours, 1.0);
  EXPECT_EQ(row("elements of H, free-floating").ours, 36.0);
  EXPECT_LT(row("free-floating H less fixed-base H for a base 1e9 times as heavy, relative").ours.value(),
            1e-8);
}

TEST_F(MoosavianStudy, FindsLongerFormulasWithSymbolsThanWithNumbers) {
  const double numbers = row("common subexpressions computed once, parameters numbers").ours.value();
  EXPECT_GT(row("the same, all parameters symbols").ours.value(), numbers);
  EXPECT_GT(row("every element as one formula, parameters numbers").ours.value(), 50.0 * numbers);
}

}  // namespace
}  // namespace freefloat
