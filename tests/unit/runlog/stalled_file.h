#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "unit/runlog/temporary_file.h"

namespace freefloat {

/// A file whose disk hangs: a pipe that nobody reads until `resume`.
class StalledFile {
 public:
  StalledFile() : pipe_("pipe") {
    EXPECT_EQ(::mkfifo(path().c_str(), 0600), 0);
    reading_end_ = ::open(path().c_str(), O_RDONLY | O_NONBLOCK);
    EXPECT_GE(reading_end_, 0);
  }
  ~StalledFile() {
    if (drain_.joinable()) drain_.join();
    ::close(reading_end_);
  }
  StalledFile(const StalledFile&) = delete;
  StalledFile& operator=(const StalledFile&) = delete;

  const std::string& path() const { return pipe_.path(); }

  /// The disk comes back: what is written arrives from now on, with what has waited.
  void resume() {
    ::fcntl(reading_end_, F_SETFL, 0);
    drain_ = std::thread([this] {
      char block[4096];
      for (ssize_t got = 0; (got = ::read(reading_end_, block, sizeof block)) > 0;)
        content_.append(block, got);
    });
  }

  /// @return All that was written; to be called when the writer has closed the file.
  const std::string& content() {
    if (drain_.joinable()) drain_.join();
    return content_;
  }

 private:
  TemporaryFile pipe_;
  int reading_end_ = -1;
  std::thread drain_;
  std::string content_;
};

}  // namespace freefloat
