#include "spatial/answers/tree_question.h"

#include <array>

#include "spatial/tree/check_tree.h"

namespace freefloat {

namespace {

constexpr std::array<const char*, 12> kTreeStateKeys{"joints_rad",
                                                     "joint_rates_rad_s",
                                                     "joint_accelerations_rad_s2",
                                                     "torques_nm",
                                                     "base_position_m",
                                                     "base_euler_zyx_rad",
                                                     "base_euler_xyz_rad",
                                                     "base_rotation",
                                                     "base_velocity_m_s",
                                                     "base_angular_velocity_rad_s",
                                                     "base_force_n",
                                                     "base_moment_nm"};

constexpr double kOrthogonality = 1e-9;

std::optional<Vector3> read_vector(const nlohmann::json& object, const char* key) {
  const auto values = read_array(object, key, 3);
  return values ? std::optional<Vector3>(*values) : std::nullopt;
}

/// @return The matrix under `base_rotation`, from the base's to W's axes.
Matrix3 read_rotation(const nlohmann::json& value) {
  const std::string wanted = "base_rotation: must be three rows of three numbers";
  if (!value.is_array() || value.size() != 3) throw StateError(wanted);
  Matrix3 rotation;
  for (int row = 0; row < 3; ++row) {
    const nlohmann::json& numbers = value[row];
    if (!numbers.is_array() || numbers.size() != 3) throw StateError(wanted);
    for (int column = 0; column < 3; ++column)
      rotation(row, column) = read_number(numbers[column], "base_rotation");
  }
  const double error = (rotation * rotation.transpose() - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (error > kOrthogonality || rotation.determinant() < 0.0)
    throw StateError("base_rotation: is not a rotation: rows must be orthogonal unit vectors, right-handed");
  return rotation;
}

void read_attitude(const nlohmann::json& object, TreeQuestion& question) {
  const auto zyx = read_vector(object, "base_euler_zyx_rad");
  const auto xyz = read_vector(object, "base_euler_xyz_rad");
  const auto rotation = object.find("base_rotation");
  const int given = (zyx ? 1 : 0) + (xyz ? 1 : 0) + (rotation != object.end() ? 1 : 0);
  if (given > 1)
    throw StateError("base_euler_zyx_rad, base_euler_xyz_rad, base_rotation: give only one of them");
  if (rotation != object.end()) question.state.R_WB = read_rotation(*rotation);
  if (!zyx && !xyz) return;
  question.sequence = zyx ? EulerSequence::kZyx : EulerSequence::kXyz;
  question.euler = zyx ? *zyx : *xyz;
  question.state.R_WB = rotation_from_euler(*question.sequence, question.euler);
}

/// A base that cannot make the motion asked for is an error, not something to be cut off silently.
void refuse_impossible(const TreeModel& model, const TreeState& state) {
  TreeState possible = state;
  constrain_base(model, possible);
  if (possible.v_WB != state.v_WB)
    throw StateError("base_velocity_m_s: this model's base cannot move that way");
  if (possible.w_WB != state.w_WB)
    throw StateError("base_angular_velocity_rad_s: this model's base cannot turn that way");
}

}  // namespace

TreeQuestion::TreeQuestion(const TreeModel& model)
    : state(model), torques(Eigen::VectorXd::Zero(model.joint_count())) {}

TreeQuestion parse_tree_question(const std::string& line, const TreeModel& model) {
  const nlohmann::json object = parse_state_object(line, kTreeStateKeys);
  const auto read_joints = [&](const char* key) {
    return read_array(object, key, model.joint_count(), joint_names(model.parameters()));
  };
  TreeQuestion question(model);
  require_key(object, "joints_rad");
  question.state.joints = *read_joints("joints_rad");
  question.state.p_WB = read_vector(object, "base_position_m").value_or(Vector3::Zero());
  read_attitude(object, question);
  const auto rates = read_joints("joint_rates_rad_s");
  if (rates) question.state.joint_rates = *rates;
  const auto velocity = read_vector(object, "base_velocity_m_s");
  const auto angular_velocity = read_vector(object, "base_angular_velocity_rad_s");
  question.has_rates = rates || velocity || angular_velocity;
  question.momentum_zero = !velocity && !angular_velocity;
  question.state.v_WB = velocity.value_or(Vector3::Zero());
  question.state.w_WB = angular_velocity.value_or(Vector3::Zero());
  refuse_impossible(model, question.state);
  question.joint_accelerations = read_joints("joint_accelerations_rad_s2");
  question.torques = read_joints("torques_nm").value_or(question.torques);
  question.base_force = read_vector(object, "base_force_n").value_or(Vector3::Zero());
  question.base_moment = read_vector(object, "base_moment_nm").value_or(Vector3::Zero());
  return question;
}

}  // namespace freefloat
