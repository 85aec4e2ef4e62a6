#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <tl/expected.hpp>

namespace freefloat {

/// A whole file as bytes in memory, of which only those looked at are read. Changes stay in memory.
class MappedFile {
 public:
  /// @return The file's bytes, or what went wrong, with the path.
  static tl::expected<MappedFile, std::string> open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::span<std::uint8_t> bytes() const { return bytes_; }

 private:
  MappedFile() = default;

  std::span<std::uint8_t> bytes_;
};

}  // namespace freefloat
