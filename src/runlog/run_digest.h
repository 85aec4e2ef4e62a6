#pragma once

#include <cstdint>
#include <cstring>
#include <span>

namespace freefloat {

/// Tells whether messages are those that were recorded, also those fields that nothing depends on. Every bit
/// counts, and the order; no protection against intent.
class RunDigest {
 public:
  void add(std::span<const std::uint8_t> message) {
    mix(message.size());
    std::size_t at = 0;
    for (; at + sizeof(std::uint64_t) <= message.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, message.data() + at, sizeof word);
      mix(word);
    }
    std::uint64_t rest = 0;
    if (at < message.size()) std::memcpy(&rest, message.data() + at, message.size() - at);
    mix(rest);
  }

  std::uint64_t value() const { return value_; }

 private:
  // Every step can be undone for a given word, so two sequences that differ in one message never meet in it.
  void mix(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x9E3779B97F4A7C15U;
    value_ ^= value_ >> 32U;
  }

  std::uint64_t value_ = 0x6A09E667F3BCC908U;
};

}  // namespace freefloat
