#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "mcap/mcap_reader.h"
#include "runlog/cycle_record.h"
#include "runlog/link_record.h"
#include "runlog/log_gap.h"
#include "runlog/phase_event.h"

namespace freefloat {

/// What is to be called for the parts of a run's log, in the order of the file. Empty ones are skipped.
struct RunLogHandlers {
  std::function<void(const CycleRecord&)> on_cycle;
  std::function<void(const PhaseEvent&)> on_phase;
  std::function<void(const LinkRecord&)> on_link;
  std::function<void(const McapAttachment&)> on_attachment;
  std::function<void(const McapMetadata&)> on_metadata;
  std::function<void(const McapMessage&)>
      on_message;  ///< every message, undecoded, before what it belongs to
};

/// How far a run's log could be read.
struct RunLogResult {
  McapReadResult file;
  std::uint64_t cycle_count = 0;
  std::uint64_t broken_cycles = 0;          ///< left out, because a message of theirs is missing or damaged
  bool merged = false;                      ///< it holds more than one run
  std::vector<LogGap> gaps;                 ///< what is missing, as the log itself tells
  std::optional<std::uint64_t> run_cycles;  ///< cycles of the run; nothing: the log was never closed
  std::uint64_t missing_cycles = 0;         ///< of them, as far as known
  std::string problem;  ///< why it is no run, not a whole one, or more than one; empty: nothing is wrong
};

/// Reads a run's log in one pass; memory does not grow with the file.
/// @return How far it came; an error when the file cannot be opened or is no MCAP file.
tl::expected<RunLogResult, std::string> stream_run_log(const std::string& path,
                                                       const RunLogHandlers& handlers);

/// A whole run in memory.
struct RunLog {
  std::vector<CycleRecord> cycles;
  std::vector<PhaseEvent> phases;
  std::vector<LinkRecord> links;
  std::vector<McapAttachment> attachments;
  std::vector<McapMetadata> metadata;
  RunLogResult result;

  /// @return The value of a key in the metadata of that name; empty when there is none.
  std::string metadata_value(std::string_view name, std::string_view key) const;
};

/// Same as `stream_run_log`, collected: about 5 kB a cycle.
tl::expected<RunLog, std::string> read_run_log(const std::string& path);

}  // namespace freefloat
