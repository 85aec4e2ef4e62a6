#include "runtime/explain_faults.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "safety/fault_table.h"
#include "safety/joint_disagreement.h"
#include "servo/plausibility.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr std::array<std::pair<unsigned, const char*>, 7> kBoardFaults{{
    {FF_FAULT_POT_RANGE, "potentiometer off its scale, a broken wire?"},
    {FF_FAULT_TACHO_RANGE, "tachogenerator off its scale, a broken wire?"},
    {FF_FAULT_PLAUSIBILITY,
     "potentiometer and tachogenerator contradict each other, one is stuck or miswired"},
    {FF_FAULT_OVERSPEED, "faster than the board allows"},
    {FF_FAULT_POSITION, "beyond its position limit"},
    {FF_FAULT_TRACKING, "driven, but does not follow: blocked, or the motor is broken or miswired"},
    {FF_FAULT_OVERCURRENT, "motor current too high"},
}};

constexpr Duration kStarved = std::chrono::milliseconds(60);      // three of a board's statuses
constexpr Duration kJustBefore = std::chrono::milliseconds(500);  // the fault must last, and be told
constexpr Duration kRecent = std::chrono::milliseconds(50);       // for a board that speaks every 20 ms

std::string name_joints(unsigned joints) {
  std::string text;
  for (int j = 0; j < kMaxJoints; ++j) {
    if ((joints & (1u << j)) == 0) continue;
    text += (text.empty() ? "joint " : ", joint ") + std::to_string(j + 1);
  }
  return text;
}

std::string name_fastest(const JointFeedback& feedback) {
  if (feedback.rates.size() == 0) return {};
  Eigen::Index joint = 0;
  feedback.rates.cwiseAbs().maxCoeff(&joint);
  return fmt::format("the tachogenerator of joint {} reads {:.0f} deg/s", joint + 1,
                     rad_to_deg(feedback.rates[joint]));
}

std::string list_angles(const JointFeedback& feedback) {
  std::string text = "the potentiometers read";
  for (Eigen::Index j = 0; j < feedback.angles.size(); ++j)
    text += fmt::format("{}{:.1f}", j == 0 ? " " : ", ", rad_to_deg(feedback.angles[j]));
  return text + " deg";
}

std::string explain_link(const FaultContext& context) {
  return context.link == nullptr ? "" : diagnose(context.link->health(), context.output.now);
}

// The link's own diagnosis waits longer before it speaks of silence.
std::string explain_silence(const FaultContext& context) {
  std::string diagnosis = explain_link(context);
  if (!diagnosis.empty() || context.link == nullptr) return diagnosis;
  const LinkHealth health = context.link->health();
  const Time now = context.output.now;
  const bool bytes = now - health.newest_byte < kRecent;
  return fmt::format("{} for {:.2f} s; check {}",
                     bytes ? "bytes come from the board, but none make a status" : "no byte from the board",
                     to_seconds(now - (bytes ? health.newest_status : health.newest_byte)),
                     bytes ? "cable, ground and baud rate" : "cable and supply");
}

std::string explain_off(const FaultContext& context) {
  if (context.link != nullptr && context.link->health().board_restarts > 0)
    return "the servo board has restarted; its drives went off";
  const std::string link = explain_link(context);
  return link.empty() && context.feedback != nullptr ? explain_board(*context.feedback) : link;
}

/// A board that got no processor time, or was not listened to, sees its joints jump: they need not be wrong.
std::string explain_starved(const FaultContext& context) {
  constexpr unsigned kOfJumps = FF_FAULT_PLAUSIBILITY | FF_FAULT_OVERSPEED | FF_FAULT_TRACKING;
  if (context.link == nullptr || (context.feedback->board_faults & kOfJumps) == 0) return {};
  const LinkHealth health = context.link->health();
  if (health.longest_gap < kStarved || context.output.now - health.gap_end > kJustBefore) return {};
  return fmt::format(
      "; just before, nothing had come from the board for {:.2f} s: it or this PC got no processor time, and "
      "then its sensors need not be wrong",
      to_seconds(health.longest_gap));
}

std::string explain_board_in(const FaultContext& context) {
  if (context.feedback == nullptr) return {};
  const std::string servos = context.link == nullptr ? std::string() : context.link->describe_trouble();
  const std::string text = servos.empty() ? explain_board(*context.feedback) : servos;
  return text.empty() ? text : text + explain_starved(context);
}

/// A board that has latched stays so, over this run and the next ones, until somebody acknowledges.
std::string explain_latch(const FaultContext& context) {
  std::string why = explain_board_in(context);
  if (why.empty()) why = kFaultTable[static_cast<std::size_t>(Fault::kBoardLatched)].detection;
  return why + "; latched: once the cause is gone, run with --acknowledge";
}

std::string list_contradicted(const FaultContext& context) {
  const StateEstimate& estimate = context.output.estimate;
  const std::uint32_t of_robot = (1u << context.words.leds.size()) - 1u;
  if (!context.words.target_source.empty() && estimate.contradicted_markers != 0 &&
      (estimate.contradicted_markers & of_robot) == 0) {
    return fmt::format("the target's tracker ({}) tells it far from where it was going, for {:.2f} s",
                       context.words.target_source, to_seconds(estimate.contradicted_for));
  }
  std::string names;
  for (int i = 0; i < kMaxMarkers; ++i) {
    if ((estimate.contradicted_markers & (1u << i)) == 0) continue;
    const auto robot_leds = static_cast<int>(context.words.leds.size());
    names += (names.empty() ? "" : ", ") + (i < robot_leds ? context.words.leds[i] : "target");
  }
  if (names.empty()) return {};
  return fmt::format("LED {} not where the robot's lengths and motion have it, for {:.2f} s", names,
                     to_seconds(estimate.contradicted_for));
}

std::string describe_target(const FaultContext& context) {
  const TargetEstimate& target = context.output.estimate.target;
  return fmt::format("the target is seen at ({:.3f}, {:.3f}) m, moving at {:.2f} m/s", target.p_WT.x(),
                     target.p_WT.y(), target.v_WT.norm());
}

/// The camera that sees the robot has nothing to do with it.
std::string describe_target_source(const FaultContext& context) {
  constexpr double kHeardLately = 0.1;  // s
  if (context.words.target_source.empty()) return {};
  const TargetEstimate& target = context.output.estimate.target;
  const std::string source = "the target's tracker (" + context.words.target_source + ")";
  const double silent = to_seconds(target.since_seen);
  if (target.valid && silent < kHeardLately)
    return source + " tells the same place over and over: it has frozen";
  if (!target.valid && silent == 0.0) return source + " has told nothing yet that could be used";
  return fmt::format("{} has told nothing that could be used for {:.1f} s", source, silent);
}

std::string describe_turns(std::uint32_t joints) {
  if (joints == 0) return {};
  return name_joints(joints) + ": tachogenerator and potentiometer tell different turns";
}

std::string describe_momentum(const StateEstimate& estimate) {
  return fmt::format(
      "{} of {} LEDs are not where the momentum carries the robot, up to {:.0f} standard deviations off: it "
      "is "
      "pushed, braked or short of air",
      estimate.markers_rejected, estimate.markers_rejected + estimate.markers_used,
      estimate.worst_innovation);
}

std::string describe_law(const FaultContext& context) {
  const FaultWords& words = context.words;
  if (words.law_at_work != nullptr) return words.law_at_work->describe();
  return "the law " + words.law + " does not answer, or not as a law can";
}

/// @return What was seen of a fault; empty where its detection says enough.
std::string describe(Fault fault, const FaultContext& context) {
  const JointFeedback* feedback = context.feedback;
  switch (fault) {
    case Fault::kFeedbackMissing:
      return explain_silence(context);
    case Fault::kBoardOff:
      return explain_off(context);
    case Fault::kBoardLatched:
      return explain_latch(context);
    case Fault::kBoardFault:
      return explain_board_in(context);
    case Fault::kOverspeed:
      return feedback == nullptr ? "" : name_fastest(*feedback);
    case Fault::kJointLimit:
      return feedback == nullptr ? "" : list_angles(*feedback);
    case Fault::kJointDisagreement:
      return explain_joint_disagreement(context.output.estimate.compared, context.words.joint_tolerance);
    case Fault::kMarkersContradict:
      return list_contradicted(context);
    case Fault::kTargetLost:
      return describe_target_source(context);
    case Fault::kTargetImplausible:
      return describe_target(context);
    case Fault::kTurnDisagreement:
      return describe_turns(context.output.contradicted_turns);
    case Fault::kMomentumChanged:
      return describe_momentum(context.output.estimate);
    case Fault::kLawFailed:
      return describe_law(context);
    default:
      return {};
  }
}

// What is wrong with the link or the board says why the rest is wrong.
constexpr std::array kCauses{Fault::kLoopStalled,  Fault::kFeedbackMissing, Fault::kBoardFault,
                             Fault::kBoardLatched, Fault::kBoardOff,        Fault::kJointDisagreement};

/// All is old once the program has not run; without the board there is no estimate, and a latched board is
/// one that is off.
std::uint32_t without_consequences(std::uint32_t faults) {
  if ((faults & fault_bit(Fault::kLoopStalled)) != 0)
    faults &=
        ~(fault_bit(Fault::kFeedbackMissing) | fault_bit(Fault::kFramesMissing) |
          fault_bit(Fault::kNoEstimate) | fault_bit(Fault::kHandUncertain) | fault_bit(Fault::kTargetLost));
  if ((faults & fault_bit(Fault::kFeedbackMissing)) != 0)
    faults &=
        ~(fault_bit(Fault::kNoEstimate) | fault_bit(Fault::kBoardOff) | fault_bit(Fault::kMarkersContradict));
  return faults;
}

}  // namespace

FaultWords fault_words(const ControllerConfig& config, const LawProcess* law) {
  FaultWords words{config.safety.joint_tolerance, {}, config.law, config.target_source, law};
  for (const MarkerParameters& marker : config.robot.markers) words.leds.push_back(marker.name);
  return words;
}

std::string name_faults(std::uint32_t faults) {
  std::string names;
  for (const FaultRow& row : kFaultTable) {
    if ((faults & fault_bit(row.fault)) == 0) continue;
    if (!names.empty()) names += ", ";
    names += row.name;
  }
  return names;
}

std::string explain_board(const JointFeedback& feedback) {
  std::string text;
  for (const auto& [bit, words] : kBoardFaults) {
    if ((feedback.board_faults & bit) != 0) text += (text.empty() ? "" : ", ") + std::string(words);
  }
  const std::string joints = name_joints(feedback.board_faults >> FF_FAULT_JOINT_SHIFT);
  if (!text.empty()) return joints + (joints.empty() ? "" : ": ") + text;
  switch (feedback.board_state) {
    case BoardState::kTimeout:
      return "the servo board stopped by itself: no command had come for its time-to-live";
    case BoardState::kStop:
      return "the servo board was told to stop";
    case BoardState::kFault:
      return "the servo board stopped with a fault that is gone again";
    default:
      return {};
  }
}

std::string explain_faults(std::uint32_t faults, const FaultContext& context) {
  faults = without_consequences(faults);
  std::string text;
  const auto add = [&](Fault fault) {
    if ((faults & fault_bit(fault)) == 0) return;
    faults &= ~fault_bit(fault);
    const FaultRow& row = kFaultTable[static_cast<std::size_t>(fault)];
    const std::string seen = describe(fault, context);
    if (!text.empty()) text += "; ";
    text += std::string(row.name) + ": " + (seen.empty() ? std::string(row.detection) : seen);
  };
  for (const Fault fault : kCauses) add(fault);
  for (const FaultRow& row : kFaultTable) add(row.fault);
  return text;
}

namespace {

bool is_silent(const FaultContext& context) {
  return context.feedback == nullptr || (context.output.faults & fault_bit(Fault::kFeedbackMissing)) != 0;
}

}  // namespace

bool are_drives_off(const FaultContext& context) {
  if (is_silent(context)) return false;
  const BoardState state = context.feedback->board_state;
  return state != BoardState::kEnabled && state != BoardState::kRun;
}

std::string describe_drives(const FaultContext& context) {
  if (is_silent(context)) return explain_faults(fault_bit(Fault::kFeedbackMissing), context);
  if (!are_drives_off(context)) return "the board says that its drives are energised";
  const std::string latch = explain_board(*context.feedback);
  return latch.empty() ? "the board says that its drives are off" : latch;
}

}  // namespace freefloat
