#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "config/yaml/config_error.h"
#include "support/source_dir.h"

namespace freefloat::testing_support {

/// A folder of its own for each test, removed at the end.
class ConfigFiles : public ::testing::Test {
 protected:
  ConfigFiles() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(::testing::TempDir()) /
              ("ff_" + std::to_string(getpid()) + '_' + info->test_suite_name() + '_' + info->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~ConfigFiles() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return path(name);
  }

 private:
  std::filesystem::path folder_;
};

inline std::string read_all(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// @return `text` with the first `from` replaced; a test whose `from` is not there fails.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << "no `" << from << "` in the text";
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// @return What the call complains about; empty when it succeeds.
template <typename Call>
std::vector<ConfigProblem> problems_of(Call call) {
  try {
    call();
  } catch (const ConfigError& error) {
    return error.problems();
  }
  return {};
}

/// @return The only problem of the call; a test with none or several fails.
template <typename Call>
ConfigProblem problem_of(Call call) {
  const std::vector<ConfigProblem> problems = problems_of(call);
  EXPECT_EQ(problems.size(), 1u) << (problems.empty() ? "no problem" : format_problem(problems.back()));
  return problems.empty() ? ConfigProblem{} : problems.front();
}

/// Copies that do not change when the shipped files are tuned.
inline const std::string kFrozenConfigs = source_dir() + "/tests/unit/config/data/configs/";

/// The shipped files.
inline const std::string kConfigs = source_dir() + "/configs/";

}  // namespace freefloat::testing_support
