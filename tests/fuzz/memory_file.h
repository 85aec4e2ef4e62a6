#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <vector>

#include "fuzz_input.h"

namespace freefloat {

/// A file in memory that can be opened by a path.
class MemoryFile {
 public:
  MemoryFile()
      : descriptor_(::memfd_create("fuzzed", 0)), path_("/proc/self/fd/" + std::to_string(descriptor_)) {}
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::string& path() const { return path_; }

  template <class Bytes>
  void write(const Bytes& bytes) const {
    require(::ftruncate(descriptor_, 0) == 0 &&
                ::pwrite(descriptor_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()),
            "memory can be written");
  }

  std::vector<std::uint8_t> read() const {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(::lseek(descriptor_, 0, SEEK_END)));
    require(::pread(descriptor_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()),
            "memory can be read");
    return bytes;
  }

 private:
  int descriptor_;
  std::string path_;
};

}  // namespace freefloat
