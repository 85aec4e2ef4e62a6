#include "injection/catalogue.h"

#include <array>

#include "safety/fault_table.h"
#include "safety/turn_comparison.h"

namespace freefloat {

namespace {

using std::chrono::milliseconds;

constexpr std::uint32_t bits(std::initializer_list<Fault> faults) {
  std::uint32_t all = 0;
  for (const Fault fault : faults) all |= fault_bit(fault);
  return all;
}

constexpr std::uint32_t kCameraSilent = bits({Fault::kFramesMissing, Fault::kNoEstimate});
constexpr std::uint32_t kLabels =
    bits({Fault::kMarkersContradict, Fault::kJointDisagreement, Fault::kHandUncertain, Fault::kNoEstimate,
          Fault::kFramesMissing, Fault::kMomentumChanged, Fault::kTargetImplausible});
constexpr std::uint32_t kWire = bits({Fault::kFeedbackMissing, Fault::kBoardLatched});
constexpr std::uint32_t kSensor =
    bits({Fault::kBoardLatched, Fault::kJointDisagreement, Fault::kTurnDisagreement, Fault::kOverspeed,
          Fault::kMarkersContradict, Fault::kMomentumChanged});
constexpr std::uint32_t kBumped = bits({Fault::kMomentumChanged, Fault::kTableEdge, Fault::kCollision,
                                        Fault::kMarkersContradict, Fault::kTargetUnreachable});

// The camera's latency and exposure, the board's status, two cycles of a slow loop.
constexpr Duration kPicture = milliseconds(60);
constexpr Duration kStatus = milliseconds(40);

constexpr std::nullopt_t kUnbounded = std::nullopt;
const Bound kWithoutFrames{&SafetyConfig::frame_timeout, kPicture};
const Bound kWithoutFeedback{&SafetyConfig::feedback_timeout, kStatus};
const Bound kOfLabels{nullptr, milliseconds(300)};
const Bound kOfTarget{&SafetyConfig::target_timeout, kPicture};
const Bound kOfReset{&SafetyConfig::board_off_timeout, kStatus};
// The rest of the comparison in which it comes, in which too little of it may be, and a whole one.
const Bound kOfTurn{nullptr, from_seconds(2.0 * kComparedTurn / kJointMoves) + kPicture};
const Bound kOfDisagreement{&SafetyConfig::joint_disagreement_for, kPicture};
const Bound kOfDrive{nullptr, milliseconds(600)};
const Bound kOfBrokenWire{nullptr, milliseconds(60)};
const Bound kOfPush{nullptr, milliseconds(1000)};

constexpr Promises kHarmless{Promise::kCarryOn, Promise::kCarryOn, Promise::kCarryOn};
constexpr Promises kSeen{Promise::kReact, Promise::kReact, Promise::kRefuse};
constexpr Promises kSeenOnceArmed{Promise::kReact, Promise::kReact, Promise::kReact};
constexpr Promises kPerhapsSeen{Promise::kReactOrCarryOn, Promise::kReactOrCarryOn, Promise::kReactOrCarryOn};
constexpr Promises kSeenInMotion{Promise::kReactOrCarryOn, Promise::kUnseen, Promise::kUnseen};
constexpr Promises kSeenInTime{Promise::kReactOrEnd, Promise::kUnseen, Promise::kUnseen};
constexpr Promises kSeenAtOnce{Promise::kRefuse, Promise::kNone, Promise::kRefuse};
constexpr Promises kOfTheTarget{Promise::kReactOrCarryOn, Promise::kCarryOn, Promise::kCarryOn};
constexpr Promises kSeenWhileArmed{Promise::kReact, Promise::kReact, Promise::kCarryOn};
constexpr Promises kNeedsMotion{Promise::kReact, Promise::kUnseen, Promise::kUnseen};
// Between two pictures, or two wild readings, all seems well: somebody may arm, and even begin to move.
constexpr Promises kRareAtRest{Promise::kReact, Promise::kReactOrCarryOn, Promise::kReactOrCarryOn};
constexpr Promises kSeenNowAndThen{Promise::kReact, Promise::kReact, Promise::kReactOrCarryOn};
constexpr Promises kSeenOnceDriven{Promise::kReact, Promise::kReact, Promise::kUnseen};
constexpr Promises kSeenByTheBoard{Promise::kReact, Promise::kReact, Promise::kNone};
constexpr Promises kMomentary{Promise::kReact, Promise::kCarryOn, Promise::kCarryOn};
// It has forgotten what it was told, and is told it anew once somebody acknowledges.
constexpr Promises kRestarted{Promise::kReact, Promise::kReact, Promise::kReactOrCarryOn};
constexpr Promises kBeforeArming{Promise::kCarryOn, Promise::kCarryOn, Promise::kRefuse};
constexpr Promises kNeverArmed{Promise::kRefuse, Promise::kRefuse, Promise::kRefuse};

constexpr std::string_view kMomentumWatched = "safety.momentum_for_ms=150";
constexpr std::string_view kServosAlone =
    "testbeds dynamixel and odrive only; unit/hal_dynamixel, unit/hal_odrive";
constexpr std::string_view kBusAlone = "testbed dynamixel only; unit/hal_dynamixel";
constexpr std::string_view kMarkersAlone = "simulation.imaging.render=false";

const std::array kInjections{
    Injection{"pictures dropped", "fault: camera, mode: off", "", kSeen, kCameraSilent, kWithoutFrames,
              "integration/run_experiment"},
    Injection{"pictures dropped now and then", "fault: camera, mode: intermittent, delay_ms: 50", "",
              kPerhapsSeen, kCameraSilent | bits({Fault::kHandUncertain}), kUnbounded, ""},
    Injection{"pictures late by 100 ms", "fault: camera, mode: delayed, delay_ms: 100", "", kHarmless, 0,
              kUnbounded, ""},
    Injection{"pictures late by 400 ms", "fault: camera, mode: delayed, delay_ms: 400", "", kSeen,
              kCameraSilent, kWithoutFrames, ""},
    Injection{"pictures rare", "fault: camera, mode: slow, delay_ms: 800", "", kRareAtRest, kCameraSilent,
              kWithoutFrames, ""},
    Injection{"picture frozen", "fault: camera, mode: stuck", "", kSeenInMotion,
              kLabels | bits({Fault::kCameraFrozen}), kOfLabels, "closed_loop/exchanged_leds_test",
              Counts::kArmMoves},
    Injection{"pictures duplicated", "fault: camera, mode: duplicated", "", kHarmless, 0, kUnbounded, ""},
    Injection{"stamps back by 300 ms", "fault: camera, mode: wrong, delay_ms: -300", "", kSeen, kCameraSilent,
              kWithoutFrames, ""},
    Injection{"stamps ahead by 300 ms", "fault: camera, mode: wrong, delay_ms: 300", "", kSeen, kCameraSilent,
              kWithoutFrames, ""},
    Injection{"pictures garbage", "fault: camera, mode: garbage", "", kSeenNowAndThen,
              kCameraSilent | kLabels, kWithoutFrames, ""},
    Injection{"glare, an extra LED", "fault: glare", "", kHarmless, 0, kUnbounded,
              "integration/run_experiment"},
    Injection{"one LED hidden", "fault: marker_hidden, index: 1", "", kHarmless, 0, kUnbounded,
              "integration/run_experiment"},
    Injection{"two LEDs hidden", "fault: marker_hidden, index: 0 + fault: marker_hidden, index: 1", "",
              kPerhapsSeen, kLabels, kUnbounded, ""},
    Injection{
        "all LEDs of the satellite and link 1 hidden",
        "fault: marker_hidden, index: 0 + fault: marker_hidden, index: 1 + fault: marker_hidden, index: 2",
        "", kPerhapsSeen, kLabels, kUnbounded, ""},
    Injection{"identities swapped", "fault: markers_swapped, index: 2", kMarkersAlone, kSeen, kLabels,
              kOfLabels, "closed_loop/exchanged_leds_test"},
    Injection{"target lost", "fault: marker_hidden, index: {target}", "", kOfTheTarget,
              bits({Fault::kTargetLost, Fault::kTargetUnreachable}), kOfTarget, "integration/run_experiment"},
    Injection{"calibration mismatch: lengths off by 3 %", "",
              "simulation.truth.camera.focal_length_px=[1339,1339]", kSeenAtOnce, kLabels, kUnbounded,
              "closed_loop/exchanged_leds_test"},
    Injection{"bytes flipped", "fault: link, mode: wrong", "", kSeen, kWire, kWithoutFeedback, "faults/wire"},
    Injection{"frames replayed", "fault: link, mode: stuck", "", kSeen, kWire, kWithoutFeedback,
              "faults/wire"},
    Injection{"frames duplicated", "fault: link, mode: duplicated", "", kHarmless, 0, kUnbounded,
              "faults/wire"},
    Injection{"frames late by 30 ms", "fault: link, mode: delayed, delay_ms: 30", "", kPerhapsSeen,
              kWire | kSensor, kUnbounded, ""},
    Injection{"frames rare", "fault: link, mode: slow, delay_ms: 300", "", kSeenOnceArmed, kWire,
              kWithoutFeedback, ""},
    Injection{"link garbage", "fault: link, mode: garbage", "", kSeen, kWire, kWithoutFeedback,
              "closed_loop/link_fault_test"},
    Injection{"link noise", "fault: link_noise", "", kHarmless, 0, kUnbounded, "closed_loop/link_fault_test"},
    Injection{"link cut to the board", "fault: link_to_board, mode: off", "", kSeenOnceArmed,
              kWire | bits({Fault::kBoardOff}), kWithoutFeedback, "closed_loop/link_fault_test"},
    Injection{"link cut to the PC", "fault: link_to_pc, mode: off", "", kSeen, kWire, kWithoutFeedback,
              "closed_loop/link_fault_test"},
    Injection{"link cut", "fault: link, mode: off", "", kSeen, kWire, kWithoutFeedback,
              "closed_loop/link_fault_test"},
    Injection{"board reset", "fault: board_reset", "", kSeenWhileArmed, kWire | bits({Fault::kBoardOff}),
              kOfReset, "closed_loop/link_fault_test"},
    Injection{"board of another protocol version", "fault: board_version", "", kSeenAtOnce, kWire, kUnbounded,
              "closed_loop/link_fault_test"},
    Injection{"board for another number of joints", "fault: board_joint_count, index: 1", "", kSeenAtOnce,
              kWire, kUnbounded, "closed_loop/link_fault_test"},
    Injection{
        "potentiometer stuck", "fault: pot, mode: stuck, index: 0", "", kSeenInMotion, kSensor, kUnbounded,
        "no bound in time: told once the joint has turned by joint_tolerance; closed_loop/wiring_fault_test"},
    Injection{"potentiometer's wire broken", "fault: pot, mode: off, index: 0", "", kSeen, kSensor,
              kOfBrokenWire, "closed_loop/wiring_fault_test"},
    Injection{"potentiometer noisy", "fault: pot, mode: garbage, index: 0", "", kSeenNowAndThen, kSensor,
              kOfDrive, ""},
    Injection{"potentiometer shifted by 20 deg", "fault: pot, mode: wrong, index: 0, angle_deg: 20", "",
              kSeen, kSensor, kOfDisagreement, "closed_loop/wiring_fault_test"},
    Injection{"potentiometer inverted", "fault: pot_inverted, index: 0", "", kPerhapsSeen, kSensor,
              kOfDisagreement, "closed_loop/wiring_fault_test"},
    Injection{"tachogenerator stuck", "fault: tacho, mode: stuck, index: 0", "", kSeenInMotion, kSensor,
              kOfTurn, "closed_loop/wiring_fault_test", Counts::kJointMoves},
    Injection{"tachogenerator's wire broken", "fault: tacho, mode: off, index: 0", "", kSeen, kSensor,
              kOfBrokenWire, "closed_loop/wiring_fault_test"},
    Injection{"tachogenerator noisy", "fault: tacho, mode: garbage, index: 0", "", kSeenNowAndThen, kSensor,
              kOfDrive, ""},
    Injection{"tachogenerator's gain off by 30 %", "fault: tacho, mode: wrong, index: 0, share: 0.7", "",
              kSeenInTime, kSensor, kUnbounded, "unit/safety/turn_comparison_test"},
    Injection{"tachogenerator inverted", "fault: tacho_inverted, index: 0", "", kSeenInMotion, kSensor,
              kOfDrive, "closed_loop/wiring_fault_test", Counts::kJointMoves},
    Injection{"motor inverted", "fault: motor_inverted, index: 0", "", kSeenInMotion, kSensor, kOfDrive,
              "closed_loop/wiring_fault_test", Counts::kJointMoves},
    Injection{"motor weak", "fault: motor, mode: wrong, index: 0, share: 0.5", "", kSeenInMotion, kSensor,
              kUnbounded, ""},
    Injection{"motor off", "fault: motor, mode: off, index: 0", "", kSeenInTime, kSensor, kUnbounded,
              "no bound in time: told once the board wants more of it than its tracking limit"},
    Injection{"motor runs away", "fault: motor_runaway, index: 0", "", kSeenOnceDriven, kSensor, kOfDrive,
              ""},
    Injection{"pushed with 1 N", "fault: push, force_n: 1", kMomentumWatched, kPerhapsSeen, kBumped, kOfPush,
              "injected/momentum_and_collision_test"},
    Injection{"air supply low", "fault: air_supply_low, share: 0.02, drag_per_s: 0.5", kMomentumWatched,
              kSeenInMotion, kBumped, kOfPush, "injected/momentum_and_collision_test",
              Counts::kSatelliteMoves},
    Injection{"target thrown at the satellite", "fault: target_push, force_n: 0.3", "", kPerhapsSeen,
              kBumped | bits({Fault::kTargetImplausible, Fault::kTargetLost}), kUnbounded,
              "injected/momentum_and_collision_test"},

    Injection{"servo without power", "fault: servo, mode: off, index: 0", "", kSeen, kWire, kWithoutFeedback,
              kServosAlone},
    Injection{"servo restarts", "fault: servo_reset, index: 0", "", kRestarted,
              kWire | bits({Fault::kBoardOff}), kWithoutFeedback, kServosAlone},
    Injection{"servo overheated", "fault: servo_overheated, index: 0", "", kSeen, kWire, kOfBrokenWire,
              kServosAlone},
    Injection{"servo overloaded", "fault: servo_overloaded, index: 0", "", kSeen, kWire, kOfBrokenWire,
              kServosAlone},
    Injection{"servo's supply voltage out of its limits", "fault: servo_voltage, index: 0", "", kSeen, kWire,
              kOfBrokenWire, kServosAlone},
    Injection{"servo's answers damaged", "fault: servo, mode: garbage, index: 0", "", kSeen, kWire,
              kWithoutFeedback, kServosAlone},
    Injection{"servo answers by another number", "fault: servo_id, index: 0", "", kSeen, kWire,
              kWithoutFeedback, kBusAlone},
    Injection{"servo's encoder slipped by 20 deg", "fault: servo, mode: wrong, index: 0, angle_deg: 20", "",
              kSeen, kSensor, kOfDisagreement, kServosAlone},
    Injection{"servo's encoder stuck", "fault: servo, mode: stuck, index: 0", "", kSeenInMotion, kSensor,
              kUnbounded, kServosAlone},

    Injection{"frames reordered", "", "", kHarmless, 0, kUnbounded,
              "the simulated wire keeps the order; unit/hal_udp and faults/wire reorder"},
    Injection{"a reading that is not finite", "", "", kSeen, bits({Fault::kNotFinite}), kUnbounded,
              "the wire carries whole numbers; unit/control/hostile_input_test and controller_test"},
    Injection{"joint at its limit", "", "", kNeedsMotion, bits({Fault::kJointLimit}), kUnbounded,
              "no outside cause; unit/safety/monitors_test"},
    Injection{"singularity", "", "", kHarmless, 0, kUnbounded,
              "no outside cause; unit/control/resolve_rates_test"},
    Injection{"controller hangs", "", "", kSeenByTheBoard, 0, kUnbounded,
              "for the board the same as a link that is cut; measured by stop_bounds"},
    Injection{"loop overruns", "", "", kMomentary, bits({Fault::kLoopStalled}), kUnbounded,
              "a virtual clock has none; unit/runtime/control_loop_test, unit/safety/monitors_test and "
              "integration/run_experiment"},
    Injection{"disk full", "", "", kBeforeArming, 0, kUnbounded, "integration/log_faults"},
    Injection{"power cut", "", "", kHarmless, 0, kUnbounded, "integration/log_recovery"},
    Injection{"wall clock stepped", "", "", kHarmless, 0, kUnbounded, "faults/surroundings/wall_clock_test"},
    Injection{"memory refused", "", "", kSeenByTheBoard, 0, kUnbounded,
              "the program ends in an error and the board stops the joints; "
              "faults/surroundings/refused_memory_test, unit/control/allocation_test"},
    Injection{"console gone", "", "", kHarmless, 0, kUnbounded,
              "unit/runtime/loop_operator_test, unit/console/lease_test, tests/load"},
    Injection{"two controllers", "", "", kNeverArmed, 0, kUnbounded,
              "unit/firmware/board_sessions_test, faults/wire/forged_datagrams_test"},
    Injection{"configuration changed on disk after the check", "", "", kHarmless, 0, kUnbounded,
              "faults/surroundings/changed_files_test"},
};

}  // namespace

std::span<const Injection> injections() {
  return kInjections;
}

std::string_view name_of(RobotIs robot) {
  constexpr std::array<std::string_view, 4> kNames{"moving", "jogged", "armed", "disarmed"};
  return kNames[static_cast<std::size_t>(robot)];
}

std::string_view name_of(Promise promise) {
  constexpr std::array<std::string_view, 7> kNames{
      "reacts",           "carries on", "reacts or carries on", "reacts, or a phase ends", "is not armed",
      "not seen at rest", "nothing"};
  return kNames[static_cast<std::size_t>(promise)];
}

std::string_view name_of(Counts counts) {
  constexpr std::array<std::string_view, 4> kNames{"", "while the satellite is faster than 20 mm/s",
                                                   "while joint 1 is faster than 0.2 rad/s",
                                                   "while a joint is faster than 0.03 rad/s"};
  return kNames[static_cast<std::size_t>(counts)];
}

}  // namespace freefloat
