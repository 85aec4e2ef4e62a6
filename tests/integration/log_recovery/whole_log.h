#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcap/salvage_mcap.h"

namespace freefloat {

/// What a reader finds in a log.
struct LogContent {
  std::vector<std::uint32_t> messages;  ///< a checksum each, over data, times, channel and schema
  std::vector<std::string> others;      ///< attachments and metadata of the run, as texts
};

/// A log as it was before any damage.
struct WholeLog {
  std::string path;
  std::vector<std::uint8_t> bytes;
  SalvagePlan plan;
  LogContent content;
  std::vector<std::size_t> messages_before;  ///< messages before each of the plan's records
  std::vector<std::size_t> starts;           ///< where a record begins, indexes and summary included

  /// @return Messages in a record of the plan.
  std::size_t messages_in(std::size_t record) const;
};

/// Ends the program when the log is not whole.
LogContent read_content(const std::string& path);

/// The same.
WholeLog read_whole_log(const std::string& path);

}  // namespace freefloat
