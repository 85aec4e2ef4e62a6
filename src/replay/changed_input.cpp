#include "replay/changed_input.h"

#include <optional>

#include "mcap/crc32.h"
#include "mcap/decode.h"
#include "mcap/field_at_byte.h"
#include "runlog/messages/cycle_messages.h"

namespace freefloat {

namespace {

/// Flips back the one bit that makes the checksum right.
/// @return Its byte; nothing when there is no such bit.
std::optional<std::size_t> restore(std::vector<std::uint8_t>& bytes, std::uint32_t recorded_crc32) {
  constexpr std::uint32_t kPolynomial = 0xEDB88320U;
  // One flipped bit changes the checksum by a pattern that depends on its distance from the end alone.
  const std::uint32_t difference = crc32_of(bytes) ^ recorded_crc32;
  std::uint32_t pattern = kPolynomial;
  for (std::size_t bit = 8 * bytes.size(); bit-- > 0;) {
    if (pattern == difference) {
      bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
      return bit / 8;
    }
    pattern = (pattern >> 1U) ^ ((pattern & 1U) != 0 ? kPolynomial : 0U);
  }
  return std::nullopt;
}

}  // namespace

ChangedInput find_changed_input(std::uint64_t cycle, std::span<const std::uint8_t> logged,
                                std::uint32_t recorded_crc32) {
  ChangedInput changed{cycle, {}, {}};
  CycleInput as_logged;
  const bool readable = decode(logged, as_logged);
  if (readable) changed.now = as_logged.now;
  std::vector<std::uint8_t> bytes(logged.begin(), logged.end());
  const auto at = restore(bytes, recorded_crc32);
  CycleInput recorded;
  if (!at || !decode(bytes, recorded)) return changed;
  changed.now = recorded.now;
  if (readable) changed.fields = list_differences(recorded, as_logged);
  // A flag or a length that no longer fits, or a byte between the fields.
  if (changed.fields.empty()) {
    changed.fields.push_back({field_at_byte(recorded, *at), "byte " + std::to_string(bytes[*at]),
                              "byte " + std::to_string(logged[*at])});
  }
  return changed;
}

}  // namespace freefloat
