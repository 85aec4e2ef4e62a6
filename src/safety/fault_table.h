#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace freefloat {

/// What can go wrong. The number is the bit in CycleOutput::faults.
enum class Fault : std::uint8_t {
  kNotFinite,
  kNoEstimate,
  kFramesMissing,
  kHandUncertain,
  kFeedbackMissing,
  kBoardLatched,
  kBoardOff,
  kOverspeed,
  kJointLimit,
  kTableEdge,
  kTargetLost,
  kTargetUnreachable,
  kLoopStalled,
  kBoardFault,
  kJointDisagreement,
  kMarkersContradict,
  kTargetImplausible,
  kCameraFrozen,
  kTurnDisagreement,
  kMomentumChanged,
  kCollision,
  kLawFailed,
  kCount,
};

/// What the supervisor does when a fault is seen while the arm may move.
enum class Reaction : std::uint8_t {
  kHold,   ///< ramp to zero, drives stay energised; motion goes on only after a new request
  kFault,  ///< zero rates, drives off, latched until acknowledged
};

/// One fault: how it is detected and what follows.
struct FaultRow {
  Fault fault;
  std::string_view name;
  std::string_view detection;
  std::string_view bound;  ///< from the begin of what is detected to the reaction
  Reaction reaction;
  bool blocks_arming;  ///< seen while disarmed or ready, it keeps the supervisor from arming
  std::string_view remedy;
};

/// The one list of faults: what happens at each, its name and its words for messages and documentation; the
/// conditions themselves are in monitors.cpp. Row i is the fault with number i.
inline constexpr std::array<FaultRow, static_cast<std::size_t>(Fault::kCount)> kFaultTable{{
    {Fault::kNotFinite, "not_finite", "a NaN or infinity in an input or a result",
     "a cycle; of a result: the next one", Reaction::kFault, true,
     "look at the log's last cycles; report it, this is a defect"},
    {Fault::kNoEstimate, "no_estimate", "the robot's LEDs have not been found, or not for `lost_after`",
     "`lost_after`", Reaction::kHold, true,
     "check that all LEDs are lit and in view, and that the robot file lists their places; if camera or "
     "robot have changed, `freefloat calibrate table`"},
    {Fault::kFramesMissing, "frames_missing", "no usable picture for `frame_timeout`",
     "`frame_timeout` + a cycle", Reaction::kHold, true, "check the camera's cable and its exposure"},
    {Fault::kHandUncertain, "hand_uncertain", "the hand's standard deviation is above `max_hand_sigma`",
     "a cycle", Reaction::kHold, true, "check for hidden LEDs and for glare"},
    {Fault::kFeedbackMissing, "feedback_missing", "no status of the servo board for `feedback_timeout`",
     "`feedback_timeout` + a cycle", Reaction::kFault, true, "check the link and the board's supply"},
    {Fault::kBoardLatched, "board_latched", "the servo board reports timeout, fault or stop",
     "20 ms + a cycle", Reaction::kFault, false, "acknowledge once the cause is gone"},
    {Fault::kBoardOff, "board_off",
     "the servo board has been off for `board_off_timeout` although it was told to energise",
     "`board_off_timeout` + 20 ms + a cycle", Reaction::kFault, false,
     "look for a restart: check the board's supply; then acknowledge, check and arm again"},
    {Fault::kOverspeed, "overspeed",
     "a measured joint rate has been above `overspeed_factor` times the limit for `overspeed_for`",
     "`overspeed_for` + 20 ms + a cycle", Reaction::kFault, true,
     "check the tachogenerator and the servo gains"},
    {Fault::kJointLimit, "joint_limit",
     "a joint is within `joint_limit_margin` of its limit and moves towards it", "a cycle", Reaction::kHold,
     false, "move the joint back by hand or choose another start posture"},
    {Fault::kTableEdge, "table_edge",
     "the satellite's outline is within the table's margin, or will be before the arm rests", "a cycle",
     Reaction::kHold, true, "move the robot towards the middle of the table; level the table"},
    {Fault::kTargetLost, "target_lost",
     "the target has not been seen for `target_timeout` during a capture, or its own tracker repeats itself",
     "`target_timeout` + a cycle; of a tracker that repeats itself three frames", Reaction::kHold, false,
     "check that the target's LED is lit and in view, and the target's own tracker where it has one"},
    {Fault::kTargetUnreachable, "target_unreachable", "no predicted path captures the target",
     "a cycle after the plan", Reaction::kHold, false,
     "move the robot or the target so that the target is inside the singularity-free annulus"},
    {Fault::kLoopStalled, "loop_stalled",
     "the program did not run for more than five periods: it was stopped, or got no processor time",
     "the cycle after", Reaction::kHold, false, "run `freefloat doctor`; close other programs"},
    {Fault::kBoardFault, "board_fault", "the servo board sees a fault of a joint although its drives are off",
     "20 ms + a cycle", Reaction::kFault, true, "check the wires of the sensors that it names"},
    {Fault::kJointDisagreement, "joint_disagreement",
     "a potentiometer and the LEDs have told angles more than `joint_tolerance` apart for "
     "`joint_disagreement_for`",
     "`joint_disagreement_for` + two pictures", Reaction::kFault, true,
     "check the potentiometers' wiring, direction and calibration, and the LEDs' places in the robot file"},
    {Fault::kMarkersContradict, "markers_contradict",
     "LEDs have been seen off their known lengths, or far from where the robot can be, for "
     "`contradiction_for`",
     "`contradiction_for` + two pictures", Reaction::kHold, false,
     "look for exchanged LEDs and for reflections; if lengths or camera have changed, `freefloat calibrate "
     "table`"},
    {Fault::kTargetImplausible, "target_implausible",
     "the target is seen within the satellite, or faster than `max_target_speed`", "a picture",
     Reaction::kHold, false, "look at which spot is taken for the target's LED, and for reflections"},
    {Fault::kCameraFrozen, "camera_frozen", "the same picture comes again and again while joints move",
     "three pictures", Reaction::kHold, true,
     "check the camera, its driver or the program that sends its markers; restart it"},
    {Fault::kTurnDisagreement, "turn_disagreement",
     "a joint's tachogenerator and potentiometer tell turns that differ by more than `turn_tolerance`",
     "a turn of 15 deg", Reaction::kHold, false,
     "calibrate the joints: `freefloat calibrate joints`; check both sensors' wires"},
    {Fault::kMomentumChanged, "momentum_changed",
     "for `momentum_for`, where that is set, the robot is not where its momentum carries it, though its LEDs "
     "agree with one another",
     "`momentum_for` + a few pictures, from a force of 0.5 N on", Reaction::kHold, false,
     "check the air supply and the hoses; see that nothing touches the robot; level the table"},
    {Fault::kCollision, "collision",
     "satellite and target touch before the arm rests, or an arm's joint or hand gets beyond the table's "
     "edge",
     "a cycle", Reaction::kHold, false,
     "move robot and target apart, and both towards the middle of the table"},
    {Fault::kLawFailed, "law_failed",
     "the law of the user's own (`control.law`) has not answered for three cycles, has ended, refuses, or "
     "tells rates "
     "that no joint has",
     "three cycles", Reaction::kHold, false,
     "mend the law; leave out `control.law` to use the program's own"},
}};

constexpr std::uint32_t fault_bit(Fault fault) {
  return 1u << static_cast<unsigned>(fault);
}

/// @return Whether `faults` has one that calls for `reaction`.
constexpr bool any_with(std::uint32_t faults, Reaction reaction) {
  for (const FaultRow& row : kFaultTable) {
    if (row.reaction == reaction && (faults & fault_bit(row.fault)) != 0) return true;
  }
  return false;
}

/// @return Those of `faults` that keep the robot from being armed.
constexpr std::uint32_t blocking(std::uint32_t faults) {
  std::uint32_t result = 0;
  for (const FaultRow& row : kFaultTable) {
    if (row.blocks_arming) result |= faults & fault_bit(row.fault);
  }
  return result;
}

}  // namespace freefloat
