#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace freefloat {

/// A folder that stands for `/`, filled by a test and removed again.
class FakeRoot : public testing::Test {
 protected:
  FakeRoot()
      : root_(std::filesystem::path(testing::TempDir()) /
              ("root_" + std::to_string(getpid()) + "_" +
               testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
  }
  ~FakeRoot() override { std::filesystem::remove_all(root_); }

  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text << "\n";
  }

  /// @param target Inside the folder, or any text with `verbatim`.
  void link(const std::string& path, const std::string& target, bool verbatim = false) {
    std::filesystem::create_directories((root_ / path).parent_path());
    if (!verbatim) std::filesystem::create_directories(root_ / target);
    std::filesystem::create_symlink(verbatim ? std::filesystem::path(target) : root_ / target, root_ / path);
  }

  std::filesystem::path root_;
};

}  // namespace freefloat
