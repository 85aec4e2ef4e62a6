#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "model/tree/attitude.h"
#include "support/reference_file.h"

namespace freefloat {
namespace {

/// What a run of the program left.
struct Outcome {
  int exit_code = -1;
  std::vector<std::string> lines;  ///< of standard output; of both outputs when the arguments end in 2>&1

  std::string all() const {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
  }
};

Outcome run_program(const std::string& arguments) {
  FILE* pipe = popen((std::string(FF_PROGRAM) + " " + arguments).c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("the program cannot be started");
  std::string text;
  std::array<char, 4096> buffer;
  while (const std::size_t count = fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), count);
  const int status = pclose(pipe);
  Outcome outcome;
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    outcome.lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return outcome;
}

const std::string kRobot = std::string(FF_SOURCE_DIR) + "/configs/robots/yoshida_umetani.yaml";
const std::string kThreeLinks = std::string(FF_SOURCE_DIR) + "/configs/robots/saha_1993_planar.yaml";

/// A file of states that is removed again.
class StatesFile {
 public:
  explicit StatesFile(const std::vector<std::string>& lines)
      : path_(testing::TempDir() + "states_" +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::ofstream file(path_);
    for (const std::string& line : lines) file << line << '\n';
  }
  ~StatesFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(ModelCommand, AnswersTheReferenceConfigurations) {
  const nlohmann::json reference = read_reference("yoshida_umetani_1990.json");
  std::vector<std::string> states;
  for (const nlohmann::json& config : reference.at("planar_configs")) {
    states.push_back(nlohmann::json{{"attitude_rad", config.at("Om0")},
                                    {"joints_rad", config.at("phi")},
                                    {"joint_rates_rad_s", config.at("joint_rates")}}
                         .dump());
  }
  const StatesFile file(states);
  const Outcome outcome = run_program("model " + kRobot + " --states " + file.path());
  EXPECT_EQ(outcome.exit_code, 0);
  ASSERT_EQ(outcome.lines.size(), states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    const nlohmann::json& config = reference.at("planar_configs")[i];
    const nlohmann::json answer = nlohmann::json::parse(outcome.lines[i]);
    const auto agrees = [&](const char* key, const nlohmann::json& expected) {
      EXPECT_LT(relative_error(to_vector(answer.at(key)), to_vector(expected)), 1e-12) << key;
    };
    agrees("hand_position_m", config.at("hand"));
    agrees("inertia_manipulator", config.at("Im"));
    agrees("hand_velocity_m_s", config.at("hand_velocity"));
    agrees("link_coefficients_m", reference.at("workspace").at("link_coefficients"));
    EXPECT_LT(relative_error(to_matrix(answer.at("generalized_jacobian")),
                             to_matrix(config.at("Jstar_with_angle"))),
              1e-12);
    EXPECT_EQ(to_matrix(answer.at("jacobian_manipulator")).rows(), 3);
    EXPECT_EQ(answer.at("jacobian_satellite").size(), 3u);
    EXPECT_NEAR(answer.at("inertia_satellite"), config.at("Is"), 1e-13);
    EXPECT_NEAR(answer.at("generalized_jacobian_determinant"), config.at("det"), 1e-13);
    EXPECT_NEAR(answer.at("singularity_free_annulus_m")[0], reference.at("workspace").at("annulus_inner"),
                1e-13);
    EXPECT_NEAR(answer.at("guaranteed_workspace_radius_m"), reference.at("workspace").at("paper_radius"),
                1e-13);
    EXPECT_NEAR(answer.at("kinetic_energy_j"), config.at("kinetic_energy"), 1e-15);
  }
}

TEST(ModelCommand, AnswersTheReferenceDynamicsFromStandardInput) {
  const nlohmann::json reference = read_reference("yoshida_umetani_1990.json").at("planar_dynamics")[0];
  const auto q = reference.at("q").get<std::vector<double>>();
  const auto qd = reference.at("qd").get<std::vector<double>>();
  const nlohmann::json state{{"attitude_rad", q[2]},
                             {"joints_rad", {q[3], q[4]}},
                             {"satellite_position_m", {q[0], q[1]}},
                             {"joint_rates_rad_s", {qd[3], qd[4]}},
                             {"satellite_velocity_m_s", {qd[0], qd[1]}},
                             {"attitude_rate_rad_s", qd[2]},
                             {"torques_nm", reference.at("tau")},
                             {"base_wrench", reference.at("base_wrench")}};
  const StatesFile file({state.dump()});
  const Outcome outcome = run_program("model " + kRobot + " --states - < " + file.path());
  EXPECT_EQ(outcome.exit_code, 0);
  ASSERT_EQ(outcome.lines.size(), 1u);
  const nlohmann::json answer = nlohmann::json::parse(outcome.lines[0]);
  EXPECT_LT(relative_error(to_matrix(answer.at("inertia_matrix")), to_matrix(reference.at("H"))), 1e-13);
  EXPECT_LT(relative_error(to_vector(answer.at("velocity_terms")), to_vector(reference.at("c"))), 1e-13);
  EXPECT_LT(relative_error(to_vector(answer.at("accelerations")), to_vector(reference.at("qdd"))), 1e-12);
  EXPECT_LT(relative_error(to_vector(answer.at("mass_centre_m")), to_vector(reference.at("com"))), 1e-13);
  EXPECT_LT(relative_error(to_vector(answer.at("linear_momentum_ns")), to_vector(reference.at("P"))), 1e-13);
  EXPECT_NEAR(answer.at("angular_momentum_nms"), reference.at("L_com"), 1e-13);
}

TEST(ModelCommand, GoesOnAfterAStateThatCannotBeEvaluated) {
  const StatesFile file({R"({"attitude_rad": 0.3, "joints_rad": [0.5, -0.8]})", R"({"attitude_rad": 0.3})",
                         "{", R"({"attitude_rad": 0.4, "joints_rad": [0.5, -0.8]})"});
  const Outcome outcome = run_program("model " + kRobot + " --states " + file.path());
  EXPECT_EQ(outcome.exit_code, 1);
  ASSERT_EQ(outcome.lines.size(), 4u);
  const auto has_error = [&](std::size_t i) {
    return nlohmann::json::parse(outcome.lines[i]).contains("error");
  };
  EXPECT_FALSE(has_error(0));
  EXPECT_TRUE(has_error(1));
  EXPECT_TRUE(has_error(2));
  EXPECT_FALSE(has_error(3));
}

TEST(ModelCommand, LeavesOutTheMotionWithoutRatesAndTheDeterminantForThreeJoints) {
  const Outcome outcome =
      run_program("model " + kThreeLinks + " --attitude-rad -0.3 --joints-rad -0.5,0.8,0.1 --json");
  EXPECT_EQ(outcome.exit_code, 0);
  ASSERT_EQ(outcome.lines.size(), 1u);
  const nlohmann::json answer = nlohmann::json::parse(outcome.lines[0]);
  EXPECT_FALSE(answer.contains("hand_velocity_m_s"));
  EXPECT_FALSE(answer.contains("kinetic_energy_j"));
  EXPECT_TRUE(answer.at("generalized_jacobian_determinant").is_null());
  EXPECT_EQ(to_matrix(answer.at("inertia_matrix")).rows(), 6);
  EXPECT_EQ(answer.at("satellite_rate_per_joint_rate").size(), 3u);
  EXPECT_NEAR(answer.at("hand_angle_rad"), 0.1, 1e-15);
}

TEST(ModelCommand, PrintsATableForPeople) {
  const Outcome outcome = run_program("model " + kRobot + " --attitude-rad 0.3 --joints-rad 0.5,-0.8");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.all().find("hand_position_m"), std::string::npos);
  EXPECT_EQ(outcome.all().find('{'), std::string::npos);
}

TEST(ModelCommand, SaysWhereTheHandOfThreeLinksCanBe) {
  // The robot of tests/integration/long_arm captures a target 0.45 m from its mass centre.
  const std::string robot =
      std::string(FF_SOURCE_DIR) + "/tests/integration/long_arm/robot_three_joints.yaml";
  const std::string question = "model " + robot + " --attitude-rad 0 --joints-rad 0,0,0";
  const nlohmann::json answer = nlohmann::json::parse(run_program(question + " --json").lines.at(0));
  EXPECT_LT(answer.at("reachable_annulus_m")[0], 0.45);
  EXPECT_GT(answer.at("reachable_annulus_m")[1], 0.45);
  EXPECT_LE(answer.at("any_attitude_annulus_m")[1], answer.at("reachable_annulus_m")[1]);
  EXPECT_EQ(answer.at("any_attitude_annulus_m")[1], answer.at("guaranteed_workspace_radius_m"));
  const std::string table = run_program(question).all();
  EXPECT_NE(table.find("reached in some posture"), std::string::npos);
  EXPECT_NE(table.find("the arm can be led past them"), std::string::npos);
}

TEST(ModelCommand, RefusesWrongUse) {
  EXPECT_EQ(run_program("model " + kRobot + " --attitude-rad 0.3 --joints-rad 0.5 2>&1").exit_code, 1);
  const Outcome not_a_number =
      run_program("model " + kRobot + " --attitude-rad 0.3 --joints-rad 0.5,nan 2>&1");
  EXPECT_EQ(not_a_number.exit_code, 1);
  EXPECT_NE(not_a_number.all().find("--joints-rad: 'nan'"), std::string::npos);
  const Outcome no_robot = run_program("model no_such_robot.yaml --attitude-rad 0 --joints-rad 0,0 2>&1");
  EXPECT_EQ(no_robot.exit_code, 1);
  EXPECT_NE(no_robot.all().find("no_such_robot.yaml"), std::string::npos);
  EXPECT_EQ(run_program("model " + kRobot + " --states no_such_file 2>&1").exit_code, 1);
  EXPECT_EQ(run_program("model " + kRobot + " --states - --joints-rad 0,0 2>&1 < /dev/null").exit_code, 2);
  EXPECT_EQ(run_program("2>&1").exit_code, 2);
  EXPECT_EQ(run_program("model --help").exit_code, 0);
}

/// A case of the reference's systems as the JSON that `freefloat model` takes; forces in W.
std::string tree_state(const nlohmann::json& given) {
  const Eigen::VectorXd q = to_vector(given.at("q"));
  const Eigen::VectorXd rates = to_vector(given.at("qd"));
  const Eigen::Index n = q.size() - 6;
  const Matrix3 rotation = rotation_from_euler(EulerSequence::kZyx, q.segment<3>(3));
  const auto list = [](const Eigen::VectorXd& values) {
    return std::vector<double>(values.data(), values.data() + values.size());
  };
  const Vector3 w_body =
      euler_rate_matrix(EulerSequence::kZyx, q.segment<3>(3)) * Vector3(rates.segment<3>(3));
  return nlohmann::json{{"base_position_m", list(q.head<3>())},
                        {"base_euler_zyx_rad", list(q.segment<3>(3))},
                        {"joints_rad", list(q.tail(n))},
                        {"base_velocity_m_s", list(rates.head<3>())},
                        {"base_angular_velocity_rad_s", list(rotation * w_body)},
                        {"joint_rates_rad_s", list(rates.tail(n))},
                        {"torques_nm", list(to_vector(given.at("tau")))},
                        {"base_force_n", list(rotation * to_vector(given.at("f0_body")))},
                        {"base_moment_nm", list(rotation * to_vector(given.at("n0_body")))}}
      .dump();
}

TEST(ModelCommand, AnswersTheReferenceCasesOfASpatialModel) {
  const nlohmann::json reference = read_reference("moosavian_papadopoulos_2004.json").at("single_arm");
  for (const nlohmann::json& given : reference.at("cases")) {
    const StatesFile states({tree_state(given)});
    const Outcome outcome = run_program("model " + std::string(FF_SOURCE_DIR) +
                                        "/configs/models/single_arm.yaml --states " + states.path());
    ASSERT_EQ(outcome.exit_code, 0);
    const nlohmann::json answer = nlohmann::json::parse(outcome.lines.at(0));
    const nlohmann::json& lagrangian = answer.at("lagrangian");
    EXPECT_LT(relative_error(to_matrix(lagrangian.at("H")), to_matrix(given.at("H"))), 1e-11);
    EXPECT_LT(relative_error(to_vector(lagrangian.at("C")), to_vector(given.at("C"))), 1e-11);
    EXPECT_LT(relative_error(to_matrix(lagrangian.at("J_Q")), to_matrix(given.at("JQ"))), 1e-11);
    EXPECT_LT(relative_error(to_vector(lagrangian.at("q_acceleration")), to_vector(given.at("qdd"))), 1e-10);
    EXPECT_LT(relative_error(to_matrix(answer.at("inertia_matrix")), to_matrix(given.at("H_quasi"))), 1e-11);
    EXPECT_LT(relative_error(to_vector(answer.at("mass_centre_m")), to_vector(given.at("com"))), 1e-12);
    EXPECT_NEAR(answer.at("kinetic_energy_j").get<double>(), given.at("T").get<double>(),
                1e-11 * given.at("T").get<double>());
  }
}

TEST(ModelCommand, PrintsASpatialModelForPeople) {
  const Outcome outcome = run_program("model " + std::string(FF_SOURCE_DIR) +
                                      "/configs/models/single_arm.yaml --joints-rad 0,0.5,-1,0,1,0");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.all().find("end_points.hand.generalized_jacobian"), std::string::npos);
}

}  // namespace
}  // namespace freefloat
