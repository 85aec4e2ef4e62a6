#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace freefloat::console {

/// Bytes that many clients are sent, made once.
using SharedBytes = std::shared_ptr<const std::string>;

inline SharedBytes share(std::span<const std::uint8_t> bytes) {
  return std::make_shared<const std::string>(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

/// One WebSocket message to one client: a head of its own and a body that may be everybody's.
struct Frame {
  bool binary = false;
  std::uint8_t head_size = 0;
  std::array<char, 13> head{};
  SharedBytes body;

  std::string_view head_bytes() const { return {head.data(), head_size}; }
  std::string_view body_bytes() const { return body ? std::string_view(*body) : std::string_view(); }
  std::size_t size() const { return head_size + body_bytes().size(); }
};

/// Why a connection is ended, as WebSocket tells it.
struct CloseReason {
  std::uint16_t code = 1000;
  std::string words;  ///< at most 123 bytes reach the client
};

inline constexpr std::uint16_t kGoingAway = 1001;
inline constexpr std::uint16_t kAgainstTheRules = 1008;
inline constexpr std::uint16_t kTooBig = 1009;
inline constexpr std::uint16_t kTryAgainLater = 1013;

}  // namespace freefloat::console
