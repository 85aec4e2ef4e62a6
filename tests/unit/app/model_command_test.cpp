#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "spatial/tree/attitude.h"
#include "support/reference_file.h"
#include "support/source_dir.h"

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

const std::string kRobot = source_dir() + "/configs/robots/yoshida_umetani.yaml";
const std::string kThreeLinks = source_dir() + "/configs/robots/saha_1993_planar.yaml";

/// A file of states that is removed again.
class StatesFile {
 public:
  explicit StatesFile(const std::vector<std::string>& lines)
      : path_(testing::TempDir() + "states_" + std::to_string(getpid()) + "_" +
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

TEST(ModelCommand, ShowsTheModelAtZeroWithoutAState) {
  const Outcome at_zero = run_program("model " + kRobot + " --json");
  EXPECT_EQ(at_zero.exit_code, 0);
  EXPECT_EQ(at_zero.lines,
            run_program("model " + kRobot + " --attitude-rad 0 --joints-rad 0,0 --json").lines);
  EXPECT_EQ(run_program("model " + source_dir() + "/configs/models/single_arm.yaml").exit_code, 0);
  EXPECT_NE(run_program("model " + kRobot).all().find("No state is given: everything at zero"),
            std::string::npos);
  EXPECT_EQ(run_program("model " + kRobot + " --joints-rad 0,0").all().find("No state"), std::string::npos);
}

TEST(ModelCommand, PrintsNoNegativeZero) {
  const std::string spatial = source_dir() + "/configs/models/single_arm.yaml";
  for (const std::string& model : {kRobot, spatial}) {
    for (const char* form : {"", " --json"}) {
      const std::string text = run_program("model " + model + form).all();
      for (const char* zero : {" -0 ", " -0\n", "-0.0,", "-0.0]", "-0.0}"})
        EXPECT_EQ(text.find(zero), std::string::npos) << model << form << zero;
    }
  }
}

TEST(ModelCommand, SaysWhereTheHandOfThreeLinksCanBe) {
  // The robot of tests/integration/long_arm captures a target 0.45 m from its mass centre.
  const std::string robot = source_dir() + "/tests/integration/long_arm/robot_three_joints.yaml";
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
    const Outcome outcome =
        run_program("model " + source_dir() + "/configs/models/single_arm.yaml --states " + states.path());
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
  const Outcome outcome =
      run_program("model " + source_dir() + "/configs/models/single_arm.yaml --joints-rad 0,0.5,-1,0,1,0");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.all().find("end_points.hand.generalized_jacobian"), std::string::npos);
}

const std::string kModels = source_dir() + "/configs/models/";

/// Two links; in which order they stand is told.
std::string two_links(bool child_first) {
  const std::string upper =
      "  - {name: upper, parent: lower, mass_kg: 1, mass_centre_m: [0.1, 0, 0], inertia_kg_m2: [0.1, 0.2, "
      "0.2, 0, 0, 0],"
      " joint: {kind: revolute, position_m: [0.3, 0, 0], axis: [0, 0, 1]}}\n";
  const std::string lower =
      "  - {name: lower, parent: base, mass_kg: 2, mass_centre_m: [0.1, 0, 0], inertia_kg_m2: [0.1, 0.2, "
      "0.3, 0, 0, 0],"
      " joint: {kind: revolute, position_m: [0.2, 0, 0], axis: [0, 1, 0]}}\n";
  return "name: two\nbase: {kind: free, mass_kg: 9, mass_centre_m: [0, 0, 0], inertia_kg_m2: [1, 1, 1, 0, 0, "
         "0]}\n"
         "links:\n" +
         (child_first ? upper + lower : lower + upper) +
         "end_points:\n  - {name: hand, body: upper, position_m: [0.2, 0, 0]}\n";
}

TEST(ModelCommand, CountsJointsInTheOrderOfTheLinksAndNamesThem) {
  const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
  const auto answer = [&](bool child_first, const std::string& state) {
    const std::string path = testing::TempDir() + name + (child_first ? "1" : "2") + ".yaml";
    std::ofstream(path) << two_links(child_first);
    const Outcome outcome = run_program("model " + path + " " + state + " --json");
    EXPECT_EQ(outcome.exit_code, 0);
    const Outcome wrong = run_program("model " + path + " --joints-rad 1 2>&1");
    EXPECT_NE(wrong.all().find(child_first ? "(upper_joint, lower_joint)" : "(lower_joint, upper_joint)"),
              std::string::npos);
    const Outcome table = run_program("model " + path + " " + state);
    EXPECT_NE(table.all().find("upper_joint"), std::string::npos);
    std::filesystem::remove(path);
    return nlohmann::json::parse(outcome.lines.at(0));
  };
  const nlohmann::json first = answer(true, "--joints-rad 0.1,0.5 --joint-rates-rad-s 1,2 --torques-nm 3,4");
  const nlohmann::json second =
      answer(false, "--joints-rad 0.5,0.1 --joint-rates-rad-s 2,1 --torques-nm 4,3");
  EXPECT_EQ(first.at("joints"), (nlohmann::json{"upper_joint", "lower_joint"}));
  EXPECT_EQ(second.at("joints"), (nlohmann::json{"lower_joint", "upper_joint"}));
  EXPECT_LT(relative_error(to_vector(first.at("end_points").at("hand").at("position_m")),
                           to_vector(second.at("end_points").at("hand").at("position_m"))),
            1e-14);
  const Eigen::VectorXd a = to_vector(first.at("accelerations")), b = to_vector(second.at("accelerations"));
  EXPECT_LT((a.head(6) - b.head(6)).norm(), 1e-12);
  EXPECT_NEAR(a[6], b[7], 1e-12);
  EXPECT_NEAR(a[7], b[6], 1e-12);
  const Eigen::MatrixXd H = to_matrix(first.at("inertia_matrix")), G = to_matrix(second.at("inertia_matrix"));
  EXPECT_NEAR(H(6, 6), G(7, 7), 1e-14);
  EXPECT_NEAR(H(0, 6), G(0, 7), 1e-14);
}

TEST(ModelCommand, AnswersWithVirtualManipulatorsAndWorkspaces) {
  const nlohmann::json reference = read_reference("dubowsky_vafa_1987.json");
  const nlohmann::json& table = reference.at("table1");
  const Outcome chain = run_program(
      "model " + kModels + "dubowsky_vafa_1987_planar_chain.yaml --workspace --virtual-manipulator --json");
  ASSERT_EQ(chain.exit_code, 0);
  const nlohmann::json answer = nlohmann::json::parse(chain.lines.at(0));
  EXPECT_FALSE(answer.contains("inertia_matrix"));
  const nlohmann::json& space = answer.at("workspace").begin().value();
  EXPECT_NEAR(space.at("reachable_m")[1], table.at("workspace_any_vehicle_attitude")[1].get<double>(), 1e-14);
  const nlohmann::json& fixed = table.at("workspace_fixed_vehicle_attitude");
  EXPECT_NEAR(space.at("constrained_m")[0], fixed.at("inner").get<double>(), 1e-14);
  EXPECT_NEAR(space.at("constrained_m")[1], fixed.at("outer").get<double>(), 1e-14);
  EXPECT_NEAR(space.at("at_every_attitude_m")[1][1], table.at("guaranteed_radius_phi1_pi").get<double>(),
              1e-14);

  const nlohmann::json& mixed = reference.at("mixed_chain_RPRP");
  const nlohmann::json& row = mixed.at("rows")[0];
  const auto q = row.at("q").get<std::vector<double>>();
  const auto part = [&](std::size_t from, std::size_t to) {
    return std::vector<double>(q.begin() + static_cast<std::ptrdiff_t>(from),
                               q.begin() + static_cast<std::ptrdiff_t>(to));
  };
  const StatesFile states({nlohmann::json{
      {"base_position_m", part(0, 3)}, {"base_euler_zyx_rad", part(3, 6)}, {"joints_rad", part(6, 10)}}
                               .dump()});
  const Outcome placed =
      run_program("model " + kModels + "mixed_rprp.yaml --virtual-manipulator --states " + states.path());
  ASSERT_EQ(placed.exit_code, 0);
  const nlohmann::json vm = nlohmann::json::parse(placed.lines.at(0)).at("virtual_manipulator");
  EXPECT_LT((to_vector(vm.at("virtual_ground_m")) - to_vector(row.at("VG"))).norm(), 1e-14);
  const nlohmann::json& hand = vm.at("hand");
  EXPECT_LT((to_vector(hand.at("points_m").back()) - to_vector(row.at("tip"))).norm(), 1e-14);

  EXPECT_EQ(run_program("model " + kRobot + " --workspace").exit_code, 0);
  const Outcome fixed_base = run_program("model " + kModels + "sawyer_on_bearing.yaml --workspace 2>&1");
  EXPECT_EQ(fixed_base.exit_code, 1);
  EXPECT_NE(fixed_base.all().find("needs a base that floats"), std::string::npos);
}

/// The reference's arm turned from (50, 40, 35) to (45, 45, 35) deg.
const std::string kCorrection =
    "cyclic-correction " + kModels +
    "dubowsky_vafa_1987_spatial.yaml --joints-rad "
    "0.7853981633974483,0.7853981633974483,0.7853981633974483 --start-euler-rad "
    "0.8726646259971648,0.6981317007977318,0.6108652381980153 --goal-euler-rad "
    "0.7853981633974483,0.7853981633974483,0.6108652381980153 --tolerance-rad 1e-5";

TEST(CyclicCorrectionCommand, TurnsTheReferenceArmInThreeSets) {
  const Outcome outcome = run_program(kCorrection + " --json");
  ASSERT_EQ(outcome.exit_code, 0);
  const nlohmann::json answer = nlohmann::json::parse(outcome.all());
  const Eigen::Vector3d after[] = {
      {45.1061, 45.2709, 35.1433}, {44.9954, 44.9947, 34.9990}, {45.0000, 45.0000, 34.9999}};
  ASSERT_EQ(answer.at("sets").size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const Eigen::VectorXd angles = to_vector(answer.at("sets")[i].at("angles_rad")) * (180.0 / M_PI);
    EXPECT_LT((angles - after[i]).cwiseAbs().maxCoeff(), 0.51e-4);
  }
  EXPECT_TRUE(answer.at("reached").get<bool>());
  EXPECT_NE(run_program(kCorrection).all().find("reached in 3 sets"), std::string::npos);
}

TEST(CyclicCorrectionCommand, DoesWhatTheSimulationOfItsCycleDoes) {
  const nlohmann::json answer = nlohmann::json::parse(run_program(kCorrection + " --json").all());
  const nlohmann::json& set = answer.at("sets")[0];
  const Eigen::VectorXd dV = to_vector(set.at("cycle")[0].at("dV_rad"));
  const Eigen::VectorXd dW = to_vector(set.at("cycle")[0].at("dW_rad"));
  const std::string path = testing::TempDir() + "cycle.yaml";
  std::ofstream file(path);
  file.precision(17);
  file << "model: " << kModels << "dubowsky_vafa_1987_spatial.yaml\nduration_s: 8\njoints:\n";
  for (std::size_t j = 0; j < 3; ++j) {
    const auto i = static_cast<Eigen::Index>(j);
    const double at = to_vector(answer.at("joints_rad"))[i];
    file << "  - {joint: " << answer.at("joints")[j].get<std::string>() << ", angle_rad: " << at
         << ", drive: {segments: [{to_rad: " << at + dV[i] << ", end_s: 2}, {to_rad: " << at + dV[i] + dW[i]
         << ", end_s: 4}, {to_rad: " << at + dW[i] << ", end_s: 6}, {to_rad: " << at << ", end_s: 8}]}}\n";
  }
  file.close();
  const Outcome outcome = run_program("simulate " + path + " --json");
  std::filesystem::remove(path);
  ASSERT_EQ(outcome.exit_code, 0);
  const nlohmann::json turned = nlohmann::json::parse(outcome.all()).at("final").at("base_rotation");
  EXPECT_LT((to_matrix(turned) - to_matrix(set.at("turn"))).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(CyclicCorrectionCommand, RefusesWhatCannotBe) {
  const std::string angles = " --start-euler-rad 0,0,0 --goal-euler-rad 0.1,0,0 2>&1";
  const Outcome count =
      run_program("cyclic-correction " + kModels + "dubowsky_vafa_1987_spatial.yaml --joints-rad 1" + angles);
  EXPECT_EQ(count.exit_code, 1);
  EXPECT_NE(count.all().find("1 numbers are given, 3 are wanted: "), std::string::npos);
  EXPECT_EQ(run_program("cyclic-correction " + kRobot + " --joints-rad 0.5,0.5" + angles).exit_code, 0);
  EXPECT_EQ(run_program("cyclic-correction " + kRobot + " --joints-rad 0.5,0.5 --goal-euler-rad 1,0,0 2>&1")
                .exit_code,
            2);
  EXPECT_EQ(run_program(kCorrection + " --most-sets 1").exit_code, 1);
}

}  // namespace
}  // namespace freefloat
