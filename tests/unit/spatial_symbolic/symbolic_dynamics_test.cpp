// Derived operations, not yet written as source, against the numeric models: random trees with revolute and
// prismatic joints, branches, any axes, a base frame off the mass centre, all parameters symbols or numbers.
#include "spatial/symbolic/symbolic_dynamics.h"

#include <gtest/gtest.h>

#include <optional>

#include "spatial/tree/check_tree.h"
#include "support/evaluate_operations.h"
#include "support/generated_reference.h"
#include "support/random_tree.h"

namespace freefloat {
namespace {

constexpr int kTrees = 50;
constexpr int kStatesPerTree = 20;
constexpr double kTolerance = 1e-10;

double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff() / (1e-3 + b.cwiseAbs().maxCoeff());
}

void check_function(const GeneratedFunction& function, const GeneratedReference& reference,
                    OperationEvaluator& evaluate) {
  for (const GeneratedOutput& output : function.outputs) {
    const Eigen::MatrixXd found = evaluate.array(output);
    if (output.name == "H") {
      EXPECT_LT(difference(found, reference.H), kTolerance);
    } else if (output.name == "C") {
      EXPECT_LT(difference(found, reference.C), kTolerance);
    } else if (output.name == "J_Q") {
      EXPECT_LT(difference(found, reference.J_Q), kTolerance);
    } else if (output.name == "J_C") {
      EXPECT_LT(difference(found, reference.tasks[0].J_C), kTolerance);
    } else {
      ASSERT_EQ(output.name, "J_C_rate");
      EXPECT_LT(difference(found, reference.tasks[0].J_C_rate), kTolerance);
    }
  }
}

void check_trees(BaseKind kind, const std::vector<std::string>& symbols, std::uint64_t seed) {
  RandomTrees draw(seed);
  for (int trial = 0; trial < kTrees; ++trial) {
    const int n = 1 + trial % 7;
    TreeParameters tree = draw.tree(kind, n, 0.3, 0.3);
    // Every third with its links from the tips to the base.
    if (trial % 3 == 0) {
      std::vector<int> backwards;
      for (int link = n; link > 0; --link) backwards.push_back(link);
      reorder_links(tree, backwards);
    }
    const EulerSequence sequence = trial % 2 == 0 ? EulerSequence::kZyx : EulerSequence::kXyz;
    const std::vector<TreeParameter> chosen = choose_parameters(tree, symbols, false);
    std::vector<double> values;
    for (const TreeParameter& parameter : chosen) values.push_back(parameter.value);
    const SymbolicTree symbolic = make_symbolic_tree(tree, sequence, chosen);
    const std::vector<GeneratedFunction> functions = make_functions(
        symbolic,
        {GeneratedQuantity::kMassMatrix, GeneratedQuantity::kVelocityTerms, GeneratedQuantity::kForceMatrix,
         GeneratedQuantity::kTaskJacobian, GeneratedQuantity::kTaskJacobianRate},
        {0}, {"tip"});
    ASSERT_EQ(functions.size(), 6u);
    for (int i = 0; i < kStatesPerTree; ++i) {
      Eigen::VectorXd q = draw.vector(symbolic.size(), 3.0);
      if (kind == BaseKind::kFree) q[4] = draw.number(-1.2, 1.2);
      const Eigen::VectorXd rates = draw.vector(symbolic.size(), 1.0);
      const GeneratedReference reference = compute_reference(tree, sequence, q, rates);
      for (const GeneratedFunction& function : functions) {
        OperationEvaluator evaluate(function.graph, q, rates, values);
        check_function(function, reference, evaluate);
      }
    }
  }
}

TEST(SymbolicDynamics, AgreesWithTheNumericModelForAFreeBase) {
  check_trees(BaseKind::kFree, {"none"}, 301);
}

TEST(SymbolicDynamics, AgreesWithTheNumericModelWhenAllParametersAreSymbols) {
  check_trees(BaseKind::kFree, {"all"}, 302);
}

TEST(SymbolicDynamics, AgreesWithTheRecursiveAlgorithmsForAPlanarBase) {
  check_trees(BaseKind::kPlanar, {"m", "I"}, 303);
}

/// @return The value of the quantity of that name; none when the function computes no such thing.
std::optional<double> named_value(const OperationGraph& graph, const std::string& name,
                                  OperationEvaluator& evaluate) {
  for (int node = 0; node < graph.size(); ++node) {
    if (graph[node].name == name) return evaluate.value({node, graph[node].name_negative});
  }
  return std::nullopt;
}

TEST(SymbolicDynamics, GivesQuantitiesTheNamesThatTheyHave) {
  RandomTrees draw(305);
  int found = 0;
  for (int trial = 0; trial < 10; ++trial) {
    TreeParameters tree = draw.tree(BaseKind::kFree, 4, 0.3, 0.3);
    tree.base.mass_centre.setZero();
    const SymbolicTree symbolic = make_symbolic_tree(tree, EulerSequence::kZyx, {});
    const std::vector<GeneratedFunction> functions =
        make_functions(symbolic, {GeneratedQuantity::kMassMatrix}, {}, {});
    const OperationGraph& graph = functions.at(0).graph;
    const Eigen::VectorXd q = draw.vector(symbolic.size(), 1.2);
    const std::vector<double> none;
    OperationEvaluator evaluate(graph, q, q, none);
    BodyMotion motion;  // the base's axes are those of W
    motion.joints = q.tail(4);
    motion.joint_rates = Eigen::VectorXd::Zero(4);
    const BodyFrames frames = compute_body_frames(tree, motion);
    for (int k = 1; k <= 4; ++k) {
      const BodyFrames::Body& body = frames.bodies[k];
      for (int i = 0; i < 3; ++i) {
        const std::string axis(1, "xyz"[i]);
        for (const auto& [name, expected] :
             {std::pair{"r" + std::to_string(k) + "_" + axis, body.mass_centre[i]},
              std::pair{"o" + std::to_string(k) + "_" + axis, body.origin[i]},
              std::pair{"A" + std::to_string(k) + "_" + axis + "z", body.rotation(i, 2)},
              std::pair{"T0_" + axis + "z",
                        rotation_from_euler(EulerSequence::kZyx, q.segment<3>(3))(i, 2)}}) {
          const std::optional<double> value = named_value(graph, name, evaluate);
          if (!value) continue;
          EXPECT_NEAR(*value, expected, 1e-12) << name;
          ++found;
        }
      }
    }
  }
  EXPECT_GT(found, 200);
}

TEST(SymbolicDynamics, NeedsFewerOperationsThanTheFormulasWrittenOut) {
  RandomTrees draw(304);
  const TreeParameters tree = draw.tree(BaseKind::kFree, 7, 0.0, 0.0);
  const SymbolicTree symbolic = make_symbolic_tree(tree, EulerSequence::kZyx, {});
  for (const GeneratedFunction& function : make_functions(
           symbolic, {GeneratedQuantity::kMassMatrix, GeneratedQuantity::kVelocityTerms}, {}, {})) {
    EXPECT_LT(function.after.total(), function.with_names.total());
    EXPECT_LT(function.with_names.total(), 0.01 * function.written_out.total());
  }
}

}  // namespace
}  // namespace freefloat
