#include "mcap/repair_byte.h"

#include <zlib.h>

#include <array>

namespace freefloat {
namespace {

/// Undoes one step of the checksum's register over a zero byte: the upper byte of the table's entries tells
/// them apart.
struct BackwardTable {
  std::array<std::uint32_t, 256> forward{};
  std::array<std::uint8_t, 256> byte_of_upper{};

  BackwardTable() {
    const z_crc_t* table = get_crc_table();
    for (std::size_t i = 0; i < forward.size(); ++i) {
      forward[i] = static_cast<std::uint32_t>(table[i]);
      byte_of_upper[forward[i] >> 24U] = static_cast<std::uint8_t>(i);
    }
  }
};

/// @return The register before so many zero bytes. The polynomial is primitive: after 2^32 - 1 bytes the
/// register is what it was, so that going back is going on to there.
std::uint32_t before_zeros(std::uint32_t state, std::uint64_t count) {
  constexpr std::uint64_t kPeriod = 0xFFFFFFFFU;
  const std::uint64_t rest = count % kPeriod;
  return rest == 0
             ? state
             : static_cast<std::uint32_t>(crc32_combine(state, 0, static_cast<z_off_t>(kPeriod - rest)));
}

}  // namespace

std::vector<ByteRepair> find_byte_repairs(std::uint32_t difference, std::uint64_t length,
                                          std::span<const ByteRange> suspects) {
  static const BackwardTable table;
  std::vector<ByteRepair> repairs;
  if (difference == 0) return repairs;
  std::uint32_t state = difference;
  std::uint64_t at = length;
  for (std::size_t i = suspects.size(); i-- > 0;) {
    const ByteRange& range = suspects[i];
    if (range.end > at) continue;
    state = before_zeros(state, at - range.end);
    for (at = range.end; at-- > range.begin;) {
      const std::uint8_t byte = table.byte_of_upper[state >> 24U];
      const std::uint32_t entry = table.forward[byte];
      if (state == entry) repairs.push_back({at, byte});
      state = ((state ^ entry) << 8U) | byte;
    }
    at = range.begin;
  }
  return repairs;
}

}  // namespace freefloat
