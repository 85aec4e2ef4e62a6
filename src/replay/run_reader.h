#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "mcap/mcap_reader.h"
#include "replay/changed_input.h"
#include "replay/logged_configuration.h"
#include "runlog/cycle_record.h"
#include "runlog/phase_event.h"

namespace freefloat {

/// A log that cannot be replayed, and what to do about it.
class ReplayError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One cycle as it stands in a log; valid during the call that hands it over.
struct LoggedCycle {
  std::uint64_t number = 0;  ///< in the log, from 0
  CycleInput input;
  LoopTiming timing;
  std::span<const std::uint8_t> output;                ///< CycleOutput as a CDR message
  std::optional<std::span<const std::uint8_t>> truth;  ///< the same of Truth
  bool gap_before = false;           ///< cycles are missing between the one before and this one
  std::uint64_t missing_before = 0;  ///< how many; about, where the recorder never got them
};

/// What a log says of its run, known before the first cycle.
struct LoggedRun {
  McapTextMap identity;  ///< metadata `freefloat.run`; empty: none
  LoggedConfiguration configuration;
};

/// Called in the order of the log; empty ones are skipped.
struct RunReaderHandlers {
  std::function<void(const LoggedRun&)> on_begin;
  std::function<void(const LoggedCycle&)> on_cycle;
  /// The cycle's input is not the one that was recorded; called before `on_cycle` of it, if that follows at
  /// all.
  std::function<void(const ChangedInput&)> on_changed_input;
  std::function<void(const PhaseEvent&)> on_phase;
  /// The memory with which the controller went into the next cycle, a CDR message of ControllerState.
  std::function<void(std::uint64_t next_cycle, std::span<const std::uint8_t> state)> on_state;
  /// Any other message whose topic begins with /freefloat/, and whole pictures.
  std::function<void(const McapMessage&)> on_other;
};

/// The part of a log that is wanted.
struct RunReaderRange {
  Time from = Time::min();
  Time to = Time::max();
};

/// How a reading went.
struct RunReaderResult {
  McapReadResult file;
  std::uint64_t cycles = 0;                      ///< handed over
  std::uint64_t broken_cycles = 0;               ///< of which a message is missing or damaged
  bool stopped_early = false;                    ///< the range ended before the file
  std::uint64_t checked_inputs = 0;              ///< compared with what was recorded
  std::uint64_t next_cycle = 0;                  ///< the number that a cycle after the last would have
  std::optional<std::uint64_t> numbered_cycles;  ///< of the run, as its log's end tells; empty: it has none
  std::uint64_t dropped_cycles = 0;              ///< of the run; they have no number
};

/// Reads the cycles of a run one after the other; memory does not grow with the log.
/// @param range There may be no cycle in it.
/// @throws ReplayError when the file cannot be read, is no run's log, or holds more than one run.
RunReaderResult read_run(const std::string& path, const RunReaderHandlers& handlers,
                         const RunReaderRange& range = {});

}  // namespace freefloat
