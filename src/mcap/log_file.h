#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tl/expected.hpp>

namespace freefloat {

/// A file that only grows, in whole records: what does not fit is taken back, so that the file always ends
/// after one.
class LogFile {
 public:
  /// @param replace_existing False: an existing file is left alone and opening fails.
  /// @return The open file, or what went wrong, with the path.
  static tl::expected<std::unique_ptr<LogFile>, std::string> create(const std::string& path,
                                                                    bool replace_existing);

  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;
  ~LogFile();

  /// @return True when all bytes were written; false: none is in the file, and `error` tells why. The next
  /// record is then written where this one would have stood.
  bool append(std::span<const std::uint8_t> record);

  /// Makes what was appended safe against a power cut. @return False on failure; see `error`.
  bool sync();

  /// @return False when somebody has removed, moved or replaced the file since it was made; after `close`:
  /// when it could not be put back.
  bool is_at_its_path() const;

  /// Syncs and closes; a file that is no longer at its path is put back there first.
  /// @return False when the last bytes could not be written, or the file could not be put back.
  bool close();

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  /// CRC-32 of all bytes in the file.
  std::uint32_t crc() const { return crc_; }
  /// errno of the last failure; 0: none.
  int error() const { return error_; }
  /// The newest append or sync failed; false again when one succeeds.
  bool failing() const { return append_failing_ || sync_failing_; }
  /// Times that the disk would not confirm what it was given: a power cut could have cost it.
  std::uint64_t failed_syncs() const { return failed_syncs_; }

 private:
  LogFile() = default;

  bool take_back();
  bool put_back();
  bool fail(int error) {
    error_ = error;
    return false;
  }

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::uint32_t crc_ = 0;
  int error_ = 0;
  std::uint64_t failed_syncs_ = 0;
  bool append_failing_ = false, sync_failing_ = false;
  bool closed_at_its_path_ = false;
  bool torn_ = false;  ///< bytes of a record that was not written whole may stand behind the last one
};

}  // namespace freefloat
