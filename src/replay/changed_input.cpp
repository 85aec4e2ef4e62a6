#include "replay/changed_input.h"

#include <array>
#include <bit>

#include "mcap/crc32.h"
#include "mcap/decode.h"
#include "mcap/field_at_byte.h"
#include "mcap/repair_byte.h"
#include "runlog/messages/cycle_messages.h"

namespace freefloat {

ChangedInput find_changed_input(std::uint64_t cycle, std::span<const std::uint8_t> logged,
                                std::uint32_t recorded_crc32) {
  ChangedInput changed{cycle, {}, {}};
  CycleInput as_logged;
  const bool readable = decode(logged, as_logged);
  if (readable) changed.now = as_logged.now;
  const std::array<ByteRange, 1> anywhere{{{0, logged.size()}}};
  for (const ByteRepair& repair :
       find_byte_repairs(crc32_of(logged) ^ recorded_crc32, logged.size(), anywhere)) {
    if (!std::has_single_bit(repair.flips)) continue;
    std::vector<std::uint8_t> bytes(logged.begin(), logged.end());
    bytes[repair.at] ^= repair.flips;
    CycleInput recorded;
    if (!decode(bytes, recorded)) break;
    changed.now = recorded.now;
    if (readable) changed.fields = list_differences(recorded, as_logged);
    // A flag or a length that no longer fits, or a byte between the fields.
    if (changed.fields.empty()) {
      changed.fields.push_back({field_at_byte(recorded, repair.at),
                                "byte " + std::to_string(bytes[repair.at]),
                                "byte " + std::to_string(logged[repair.at])});
    }
    break;
  }
  return changed;
}

}  // namespace freefloat
