#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "hal/joint_link.h"
#include "hal/truth.h"
#include "model/annulus.h"
#include "model/robot_parameters.h"
#include "runlog/log_gap.h"
#include "runtime/experiment.h"
#include "types/cycle.h"
#include "types/joint_feedback.h"
#include "types/table.h"
#include "types/time.h"

namespace freefloat {

/// A number that is not known.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

enum class PhaseVerdict : std::uint8_t { kPassed, kFailed, kSkipped, kInterrupted, kObserved };

/// What a capture phase achieved; unknown numbers are NaN.
struct CaptureNumbers {
  double duration = kUnknown;        ///< from the phase's begin to the capture, s
  double distance = kUnknown;        ///< hand to target at the capture, m
  double relative_speed = kUnknown;  ///< |v_WT - v_WE| at the capture, m/s
  double straightness =
      kUnknown;  ///< largest deviation from the straight line over its length, standing targets
};

/// What a reorientation achieved.
struct TurnNumbers {
  double turned = kUnknown;       ///< counter-clockwise, rad
  double error = kUnknown;        ///< turned less what was asked, rad
  double joint_error = kUnknown;  ///< largest distance of a joint from where it was, rad
  int loops = 0;                  ///< of the joints
};

/// How one phase of the experiment ended.
struct PhaseResult {
  std::string name{};
  PhaseKind kind = PhaseKind::kSettle;
  Time begin{};
  Time end{};
  PhaseVerdict verdict = PhaseVerdict::kSkipped;
  std::string reason{};         ///< why it failed, was skipped or interrupted; may be empty
  double max_distance = 0.005;  ///< criterion of captures, m
  double max_speed = 0.010;     ///< criterion of captures, m/s
  std::optional<CaptureNumbers> capture{};
  double turn_tolerance = kUnknown;  ///< criterion of reorientations, rad
  std::optional<TurnNumbers> turn{};
};

/// One cycle of the control loop.
struct RunSample {
  Time time{};
  SupervisorState state = SupervisorState::kDisarmed;
  std::uint32_t faults = 0;  ///< bits; names in RunRecord::fault_names
  StateEstimate estimate;    ///< holds for `estimate.at`, not for `time`
  GuidanceOutput guidance;
  ResolvedRates resolved;
  JointCommand command;
  JointVector measured_rates{};       ///< rad/s; empty: no feedback in this cycle
  std::optional<Truth> truth{};       ///< at `time`; simulated testbeds only
  std::optional<int> markers_seen{};  ///< LEDs of robot and target in this cycle's picture; empty: no picture
  Duration slack{};                   ///< from the end of the cycle's work to its deadline; negative: overrun
  Duration compute{};                 ///< from wake-up to the command sent
};

/// Something worth a line in the list of events that the samples do not show.
struct RunEvent {
  Time time{};
  std::string text{};
  bool bad = false;
};

/// All that a report shows of one run.
struct RunRecord {
  std::string experiment{};
  std::string description{};
  std::string testbed{};
  std::string camera{};
  std::string started{};  ///< date and time in plain text; empty: not shown
  std::uint64_t seed = 0;
  std::string build_id{};
  std::string command{};   ///< the command line that makes this run again
  std::string log_path{};  ///< run log, as shown to people; empty: none
  bool log_complete = true;
  std::vector<LogGap> log_gaps{};  ///< what is missing from it
  std::vector<std::string> config_files{};

  RobotParameters robot;
  TableParameters table;
  double workspace_radius = kUnknown;  ///< K1 + K2 - K0 of Yoshida & Umetani 1990, m
  double annulus_inner = kUnknown;     ///< singularity-free annulus about the mass centre, m
  double annulus_outer = kUnknown;
  Annulus any_attitude;  ///< where the hand can be at any attitude of the satellite; shown for n > 2
  Annulus reach;         ///< where the hand can be at all; shown for n > 2
  Duration period{};     ///< of the loop
  double max_joint_rate = kUnknown;         ///< the controller's limit, rad/s
  double singularity_threshold = kUnknown;  ///< sigma_min below which the least squares are damped, m

  std::vector<RunSample> samples{};  ///< in the order of time; may be thinned
  std::vector<PhaseResult> phases{};
  std::vector<RunEvent> events{};
  std::vector<std::string> fault_names{};   ///< by bit of RunSample::faults
  std::optional<std::uint64_t> overruns{};  ///< of the whole run; empty: counted from the samples
  LinkHealth link;
  bool interrupted = false;  ///< a person ended the run
};

}  // namespace freefloat
