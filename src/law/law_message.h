#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "law/freefloat_law.h"

namespace freefloat {

/// What goes to a law's process, a datagram each.
struct LawRequest {
  std::uint64_t number = 0;
  ff_law_question question{};
};

/// Of LawReply::status.
enum LawReplyStatus : std::int32_t { kLawAnswers = 0, kLawReady = 1, kLawRefuses = 2 };

/// A Python law's, which takes memory for every number.
inline constexpr std::int32_t kAllocationsUnknown = -1;

/// What comes back: first that it is ready, or why not; then one to each request.
struct LawReply {
  std::uint64_t number = 0;                        ///< of the request
  std::int32_t status = 0;                         ///< LawReplyStatus
  std::int32_t allocations = kAllocationsUnknown;  ///< of memory, while it answered
  double cost_s = 0.0;                             ///< that the law took
  ff_law_answer answer{};
  std::array<char, 256> text{};  ///< why it refuses, with a zero at its end
};

static_assert(std::is_trivially_copyable_v<LawRequest> && std::is_trivially_copyable_v<LawReply>);
static_assert(sizeof(LawRequest) == 8 + 16 + 8 * (3 + 2 + 1 + 6 + 6 + 2 + 2 + 1 + 2 + 2 + 2 + 2 + 12 + 2),
              "python_host.h has the same layout");
static_assert(sizeof(LawReply) == 8 + 8 + 8 + 8 * 6 + 256, "python_host.h has the same layout");

}  // namespace freefloat
