#pragma once

#include "guidance/hand_path.h"
#include "guidance/task_space.h"
#include "runlog/run_listener.h"
#include "runtime/path_error.h"
#include "runtime/run_config.h"
#include "runtime/run_record.h"

namespace freefloat {

/// Gathers what a report needs while a run goes on. A long run is thinned evenly, so memory stays bounded;
/// what is judged per capture (straightness) is measured on every cycle.
class RunCollector {
 public:
  /// @param workspace Of the controller: the report draws it.
  RunCollector(const RunConfig& config, const HandWorkspace& workspace);

  // What happens, in order.
  void add(const CycleRecord& cycle);
  void add(const PhaseEvent& event);
  void add(const ContactRecord& contact);
  void add(const MarkerPathRecord& record) {
    (record.of_targets ? record_.target_path : record_.marker_path) = record.health;
  }

  /// @return Adds all that it hears; the collector must outlive it.
  RunListener listener() {
    const auto hear = [this](const auto& event) { add(event); };
    return {.on_cycle = hear, .on_phase = hear, .on_marker_path = hear, .on_contact = hear};
  }

  /// @param phases How they ended. @param link At the end of the run.
  /// @return The record with the phases' results; the collector is empty afterwards.
  RunRecord finish(const std::vector<PhaseResult>& phases, const LinkHealth& link);

 private:
  static constexpr std::size_t kMostSamples = 20000;

  struct CapturePath {
    std::uint32_t task = 0;  // number of the task that is going on
    bool open = false;       // the hand is led to a standing target
    Vector2 start = Vector2::Zero();
    Vector2 target = Vector2::Zero();
    double deviation = 0.0;  // m
    double straightness = kUnknown;
  };

  void follow_capture(const CycleRecord& cycle);
  void follow_path(const CycleRecord& cycle);

  RunRecord record_;
  std::vector<double> straightness_;  // a phase
  CapturePath path_;
  std::vector<PathTable> paths_;                           // of the configuration
  std::vector<PathError> path_errors_;                     // of the true hand, a phase
  std::size_t phase_ = 0;                                  // present
  std::vector<std::optional<StateEstimate>> path_starts_;  // a phase: when the hand began to move
  std::vector<ConditionTally> conditions_;
  TargetWatch targets_;
  std::size_t stride_ = 1;
  std::size_t count_ = 0;
};

}  // namespace freefloat
