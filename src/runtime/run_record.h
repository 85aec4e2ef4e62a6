#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "guidance/task_space.h"
#include "hal/link_health.h"
#include "hal/marker_path_health.h"
#include "model/annulus.h"
#include "runlog/cycle_record.h"
#include "runlog/log_gap.h"
#include "runlog/target_places.h"
#include "runtime/followed_path.h"
#include "runtime/phase_result.h"
#include "runtime/run_config.h"

namespace freefloat {

/// Something worth a line in the list of events that the cycles do not show.
struct RunEvent {
  Time time{};
  std::string text{};
  bool bad = false;
};

/// All that a report shows of one run.
struct RunRecord {
  RunConfig config{};
  std::string started{};  ///< date and time in plain text; empty: not shown
  std::string build_id{};
  std::string command{};   ///< the command line that makes this run again
  std::string log_path{};  ///< run log, as shown to people; empty: none
  bool log_complete = true;
  std::vector<LogGap> log_gaps{};  ///< what is missing from it

  HandWorkspace workspace{};
  Annulus any_attitude;  ///< where the hand can be at any attitude of the satellite; shown for n > 2
  Annulus reach;         ///< where the hand can be at all; shown for n > 2

  std::deque<CycleRecord>
      samples{};  ///< in the order of time; may be thinned. A cycle stands for `output.now`
  std::deque<TargetPlaces> targets{};  ///< one each sample, where there are several targets; else empty
  std::vector<PhaseResult> phases{};
  std::vector<ConditionResult> conditions{};  ///< of the experiment on the whole run
  std::vector<FollowedPath> paths{};          ///< of phases in which the hand was on its path
  std::vector<RunEvent> events{};
  std::optional<std::uint64_t> overruns{};  ///< of the whole run; empty: counted from the samples
  LinkHealth link;
  std::optional<MarkerPathHealth> marker_path;  ///< of a tracker on another computer, at the run's end
  std::optional<MarkerPathHealth> target_path;  ///< the same of the targets' own tracker
  bool interrupted = false;                     ///< a person ended the run
};

}  // namespace freefloat
