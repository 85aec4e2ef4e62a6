#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "replay/replay_controller.h"
#include "runtime/run_record.h"

namespace freefloat {

/// What came of a run that was continued from the middle of a log.
struct BranchResult {
  RunRecord record;             ///< from the branch on, for the report
  bool passed = false;          ///< every phase from the one of the branch on
  bool from_truth = false;      ///< the plant was started from the log's truth, else from its estimate
  Time at{};                    ///< the first cycle of the branch
  double hand_offset = 0.0;     ///< between the plant and the log's robot at the branch, m
  std::size_t first_phase = 0;  ///< of the experiment: the one that was running
};

/// Continues a run in closed loop on the simulated plant: the controller from its memory at `at`, the plant
/// from the logged state.
///
/// The simulated board needs a moment to energise its drives, so the plant starts shortly before and follows
/// the logged commands until the branch. Sensors draw other noise than in the log.
/// @param changes `key=value` each, over the log's configuration; they count from the branch on, the
/// controller takes over the memory of the log's.
/// @throws ReplayError when the log does not reach to that time, or the robot already holds its target there.
BranchResult branch_run(const std::string& path, Time at, const std::vector<std::string>& changes,
                        const std::atomic<bool>& stop);

}  // namespace freefloat
