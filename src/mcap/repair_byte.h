#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "mcap/salvage_mcap.h"

namespace freefloat {

/// One byte that, changed, makes a checksum right again.
struct ByteRepair {
  std::uint64_t at = 0;    ///< position of the byte
  std::uint8_t flips = 0;  ///< bits to flip in it
};

/// Bytes from `begin` to before `end`.
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// A CRC is linear, so the difference of two checksums of equally long data tells where one wrong byte may
/// stand: the difference is traced backwards, as if the bytes behind it were zero.
/// @param difference Checksum found, XOR checksum expected, both CRC-32 as in zip.
/// @param length Of the data that the checksum covers, bytes.
/// @param suspects Where the wrong byte may be, in rising order, apart from each other; the rest is stepped
/// over.
/// @return Every single byte that explains the difference, the last first: the right one, when one byte is
/// wrong, and by chance one more for every 16 MiB of suspects.
std::vector<ByteRepair> find_byte_repairs(std::uint32_t difference, std::uint64_t length,
                                          std::span<const ByteRange> suspects);

/// Gives the checksum over all data of a file.
using DataChecksum = std::function<std::uint32_t(RecordBytes data)>;

/// Computes it.
std::uint32_t data_checksum(RecordBytes data);

/// Looks whether exactly one byte of the data is wrong, and puts it right in `file`.
/// @param plan Of the file as it is; planned again when a byte was changed.
/// @param check, checksum Replaced where a caller knows more, as in `plan_salvage`.
/// @return Nothing when there is no such byte, or no checksum over the data, or when it is not sure.
std::optional<ByteRepair> repair_one_byte(std::span<std::uint8_t> file, SalvagePlan& plan,
                                          const ChunkCheck& check = check_chunk,
                                          const DataChecksum& checksum = data_checksum);

}  // namespace freefloat
