#include <gmock/gmock.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

ProgramOutcome run_generate(const std::string& arguments) {
  return run_command(std::string(FF_PROGRAM) + " generate " + arguments + " 2>&1");
}

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::string kModels = source_dir() + "/configs/models/";

class GenerateCommand : public testing::Test {
 protected:
  GenerateCommand()
      : folder_(testing::TempDir() + "generate_" + std::to_string(getpid()) + "_" +
                testing::UnitTest::GetInstance()->current_test_info()->name() + "/") {
    std::filesystem::create_directories(folder_);
  }
  ~GenerateCommand() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
};

TEST_F(GenerateCommand, WritesTheSameFileEveryTimeAndNothingOfTheMachine) {
  const std::string options = kModels + "single_arm.yaml --symbolic-parameters m,I --output " + folder_;
  ASSERT_EQ(run_generate(options + "a.cpp").exit_code, 0);
  ASSERT_EQ(run_generate(options + "b.cpp").exit_code, 0);
  const std::string text = read_file(folder_ + "a.cpp");
  EXPECT_EQ(text, read_file(folder_ + "b.cpp"));
  EXPECT_THAT(text, HasSubstr("from single_arm.yaml"));
  EXPECT_EQ(text.find(source_dir()), std::string::npos);
}

TEST_F(GenerateCommand, CountsOperations) {
  const ProgramOutcome outcome =
      run_generate(kModels + "three_appendages.yaml --json --output " + folder_ + "code.c --language c");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.text;
  const nlohmann::json json = nlohmann::json::parse(outcome.text);
  const auto total = [](const nlohmann::json& count) {
    return count.at("additions").get<double>() + count.at("multiplications").get<double>() +
           count.at("sines_and_cosines").get<double>();
  };
  std::size_t dynamics = 0;
  for (const nlohmann::json& function : json.at("functions")) {
    EXPECT_LT(total(function.at("generated")), total(function.at("written_out")));
    if (function.at("name") == "compute_H_C") {
      ++dynamics;
      EXPECT_LT(total(function.at("generated")), 3000.0);
      EXPECT_GT(total(function.at("written_out")), 100000.0);
      EXPECT_EQ(function.at("generated").at("sines_and_cosines"), 22.0);  // three Euler angles, eight joints
    }
  }
  EXPECT_EQ(dynamics, 1u);
  EXPECT_LT(std::filesystem::file_size(folder_ + "code.c"), 300000u);
}

TEST_F(GenerateCommand, TakesASpatialModelForAPlanarOne) {
  const ProgramOutcome outcome = run_generate(kModels + "saha_1993.yaml --base planar --what H");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.text, HasSubstr("void compute_H(const double q[6], double H[6][6])"));
  EXPECT_THAT(run_generate(kModels + "saha_1993.yaml --what H").text, HasSubstr("double H[9][9]"));
}

TEST_F(GenerateCommand, TakesItsArgumentsInAnyOrder) {
  const ProgramOutcome outcome =
      run_generate("--what H,C --symbolic-parameters m,link_1.inertia " + kModels + "single_arm.yaml");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("void compute_H_C("));
  EXPECT_THAT(outcome.text, HasSubstr("double I_link_1_xy = 0.0;"));
}

TEST_F(GenerateCommand, SaysWhatIsWrong) {
  const auto expect_error = [](const std::string& arguments, int exit_code, const std::string& part) {
    const ProgramOutcome outcome = run_generate(arguments);
    EXPECT_EQ(outcome.exit_code, exit_code) << arguments;
    EXPECT_THAT(outcome.text, HasSubstr(part));
  };
  expect_error(kModels + "single_arm.yaml --symbolic-parameters mass_of_link", 1, "link_1.mass");
  expect_error(kModels + "single_arm.yaml --end-point foot", 1, "it has: hand");
  expect_error(kModels + "single_arm.yaml --what H,M", 1, "use H, C, J_Q, J_C, J_C_rate");
  expect_error(kModels + "sawyer_on_bearing.yaml", 1, "base.kind");
  expect_error(folder_ + "no_such_model.yaml", 1, "no_such_model.yaml");
  expect_error(kModels + "../tables/no_table.yaml", 1, "no_table.yaml");
  expect_error(kModels + "../experiments/standing_target.yaml", 1, "a model or a robot is wanted");
  expect_error(kModels + "single_arm.yaml --output " + folder_ + "no/such/folder.cpp", 1,
               "cannot be written");
  expect_error(kModels + "saha_1993.yaml --base planar --euler xyz", 1, "--euler");
  expect_error(kModels + "single_arm.yaml --language rust", 2, "language");
  expect_error(kModels + "single_arm.yaml --json", 2, "--output");
  expect_error("", 2, "MODEL.yaml");
  EXPECT_EQ(run_generate("--help").exit_code, 0);
}

}  // namespace
}  // namespace freefloat
