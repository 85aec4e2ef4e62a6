#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "control/controller.h"
#include "mcap/cdr.h"
#include "mcap/field_walk.h"
#include "replay/changed_input.h"
#include "replay/logged_configuration.h"
#include "runlog/run_reader.h"

namespace freefloat {

/// A log that cannot be replayed, and what to do about it.
class ReplayError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

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

  /// @return Whether another controller than the log's is asked for.
  bool changed() const { return !changes.empty() || !other_experiment.empty(); }
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
  std::uint64_t checked_inputs = 0;                 ///< compared with what was recorded
  std::uint64_t changed_inputs = 0;                 ///< inputs that are not those that were recorded
  std::optional<ChangedInput> first_changed;        ///< of them
  std::optional<ReplayDifference> first;
  std::map<std::string, std::uint64_t>
      fields;  ///< cycles in which each field differs; elements of a list apart
  std::vector<ReplayMismatch> mismatches;
  McapTextMap identity;
  Time begin{};  ///< of the cycles replayed
  Time end{};
  RunLogResult reading;
  bool stopped_early = false;  ///< before the log's end

  /// @return Whether nothing at all was found to differ.
  bool same() const { return different == 0 && different_states == 0 && changed_inputs == 0; }

  /// @return Whether every cycle of the wanted time was replayed.
  bool covers_all() const {
    return cycles > 0 && skipped == 0 && gaps == 0 && missing == 0 && reading.file.complete;
  }
};

/// Feeds the logged inputs to a controller and compares everything that comes out with what was logged, bit
/// by bit. Memory does not grow with the log.
///
///     while (const RunItem* item = replay.next()) {
///       if (item->cycle != nullptr) replay.step(item->cycle->input);
///     }
class ControllerReplay {
 public:
  /// Reads as far as the run's configuration.
  /// @throws ReplayError when the log cannot be replayed; ConfigError when a changed configuration is
  /// refused.
  ControllerReplay(const std::string& path, const ReplayOptions& options);
  ControllerReplay(const ControllerReplay&) = delete;
  ControllerReplay& operator=(const ControllerReplay&) = delete;

  const RunConfig& config() const { return config_; }
  const LoggedConfiguration& logged_configuration() const { return logged_; }
  const Controller& controller() const { return *controller_; }

  /// @return The next item of the log, with a cycle only where the controller has the memory to go on with
  /// it, which `step` must do before the next call; null: the wanted time is over. @throws ReplayError
  const RunItem* next();

  /// @param input Of the cycle, perhaps with other markers in it.
  /// @return What the controller gives; null before the wanted time, where nothing is compared.
  const CycleOutput* step(const CycleInput& input);

  /// @return The message of the item; see RunReader.
  template <Message T>
  std::optional<T> take(const RunTopic<T>& topic) {
    return reader_.take(topic);
  }

  /// After the last item. @throws ReplayError when nothing of the log lies in the wanted time.
  ReplayResult result();

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw ReplayError(path_ + ": " + why); }
  void begin();
  void check_item();
  void check_all_is_there() const;
  void take_state();
  void check_input();
  bool can_replay(const LoggedCycle& logged);
  void note_difference(const LoggedCycle& logged);

  const std::string path_;
  const ReplayOptions options_;
  RunReader reader_;
  LoggedConfiguration logged_;
  RunConfig config_;
  ReplayResult result_;
  std::unique_ptr<Controller> controller_;
  RunItem item_;  ///< the reader's, or the first, which `next` has not yet given
  CycleOutput replayed_;
  CdrWriter cdr_;
  bool first_waits_ = false;
  bool ended_ = false;
  bool range_over_ = false;
  bool part_ = false;                                ///< of the log is wanted
  bool in_step_ = true;                              ///< the controller's memory is that of the run
  std::optional<TargetSourceMemory> target_source_;  ///< that stands before the rest of the memory
  std::optional<std::uint16_t> input_channel_;
  std::optional<std::uint64_t> state_for_;  ///< the cycle for which a logged memory was taken over
  std::uint64_t next_number_ = 0;
  Time last_now_{};
};

/// All of it. @throws As ControllerReplay.
ReplayResult replay_controller(const std::string& path, const ReplayOptions& options);

}  // namespace freefloat
