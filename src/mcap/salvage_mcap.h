#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "mcap/mcap_records.h"

namespace freefloat {

/// A record with its header of 9 bytes, by its place in the file.
struct RecordPlace {
  McapOpcode opcode{};
  std::uint64_t at = 0;
  std::uint64_t size = 0;
};

/// @return What stands in the record behind its header.
inline RecordBytes content_of(RecordBytes file, const RecordPlace& place) {
  return file.subspan(place.at + kMcapRecordHeaderBytes, place.size - kMcapRecordHeaderBytes);
}

/// Bytes that are no whole record.
struct DamagedPlace {
  std::uint64_t at = 0;
  std::uint64_t size = 0;
  bool chunk = false;          ///< it was a chunk, as far as can be seen
  std::uint64_t first_ns = 0;  ///< of that chunk, as far as it can be read
  std::uint64_t last_ns = 0;   ///< the same
  std::uint64_t messages = 0;  ///< in it, as far as the indexes behind it tell
  std::string_view what;       ///< for people
};

/// What is whole in a damaged file.
struct SalvagePlan {
  bool magic = false;                    ///< the file begins as it must
  std::vector<RecordPlace> records;      ///< of the data section, in the order of the file, indexes left out
  std::vector<DamagedPlace> damaged;     ///< in the data section
  std::optional<RecordPlace> cut_chunk;  ///< the file ends inside this chunk; its size goes to the end
  std::uint64_t cut_bytes = 0;           ///< at the end, of a record that is not whole, `cut_chunk` included
  std::optional<std::uint64_t> data_end_at;  ///< where the data section ends; empty: it does not
  std::uint32_t data_crc = 0;                ///< stored there; 0: none
  bool summary_whole = false;                ///< everything behind it is as it must be
};

/// Tells whether a chunk's content can be unpacked and has the right checksum.
using ChunkCheck = std::function<bool(std::uint64_t at, RecordBytes content)>;

/// Unpacks the chunk and computes its checksum.
bool check_chunk(std::uint64_t at, RecordBytes content);

/// Looks for everything that is whole in a file that may be cut, overwritten or flipped anywhere. After
/// damage it goes on at the next byte where a sound record begins that another one follows.
/// @param check Replaced where a caller knows more, for example that only one byte has changed since.
SalvagePlan plan_salvage(RecordBytes file, const ChunkCheck& check = check_chunk);

/// Takes each from the copy that is most surely right: that in a chunk, under its checksum, then that in the
/// summary, then that before the chunks.
McapDefinitions salvage_definitions(RecordBytes file, const SalvagePlan& plan);

}  // namespace freefloat
