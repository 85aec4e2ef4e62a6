// Generated code of the systems of Moosavian & Papadopoulos (2004), its size and its numbers, against values
// that were computed independently.
#include <gtest/gtest.h>

#include "generated_arrays.h"
#include "support/reference_file.h"
#include "three_appendages.hpp"

namespace freefloat {
namespace {

constexpr double kTolerance = 1e-9;

nlohmann::json only_case(const std::string& system) {
  return read_reference("moosavian_papadopoulos_2004.json").at(system).at("cases").at(0);
}

TEST(GeneratedCpp, HasTheReferenceValuesOfTheSixJointArm) {
  const nlohmann::json values = only_case("single_arm");
  const Eigen::VectorXd q = to_vector(values.at("q"));
  const Eigen::VectorXd rates = to_vector(values.at("qd"));
  GeneratedArrays<12> found;
  single_arm::compute_H_C(q.data(), rates.data(), found.H, found.C);
  single_arm::compute_J_Q(q.data(), found.J_Q);
  single_arm::compute_J_C_hand(q.data(), found.J_C);
  single_arm::compute_J_C_rate_hand(q.data(), rates.data(), found.J_C_rate);
  EXPECT_LT(relative_error(as_matrix(found.H), to_matrix(values.at("H"))), kTolerance);
  EXPECT_LT(relative_error(as_vector(found.C), to_vector(values.at("C"))), kTolerance);
  EXPECT_LT(relative_error(as_matrix(found.J_Q), to_matrix(values.at("JQ"))), kTolerance);
  const nlohmann::json& tip = values.at("tips").at(0);
  EXPECT_LT(relative_error(as_matrix(found.J_C), to_matrix(tip.at("JC"))), kTolerance);
  EXPECT_LT(relative_error(as_matrix(found.J_C_rate), to_matrix(tip.at("JC_dot"))), kTolerance);
}

TEST(GeneratedCpp, HasTheReferenceValuesOfTheFourteenFreedoms) {
  const nlohmann::json values = only_case("three_appendage_14dof");
  const Eigen::VectorXd q = to_vector(values.at("q"));
  const Eigen::VectorXd rates = to_vector(values.at("qd"));
  const three_appendages::Parameters p;
  GeneratedArrays<14> found;
  three_appendages::compute_H_C(q.data(), rates.data(), p, found.H, found.C);
  three_appendages::compute_J_Q(q.data(), p, found.J_Q);
  EXPECT_LT(relative_error(as_matrix(found.H), to_matrix(values.at("H"))), kTolerance);
  EXPECT_LT(relative_error(as_vector(found.C), to_vector(values.at("C"))), kTolerance);
  EXPECT_LT(relative_error(as_matrix(found.J_Q), to_matrix(values.at("JQ"))), kTolerance);
  const auto check_tip = [&](std::size_t i) {
    const nlohmann::json& tip = values.at("tips").at(i);
    EXPECT_LT(relative_error(as_matrix(found.J_C), to_matrix(tip.at("JC"))), kTolerance);
    EXPECT_LT(relative_error(as_matrix(found.J_C_rate), to_matrix(tip.at("JC_dot"))), kTolerance);
  };
  three_appendages::compute_J_C_right_hand(q.data(), p, found.J_C);
  three_appendages::compute_J_C_rate_right_hand(q.data(), rates.data(), p, found.J_C_rate);
  check_tip(0);
  three_appendages::compute_J_C_left_hand(q.data(), p, found.J_C);
  three_appendages::compute_J_C_rate_left_hand(q.data(), rates.data(), p, found.J_C_rate);
  check_tip(1);
  three_appendages::compute_J_C_antenna(q.data(), p, found.J_C);
  three_appendages::compute_J_C_rate_antenna(q.data(), rates.data(), p, found.J_C_rate);
  check_tip(2);
}

}  // namespace
}  // namespace freefloat
