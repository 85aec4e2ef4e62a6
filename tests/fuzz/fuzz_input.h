#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace freefloat {

/// Numbers out of a fuzzer's bytes; zeros when they are used up.
class FuzzInput {
 public:
  FuzzInput(const std::uint8_t* bytes, std::size_t size) : at_(bytes), end_(bytes + size) {}

  bool empty() const { return at_ == end_; }

  std::uint8_t byte() { return empty() ? std::uint8_t{0} : *at_++; }

  std::uint64_t number(int size) {
    std::uint64_t value = 0;
    for (int i = 0; i < size; ++i) value |= static_cast<std::uint64_t>(byte()) << (8 * i);
    return value;
  }

  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::int32_t i32() { return static_cast<std::int32_t>(u32()); }

  /// @return All bytes that are left.
  std::string rest() {
    std::string all(reinterpret_cast<const char*>(at_), static_cast<std::size_t>(end_ - at_));
    at_ = end_;
    return all;
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

/// Ends the program when a fact does not hold: a finding.
inline void require(bool holds, const char* fact) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", fact);
  std::abort();
}

}  // namespace freefloat
