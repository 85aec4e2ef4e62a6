#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "control/controller.h"
#include "mcap/field_walk.h"
#include "replay/run_reader.h"

namespace freefloat {

/// A cycle in which the replayed output is not the logged one.
struct ReplayDifference {
  std::uint64_t cycle = 0;
  Time now{};
  std::vector<FieldDifference> fields;  ///< `a` logged, `b` replayed; in the order of the message
};

/// What the build or the configuration of a replay has that the log has not.
struct ReplayMismatch {
  std::string what;  ///< "git id", "build", ...
  std::string log;
  std::string here;
};

struct ReplayOptions {
  Time from = Time::min();  ///< cycles before it are neither compared nor counted
  Time to = Time::max();
  bool stop_at_difference = false;
  std::vector<std::string> changes;  ///< `key=value` each, over the log's configuration
  std::string other_experiment;      ///< file on disk that replaces the log's configuration; empty: the log's
  /// Called for every replayed cycle within the range: logged and replayed.
  std::function<void(const LoggedCycle&, const CycleOutput& replayed, bool same)> on_cycle;
  /// Called once, before the first cycle.
  std::function<void(const RunConfig& config, const Controller& controller)> on_begin;
  /// Takes the markers' place, for example those measured again in recorded pixels.
  std::function<void(CycleInput& input)> on_input;
  /// Messages other than those of cycles; see RunReaderHandlers.
  std::function<void(const McapMessage&)> on_other;
  std::function<void(const PhaseEvent&)> on_phase;
};

struct ReplayResult {
  std::uint64_t cycles = 0;     ///< replayed and compared
  std::uint64_t different = 0;  ///< of them
  std::uint64_t skipped = 0;  ///< not replayed: cycles before them are missing from the log, and no memory of
                              ///< the controller was logged in between
  std::uint64_t gaps = 0;     ///< places where cycles are missing
  std::uint64_t missing = 0;  ///< cycles of the wanted time that are not in the log, as far as known
  std::uint64_t states = 0;   ///< logged memories of the controller that were compared
  std::uint64_t different_states = 0;
  std::optional<std::uint64_t> started_from_state;  ///< the cycle whose logged memory the replay began with
  std::uint64_t changed_inputs = 0;                 ///< inputs that are not those that were recorded
  std::optional<ChangedInput> first_changed;        ///< of them
  std::optional<ReplayDifference> first;
  std::map<std::string, std::uint64_t>
      fields;  ///< cycles in which each field differs; elements of a list apart
  std::vector<ReplayMismatch> mismatches;
  McapTextMap identity;
  Time begin{};  ///< of the cycles replayed
  Time end{};
  RunReaderResult reading;

  /// @return Whether nothing at all was found to differ.
  bool same() const { return different == 0 && different_states == 0 && changed_inputs == 0; }

  /// @return Whether every cycle of the wanted time was replayed.
  bool covers_all() const {
    return cycles > 0 && skipped == 0 && gaps == 0 && missing == 0 && reading.file.complete;
  }
};

/// Feeds the logged inputs to a controller and compares everything that comes out with what was logged, bit
/// by bit. Memory does not grow with the log.
/// @throws ReplayError when the log cannot be replayed; ConfigError when a changed configuration is refused.
ReplayResult replay_controller(const std::string& path, const ReplayOptions& options);

/// @return How the running program and `config` differ from what the log was made with.
std::vector<ReplayMismatch> compare_identity(const LoggedRun& run, const RunConfig& config);

}  // namespace freefloat
