#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace freefloat::ros {

/// How one middleware of ROS 2, that of CycloneDDS, tells which question an answer belongs to: by what stands
/// between header and body. The other, that of Fast DDS, tells it beside the message.
inline constexpr std::size_t kQuestionMarkSize = 16;  ///< client 8 bytes, sequence number 8 bytes
using QuestionMark = std::array<std::uint8_t, kQuestionMarkSize>;

/// A question to a service.
struct ServiceQuestion {
  std::optional<QuestionMark> mark;  ///< to be given back with the answer
  std::vector<std::uint8_t> body;    ///< CDR message without it
};

/// @param bytes As received. Questions without content, the only ones that are served, are one byte long
/// behind the header, so a longer one begins with a mark.
ServiceQuestion read_question(std::span<const std::uint8_t> bytes);

/// @param answer CDR message. @return The same for the client that asked.
std::vector<std::uint8_t> address_answer(const ServiceQuestion& question,
                                         std::span<const std::uint8_t> answer);

}  // namespace freefloat::ros
