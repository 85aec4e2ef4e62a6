#include "runlog/repair_byte.h"

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

}  // namespace

std::vector<ByteRepair> find_byte_repairs(std::uint32_t difference, std::uint64_t length) {
  static const BackwardTable table;
  std::vector<ByteRepair> repairs;
  if (difference == 0) return repairs;
  std::uint32_t state = difference;
  for (std::uint64_t at = length; at-- > 0;) {
    const std::uint8_t byte = table.byte_of_upper[state >> 24U];
    const std::uint32_t entry = table.forward[byte];
    if (state == entry) repairs.push_back({at, byte});
    state = ((state ^ entry) << 8U) | byte;
  }
  return repairs;
}

}  // namespace freefloat
