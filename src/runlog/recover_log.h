#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "mcap/mcap_writer.h"
#include "mcap/salvage_mcap.h"

namespace freefloat {

/// What a damaged log still held, and what it did not.
struct RecoveryReport {
  bool was_whole = false;        ///< nothing was wrong
  std::uint64_t file_bytes = 0;  ///< read
  std::uint64_t written_bytes = 0;
  std::uint64_t messages = 0;         ///< kept
  std::uint64_t chunks = 0;           ///< kept
  std::uint64_t metadata = 0;         ///< kept
  std::uint64_t attachments = 0;      ///< kept
  std::uint64_t cut_messages = 0;     ///< of them, from the beginning of a chunk that the file ends in
  std::uint64_t cut_bytes = 0;        ///< at the file's end, of which nothing could be kept but those
  std::uint64_t lost_messages = 0;    ///< as far as known
  std::uint64_t orphans = 0;          ///< messages left out because their channel is known nowhere
  std::vector<DamagedPlace> damaged;  ///< left out
  bool wrong_checksum = false;        ///< that over all data: some byte of it is not what was written
  std::int64_t clock_offset_ns = 0;   ///< what the times in it are ahead of the run's clock

  std::uint64_t lost_chunks() const;
};

/// Copies everything whole to a new file, chunk by chunk.
RecoveryReport copy_whole_records(RecordBytes file, const SalvagePlan& plan, McapWriter& writer);

/// Makes a complete, indexed log of everything whole in a cut or damaged one; a whole log comes out byte for
/// byte as it is. Reads the result back to see that it is complete.
/// @param replace_existing False: an existing output is left alone, and recovering fails.
/// @return What was kept and lost, or why nothing could be done, with the path.
tl::expected<RecoveryReport, std::string> recover_log(const std::string& path, const std::string& output_path,
                                                      bool replace_existing = false);

}  // namespace freefloat
