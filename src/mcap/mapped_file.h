#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tl/expected.hpp>

namespace freefloat {

/// A whole file as bytes in memory, of which only those looked at are read.
class MappedFile {
 public:
  /// @return The file's bytes, or what went wrong, with the path.
  static tl::expected<MappedFile, std::string> open(const std::string& path);

  std::span<const std::uint8_t> bytes() const { return {bytes_.get(), bytes_.get_deleter().size}; }

 private:
  struct Unmap {
    std::size_t size;
    void operator()(const std::uint8_t* bytes) const;
  };

  std::unique_ptr<const std::uint8_t[], Unmap> bytes_;
};

}  // namespace freefloat
