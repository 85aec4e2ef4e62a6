#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace freefloat {

/// A path of the running test's own that is removed before and after.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name = "log")
      : path_(testing::TempDir() + "/ff_" + std::to_string(::getpid()) + "_" + name + ".mcap") {
    std::remove(path_.c_str());
  }
  ~TemporaryFile() { std::remove(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

  std::string content() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  void write(const std::string& content) const {
    std::ofstream out(path_, std::ios::binary | std::ios::trunc);
    out << content;
  }

 private:
  std::string path_;
};

}  // namespace freefloat
