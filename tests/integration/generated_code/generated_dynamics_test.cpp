// Generated and compiled code against the numeric models, in C++ and in C, parameters as numbers and as
// symbols.
#include <gtest/gtest.h>

#include "config/load/load_parts.h"
#include "generated_arrays.h"
#include "planar_robot.h"
#include "spatial/config/load_tree.h"
#include "spatial/tree/planar_tree.h"
#include "support/generated_reference.h"
#include "support/random_tree.h"
#include "support/source_dir.h"
#include "three_appendages.hpp"
#include "two_arms.hpp"

namespace freefloat {
namespace {

constexpr int kStates = 1000;
constexpr double kTolerance = 1e-10;

TreeParameters load(const std::string& name) {
  return load_tree(source_dir() + "/configs/models/" + name);
}

double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

struct Drawn {
  Eigen::VectorXd q;
  Eigen::VectorXd rates;
};

Drawn draw_state(RandomTrees& draw, BaseKind kind, int size) {
  Drawn drawn{draw.vector(size, 3.0), draw.vector(size, 1.0)};
  if (kind == BaseKind::kFree) drawn.q[4] = draw.number(-1.3, 1.3);
  return drawn;
}

template <int N>
void expect_dynamics(const GeneratedArrays<N>& found, const GeneratedReference& reference) {
  EXPECT_LT(difference(as_matrix(found.H), reference.H), kTolerance);
  EXPECT_LT(difference(as_vector(found.C), reference.C), kTolerance);
}

template <int N>
void expect_task(const GeneratedArrays<N>& found, const TaskJacobian& task) {
  EXPECT_LT(difference(as_matrix(found.J_C), task.J_C), kTolerance);
  EXPECT_LT(difference(as_matrix(found.J_C_rate), task.J_C_rate), kTolerance);
}

TEST(GeneratedCpp, OfTheSixJointArmAgreesWithTheNumericModel) {
  const TreeParameters tree = load("single_arm.yaml");
  RandomTrees draw(331);
  for (int i = 0; i < kStates; ++i) {
    const auto [q, rates] = draw_state(draw, tree.base_kind, 12);
    const GeneratedReference reference = compute_reference(tree, EulerSequence::kZyx, q, rates);
    GeneratedArrays<12> found;
    single_arm::compute_H_C(q.data(), rates.data(), found.H, found.C);
    expect_dynamics(found, reference);
    GeneratedArrays<12> apart;
    single_arm::compute_H(q.data(), apart.H);
    single_arm::compute_C(q.data(), rates.data(), apart.C);
    expect_dynamics(apart, reference);
    single_arm::compute_J_Q(q.data(), found.J_Q);
    EXPECT_LT(difference(as_matrix(found.J_Q), reference.J_Q), kTolerance);
    single_arm::compute_J_C_hand(q.data(), found.J_C);
    single_arm::compute_J_C_rate_hand(q.data(), rates.data(), found.J_C_rate);
    expect_task(found, reference.tasks[0]);
  }
}

TEST(GeneratedCpp, OfTwoArmsKnowsTheOtherEulerAngles) {
  const TreeParameters tree = load("two_arms.yaml");
  RandomTrees draw(332);
  for (int i = 0; i < kStates; ++i) {
    const auto [q, rates] = draw_state(draw, tree.base_kind, 18);
    const GeneratedReference reference = compute_reference(tree, EulerSequence::kXyz, q, rates);
    GeneratedArrays<18> found;
    two_arms::compute_H_C(q.data(), rates.data(), found.H, found.C);
    expect_dynamics(found, reference);
    two_arms::compute_J_Q(q.data(), found.J_Q);
    EXPECT_LT(difference(as_matrix(found.J_Q), reference.J_Q), kTolerance);
    two_arms::compute_J_C_left_hand(q.data(), found.J_C);
    two_arms::compute_J_C_rate_left_hand(q.data(), rates.data(), found.J_C_rate);
    expect_task(found, reference.tasks[1]);
  }
}

/// Every parameter another number than the model's, in the code and in the tree.
TreeParameters change_parameters(TreeParameters tree, RandomTrees& draw, three_appendages::Parameters& p) {
  tree.base.mass_centre = draw.vector(0.05);
  tree.links[0].body.mass *= 1.7;
  tree.links[4].body.inertia(0, 1) = tree.links[4].body.inertia(1, 0) = 0.001;
  tree.links[7].joint.position += draw.vector(0.1);
  tree.end_points[1].position += draw.vector(0.1);
  p.c_base_x = tree.base.mass_centre.x();
  p.c_base_y = tree.base.mass_centre.y();
  p.c_base_z = tree.base.mass_centre.z();
  p.m_right_1 = tree.links[0].body.mass;
  p.I_left_2_xy = 0.001;
  p.p_antenna_2_x = tree.links[7].joint.position.x();
  p.p_antenna_2_y = tree.links[7].joint.position.y();
  p.p_antenna_2_z = tree.links[7].joint.position.z();
  p.e_left_hand_x = tree.end_points[1].position.x();
  p.e_left_hand_y = tree.end_points[1].position.y();
  p.e_left_hand_z = tree.end_points[1].position.z();
  return tree;
}

TEST(GeneratedCpp, OfThreeAppendagesTakesAnyParameters) {
  RandomTrees draw(333);
  const TreeParameters model = load("three_appendages.yaml");
  for (int i = 0; i < kStates; ++i) {
    three_appendages::Parameters p;
    const TreeParameters tree = i == 0 ? model : change_parameters(model, draw, p);
    const auto [q, rates] = draw_state(draw, tree.base_kind, 14);
    const GeneratedReference reference = compute_reference(tree, EulerSequence::kZyx, q, rates);
    GeneratedArrays<14> found;
    three_appendages::compute_H_C(q.data(), rates.data(), p, found.H, found.C);
    expect_dynamics(found, reference);
    three_appendages::compute_J_C_left_hand(q.data(), p, found.J_C);
    three_appendages::compute_J_C_rate_left_hand(q.data(), rates.data(), p, found.J_C_rate);
    expect_task(found, reference.tasks[1]);
    three_appendages::compute_J_C_antenna(q.data(), p, found.J_C);
    three_appendages::compute_J_C_rate_antenna(q.data(), rates.data(), p, found.J_C_rate);
    expect_task(found, reference.tasks[2]);
  }
}

TEST(GeneratedC, OfAMixedChainAgreesWithTheNumericModel) {
  const TreeParameters tree = load("mixed_rprp.yaml");
  RandomTrees draw(334);
  for (int i = 0; i < kStates; ++i) {
    const auto [q, rates] = draw_state(draw, tree.base_kind, 10);
    const GeneratedReference reference = compute_reference(tree, EulerSequence::kZyx, q, rates);
    GeneratedArrays<10> found;
    mixed_rprp_compute_H_C(q.data(), rates.data(), found.H, found.C);
    expect_dynamics(found, reference);
    mixed_rprp_compute_J_Q(q.data(), found.J_Q);
    EXPECT_LT(difference(as_matrix(found.J_Q), reference.J_Q), kTolerance);
    mixed_rprp_compute_J_C_hand(q.data(), found.J_C);
    mixed_rprp_compute_J_C_rate_hand(q.data(), rates.data(), found.J_C_rate);
    expect_task(found, reference.tasks[0]);
  }
}

TEST(GeneratedC, OfThePlanarRobotAgreesWithTheNumericModel) {
  const TreeParameters model =
      tree_from_planar(load_robot(source_dir() + "/configs/robots/yoshida_umetani.yaml"));
  RandomTrees draw(335);
  for (int i = 0; i < kStates; ++i) {
    TreeParameters tree = model;
    const double heavier = draw.number(0.0, 1.0);
    tree.links[1].body.mass += heavier;
    const auto [q, rates] = draw_state(draw, tree.base_kind, 5);
    GeneratedReference reference = compute_reference(tree, EulerSequence::kZyx, q, rates);
    GeneratedArrays<5> found;
    planar_robot_dynamics(q.data(), rates.data(), heavier, found.H, found.C);
    expect_dynamics(found, reference);
    planar_robot_force_matrix(q.data(), found.J_Q);
    EXPECT_LT(difference(as_matrix(found.J_Q), reference.J_Q), kTolerance);
    planar_robot_task(q.data(), rates.data(), found.J_C, found.J_C_rate);
    expect_task(found, reference.tasks[0]);
  }
}

}  // namespace
}  // namespace freefloat
