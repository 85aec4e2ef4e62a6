#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "mcap/byte_buffer.h"
#include "mcap/log_file.h"

namespace freefloat {

/// The messages of a chunk, as the file's statistics count them.
struct ChunkFacts {
  std::uint64_t first_ns = 0, last_ns = 0;                        ///< log times
  std::vector<std::pair<std::uint16_t, std::uint64_t>> messages;  ///< of each channel
};

/// Records that belong together in a file, and what its summary is to say of them.
struct QueuedRecord {
  ByteBuffer bytes;
  ByteBuffer index;                    ///< the summary's record on it; empty: none
  std::vector<std::size_t> positions;  ///< in `index`: places in the file, counted from the record's own
  std::optional<ChunkFacts> chunk;

  void clear();
};

/// Writes records one after the other. Those that cannot be written wait, in their order, until writing works
/// again. Only chunks are ever lost: when more would wait than memory is meant for, or at the end.
class RecordQueue {
 public:
  /// @param most_waiting_bytes Of records that wait.
  RecordQueue(std::unique_ptr<LogFile> file, std::size_t most_waiting_bytes)
      : file_(std::move(file)), most_waiting_bytes_(most_waiting_bytes) {}

  /// Called for each record once it stands in the file, with `index` telling where; and for each chunk lost.
  struct Listener {
    std::function<void(const QueuedRecord&)> on_written;
    std::function<void(const ChunkFacts&)> on_lost;
  };

  /// Writes the record, or lets it wait. @return False: it is a chunk, and was lost.
  bool write(QueuedRecord& record, const Listener& listener);

  /// Tries again what waits. @return True when nothing waits any more.
  bool write_waiting(const Listener& listener);

  /// Tries again for at most half a second; chunks that still cannot be written are lost.
  /// @return True when nothing waits any more.
  bool settle(const Listener& listener);

  bool sync() { return file_->sync(); }
  bool close() { return file_->close() && waiting_.empty(); }

  const LogFile& file() const { return *file_; }
  bool failing() const { return !waiting_.empty() || file_->failing(); }

 private:
  bool append(QueuedRecord& record, const Listener& listener);

  std::unique_ptr<LogFile> file_;
  std::size_t most_waiting_bytes_;
  std::size_t waiting_bytes_ = 0;
  bool losing_ = false;
  std::deque<QueuedRecord> waiting_;
};

}  // namespace freefloat
