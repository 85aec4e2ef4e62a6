#include "app/command_line/find_configuration.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace freefloat {
namespace {

namespace fs = std::filesystem;

/// A folder as it is installed, with one experiment.
struct FindConfiguration : testing::Test {
  fs::path data = fs::path(testing::TempDir()) / ("find_configuration_" + std::to_string(getpid()));
  std::string installed = (data / "configs/experiments/only_installed.yaml").string();

  FindConfiguration() {
    fs::create_directories(data / "configs/experiments");
    std::ofstream(installed) << "name: only_installed\n";
  }
  ~FindConfiguration() override { fs::remove_all(data); }
};

TEST_F(FindConfiguration, TakesTheInstalledFileWhereThereIsNoneInThisFolder) {
  EXPECT_EQ(find_configuration("configs/experiments/only_installed.yaml", data), installed);
  EXPECT_EQ(find_configuration("experiments/only_installed.yaml", data), installed);
}

TEST_F(FindConfiguration, LeavesAFileThatExistsAsItIs) {
  const std::string here = fs::relative(installed).string();
  EXPECT_EQ(find_configuration(here, data), here);
  EXPECT_EQ(find_configuration(installed, "/nowhere"), installed);
}

TEST_F(FindConfiguration, LeavesNamesThatAreNowhere) {
  EXPECT_EQ(find_configuration("configs/experiments/missing.yaml", data), "configs/experiments/missing.yaml");
  EXPECT_EQ(find_configuration("modern", data), "modern");
  EXPECT_EQ(find_configuration("", data), "");
}

TEST_F(FindConfiguration, NeverLeadsOutOfTheInstalledFolder) {
  const std::string name = "../" + data.filename().string() + "/configs/experiments/only_installed.yaml";
  EXPECT_EQ(find_configuration(name, data), name);
}

}  // namespace
}  // namespace freefloat
