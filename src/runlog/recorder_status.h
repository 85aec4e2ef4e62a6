#pragma once

#include <cstdint>
#include <string>

namespace freefloat {

/// How the recorder is doing.
struct RecorderStatus {
  std::uint64_t cycles_written = 0;          ///< taken from the ring and handed to the file
  std::uint64_t dropped_records = 0;         ///< refused because a ring was full
  std::uint64_t dropped_pictures = 0;        ///< the same of picture windows
  std::uint64_t dropped_whole_pictures = 0;  ///< the same, or beyond their budget of bytes
  std::uint64_t lost_messages = 0;           ///< not in the file because writing failed
  std::uint64_t failed_syncs = 0;            ///< times that the disk would not confirm what it was given
  std::uint64_t bytes_written = 0;
  int write_error = 0;           ///< errno of the last failed write, for example ENOSPC; 0: none
  bool failing = false;          ///< what was written last is not in the file
  std::uint64_t free_bytes = 0;  ///< on the log's disk
};

/// What must be free on the log's disk before the robot is armed: more than ten minutes at 100 Hz.
inline constexpr std::uint64_t kFreeBytesToArm = 100'000'000;

/// @return Why the robot must not be armed as far as the log is concerned, for people; empty: nothing.
std::string arming_objection(const RecorderStatus& status);

}  // namespace freefloat
