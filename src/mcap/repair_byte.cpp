#include "mcap/repair_byte.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <utility>

#include "mcap/crc32.h"

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

/// Adds what lies between two ends of what is proven.
void add_gap(std::vector<ByteRange>& gaps, std::uint64_t begin, std::uint64_t end) {
  if (begin < end) gaps.push_back({begin, end});
}

/// Where a single wrong byte may stand: in what is damaged; where nothing seems to be, in what is under no
/// checksum of its own.
std::vector<ByteRange> suspects_of(const SalvagePlan& plan) {
  constexpr std::uint64_t kChunkHeadBytes = kMcapRecordHeaderBytes + 40;  // its times are under no checksum
  std::vector<ByteRange> suspects;
  const std::uint64_t data_end = *plan.data_end_at;
  if (!plan.damaged.empty() || !plan.magic) {
    suspects.push_back({0, kMcapMagic.size()});
    for (const DamagedPlace& damage : plan.damaged)
      add_gap(suspects, damage.at, std::min(damage.at + damage.size, data_end));
    return suspects;
  }
  std::uint64_t begin = 0;
  for (const RecordPlace& place : plan.records) {
    if (place.opcode != McapOpcode::kChunk && place.opcode != McapOpcode::kAttachment) continue;
    const bool chunk = place.opcode == McapOpcode::kChunk;
    add_gap(suspects, begin, place.at + (chunk ? kChunkHeadBytes : kMcapRecordHeaderBytes));
    begin = place.at + place.size;
  }
  add_gap(suspects, begin, data_end);
  return suspects;
}

bool only_one_byte_differs(std::uint32_t difference) {
  int bytes = 0;
  for (int i = 0; i < 4; ++i) bytes += (difference >> (8 * i) & 0xFFU) != 0 ? 1 : 0;
  return bytes == 1;
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

std::uint32_t data_checksum(RecordBytes data) {
  return crc32_of(data);
}

std::optional<ByteRepair> repair_one_byte(std::span<std::uint8_t> file, SalvagePlan& plan,
                                          const ChunkCheck& check, const DataChecksum& checksum) {
  if (!plan.data_end_at || plan.data_crc == 0) return std::nullopt;
  const RecordBytes data = file.first(*plan.data_end_at);
  const std::uint32_t difference = checksum(data) ^ plan.data_crc;
  // A stored checksum with one wrong byte is likelier than data whose difference looks like that.
  if (difference == 0 || (plan.damaged.empty() && only_one_byte_differs(difference))) return std::nullopt;

  const std::vector<ByteRepair> repairs = find_byte_repairs(difference, data.size(), suspects_of(plan));
  // Damage that no checksum but this one shows: two ways to explain it are one too many.
  if (plan.damaged.empty() && repairs.size() > 1) return std::nullopt;
  for (const ByteRepair& repair : repairs) {
    file[repair.at] ^= repair.flips;
    SalvagePlan repaired = plan_salvage(file, check);
    if (repaired.magic && repaired.damaged.empty() && repaired.data_end_at == plan.data_end_at) {
      plan = std::move(repaired);
      return repair;
    }
    file[repair.at] ^= repair.flips;
  }
  return std::nullopt;
}

}  // namespace freefloat
