#include "operate/what_can.h"

#include <algorithm>

#include "operate/checklist.h"
#include "safety/supervisor.h"
#include "vision/length_check.h"

namespace freefloat {

namespace {

bool is_latched(SupervisorState state) {
  return state == SupervisorState::kFault || state == SupervisorState::kStopped;
}

/// @return Whether the experiment moves the arm: it is to be armed by a person first.
bool needs_drives(const RunConfig& config) {
  const auto& phases = config.experiment.phases;
  return std::any_of(phases.begin(), phases.end(),
                     [](const Phase& phase) { return row_of(phase.kind).needs_drives; });
}

/// @return The first line of the list that is not well; empty: all are.
std::string first_objection(const DayState& day, const Watch& watch) {
  for (const CheckLine& line : make_checklist(day, watch)) {
    if (line.ok || !line.blocks) continue;
    return line.name + ": " + line.text + (line.remedy.empty() ? "" : "; " + line.remedy);
  }
  return "";
}

constexpr const char* kStillRecording = "a recording goes on: end it first";

std::string why_not_run(const DayState& day, const Watch& watch) {
  if (!day.recording.empty()) return kStillRecording;
  if (is_latched(watch.state)) return "stopped or in fault: acknowledge first";
  if (std::string objection = first_objection(day, watch); !objection.empty()) return objection;
  if (needs_drives(*day.config) && !may_move(watch.state)) return "arm first";
  return (watch.task == Task::kJog || watch.task == Task::kJogHand) && watch.state == SupervisorState::kActive
             ? "end the jog first"
             : "";
}

/// @return Whether a fault that stays, which nobody can acknowledge therefore, may end by this: a simulated
/// one stands in the files, and goes with the testbed that was made of them.
bool takes_cause_away(std::string_view action, const DayState& day, const Watch& watch) {
  constexpr std::array<std::string_view, 4> kOtherFiles{"open", "seed", "set", "unset"};
  return day.simulated && watch.faults != 0 &&
         std::find(kOtherFiles.begin(), kOtherFiles.end(), action) != kOtherFiles.end();
}

std::string why_not_idle(std::string_view action, const DayState& day, const Watch& watch) {
  const bool armed = may_move(watch.state);
  // A board takes joints that jump for broken sensors, for a moment.
  if (day.preview_due && (action == "arm" || action == "run")) return "robot and target are being put there";
  if (action == "run") return why_not_run(day, watch);
  if (action == "acknowledge") {
    const bool law = !watch.law_trouble.empty() && !armed;
    return law || robot_wants_acknowledgement(watch) ? "" : "there is nothing to acknowledge";
  }
  if (action == "disarm") return armed ? "" : "the robot is not armed";
  if (action == "record_end") return day.recording.empty() ? "nothing is being recorded" : "";
  if (action == "record") return day.recording.empty() ? "" : kStillRecording;
  if (is_latched(watch.state) && !takes_cause_away(action, day, watch))
    return "stopped or in fault: acknowledge first";
  if (action == "jog") return armed ? "" : "arm first";
  if (action == "arm") {
    if (armed) return "the robot is armed already";
    // The controller's checks do not know of the lengths.
    if (!watch.length_trouble.empty()) {
      const std::string remedy(remedy_of(watch.length_trouble));
      return "lengths: " + watch.length_trouble + (remedy.empty() ? "" : "; " + remedy);
    }
    if (watch.state == SupervisorState::kReady) return "";
    std::string objection = first_objection(day, watch);
    return objection.empty() ? "the checks do not all pass" : objection;
  }
  if (action == "preview") return "";
  if (action == "arm_confirm") return day.arming && watch.now < day.arming->until ? "" : "ask to arm first";
  if (action == "drag" && !day.may_arrange) return "only what is simulated here can be dragged";
  if (std::find(kInRuns.begin(), kInRuns.end(), action) != kInRuns.end()) return "no run is under way";
  if (!day.recording.empty()) return kStillRecording;
  return armed ? "disarm first" : "";  // prepare, and what changes testbed or experiment
}

}  // namespace

bool robot_wants_acknowledgement(const Watch& watch) {
  const bool board =
      watch.feedback && watch.feedback->board_state != BoardState::kOff && !may_move(watch.state);
  return is_latched(watch.state) || board;
}

std::optional<WishKind> loop_wish(std::string_view action) {
  constexpr std::array<std::pair<std::string_view, WishKind>, 7> kWishes{
      {{"acknowledge", WishKind::kAcknowledge},
       {"disarm", WishKind::kDisarm},
       {"pause", WishKind::kPause},
       {"resume", WishKind::kResume},
       {"skip", WishKind::kSkip},
       {"abort", WishKind::kAbort},
       {"record_end", WishKind::kRecordEnd}}};
  for (const auto& [name, kind] : kWishes) {
    if (name == action) return kind;
  }
  return std::nullopt;
}

std::string why_not(std::string_view action, const DayState& day, const Watch& watch) {
  if (day.rebuilding) return "the testbed is being made ready";
  if (day.run_asked) return "a run is being made ready";
  if (!day.running) return why_not_idle(action, day, watch);
  if (action == "pause") return day.paused ? "paused already" : "";
  if (action == "resume") return day.paused ? "" : "the run is not paused";
  if (action == "skip" || action == "abort") return "";
  if (action == "acknowledge" && is_latched(watch.state)) return "the run is being ended";
  return "a run is under way: abort it first, or STOP";
}

std::string_view mode_of(const DayState& day, const Watch& watch) {
  if (day.rebuilding) return "preparing";
  if (day.running || day.run_asked) return day.paused ? "paused" : "running";
  if ((watch.task == Task::kJog || watch.task == Task::kJogHand) && watch.state == SupervisorState::kActive)
    return "jog";
  if (why_not_idle("run", day, watch).empty()) return "ready_to_run";
  return day.finished ? "finished" : "idle";
}

}  // namespace freefloat
