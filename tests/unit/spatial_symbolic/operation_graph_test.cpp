#include "spatial/symbolic/operation_graph.h"

#include <gtest/gtest.h>

#include "spatial/symbolic/share_operations.h"
#include "support/evaluate_operations.h"
#include "support/random_robot.h"

namespace freefloat {
namespace {

Operand q(OperationGraph& graph, int i) {
  return graph.input(OperationKind::kCoordinate, i);
}

TEST(OperationGraph, ComputesNothingTwice) {
  OperationGraph graph;
  const Operand a = q(graph, 0);
  const Operand b = q(graph, 1);
  EXPECT_EQ(graph.sum({a, b.negated()}).node, graph.sum({b, a.negated()}).node);
  EXPECT_NE(graph.sum({a, b.negated()}).negative, graph.sum({b, a.negated()}).negative);
  EXPECT_EQ(graph.product({a, b}), graph.product({b, a}));
  EXPECT_EQ(graph.product({a, b.negated()}), graph.product({a, b}).negated());
}

TEST(OperationGraph, FindsWhatCancelsAndWhatIsConstant) {
  OperationGraph graph;
  const Operand a = q(graph, 0);
  const Operand b = q(graph, 1);
  EXPECT_EQ(graph.sum({a, b, a.negated()}), b);
  EXPECT_EQ(graph.sum({a, a.negated()}), graph.constant(0.0));
  EXPECT_EQ(graph.product({a, graph.constant(0.0), b}), graph.constant(0.0));
  EXPECT_EQ(graph.product({a, graph.constant(-1.0)}), a.negated());
  EXPECT_EQ(graph.sum({graph.constant(2.0), graph.constant(-5.0)}), graph.constant(-3.0));
}

TEST(FactorSums, TakesCommonFactorsOut) {
  OperationGraph graph;
  const Operand a = q(graph, 0);
  const Operand b = q(graph, 1);
  const Operand c = q(graph, 2);
  std::vector<Operand> outputs{graph.sum({graph.product({a, b}), graph.product({a, c}).negated(), b})};
  EXPECT_EQ(count_operations(graph, outputs).multiplications, 2.0);
  factor_sums(graph, outputs);
  EXPECT_EQ(count_operations(graph, outputs).multiplications, 1.0);
  EXPECT_EQ(count_operations(graph, outputs).additions, 2.0);
}

TEST(SharePairs, FindsPartsOfLongerSumsAndProducts) {
  OperationGraph graph;
  const Operand a = q(graph, 0);
  const Operand b = q(graph, 1);
  const Operand c = q(graph, 2);
  const Operand d = q(graph, 3);
  std::vector<Operand> outputs{graph.sum({a, b.negated(), c}), graph.sum({b, a.negated(), d}),
                               graph.product({a, b, c}), graph.product({a, b, d})};
  const OperationCount before = count_operations(graph, outputs);
  share_pairs(graph, outputs);
  const OperationCount after = count_operations(graph, outputs);
  EXPECT_EQ(before.additions - after.additions, 1.0);
  EXPECT_EQ(before.multiplications - after.multiplications, 1.0);
}

/// Sums and products of what came before, at random.
std::vector<Operand> grow(OperationGraph& graph, RandomRobots& draw, int operations) {
  std::vector<Operand> all;
  for (int i = 0; i < 6; ++i) all.push_back(q(graph, i));
  all.push_back(graph.constant(0.75));
  const auto pick = [&] {
    const Operand found = all[static_cast<std::size_t>(draw.number(0.0, static_cast<double>(all.size())))];
    return draw.number(0.0, 1.0) < 0.4 ? found.negated() : found;
  };
  for (int i = 0; i < operations; ++i) {
    std::vector<Operand> operands;
    for (int j = 0; j < 2 + static_cast<int>(draw.number(0.0, 4.0)); ++j) operands.push_back(pick());
    all.push_back(draw.number(0.0, 1.0) < 0.6 ? graph.sum(operands) : graph.product(operands));
  }
  return {all.end() - 12, all.end()};
}

TEST(Sharing, KeepsEveryValueAndSavesOperations) {
  RandomRobots draw(71);
  for (int trial = 0; trial < 200; ++trial) {
    OperationGraph graph;
    std::vector<Operand> outputs = grow(graph, draw, 40);
    Eigen::VectorXd at(6);
    for (double& value : at) value = draw.number(-1.0, 1.0);
    const std::vector<double> none;
    const auto values = [&] {
      OperationEvaluator evaluate(graph, at, at, none);
      std::vector<double> found;
      for (const Operand& output : outputs) found.push_back(evaluate.value(output));
      return found;
    };
    const std::vector<double> before = values();
    const double operations = count_operations(graph, outputs).total();
    factor_sums(graph, outputs);
    share_pairs(graph, outputs);
    settle_signs(graph, outputs);
    EXPECT_LE(count_operations(graph, outputs).total(), operations + 12.0);  // signs of 12 outputs
    const std::vector<double> after = values();
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_NEAR(after[i], before[i], 1e-9 * (1.0 + std::abs(before[i])));
    }
  }
}

TEST(SettleSigns, GivesOutputsTheirSigns) {
  OperationGraph graph;
  const Operand a = q(graph, 0);
  const Operand b = q(graph, 1);
  std::vector<Operand> outputs{graph.sum({b, a.negated()}), graph.product({graph.constant(-2.0), a, b})};
  ASSERT_TRUE(outputs[0].negative);
  ASSERT_TRUE(outputs[1].negative);
  settle_signs(graph, outputs);
  EXPECT_FALSE(outputs[0].negative);
  EXPECT_FALSE(outputs[1].negative);
  EXPECT_EQ(count_operations(graph, outputs).additions, 1.0);
}

}  // namespace
}  // namespace freefloat
