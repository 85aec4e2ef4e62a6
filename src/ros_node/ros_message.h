#pragma once

#include <optional>
#include <vector>

#include "mcap/decode.h"
#include "mcap/encode.h"
#include "ros_node/dds_node.h"

namespace freefloat::ros {

/// Other middlewares fill a message up to four bytes and say in its header by how many.
/// @return Nothing when the bytes are no message of that type.
template <Message T>
std::optional<T> read_message(MessageBytes bytes) {
  constexpr std::size_t kPaddingAt = 3;
  constexpr std::uint8_t kPaddingBits = 3;
  if (bytes.size() < kCdrHeader.size()) return std::nullopt;
  const std::size_t padding = bytes[kPaddingAt] & kPaddingBits;
  T message;
  for (const std::size_t without : {padding, std::size_t{0}}) {
    if (bytes.size() >= kCdrHeader.size() + without && decode(bytes.first(bytes.size() - without), message))
      return message;
  }
  return std::nullopt;
}

template <Message T>
std::vector<std::uint8_t> to_bytes(const T& message) {
  CdrWriter cdr;
  encode(cdr, message);
  return {cdr.bytes().begin(), cdr.bytes().end()};
}

}  // namespace freefloat::ros
