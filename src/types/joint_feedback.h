#pragma once

#include <cstdint>

#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

/// States of a servo board; the last three are latched. Same order as `ff_board_state` in firmware-interface.
enum class BoardState : std::uint8_t { kOff, kEnabled, kRun, kTimeout, kFault, kStop };

enum class GripperState : std::uint8_t { kOpen, kClosing, kHolding, kEmpty };

/// The newest status frame of the servo board.
struct JointFeedback {
  Time sample_time{};  ///< when the sensors were read, on the run's clock
  JointVector angles;  ///< potentiometers, rad
  JointVector rates;   ///< tachogenerators, rad/s
  JointVector duties;  ///< mean of the bridges from the feedback before to this sample, share of full; empty:
                       ///< not told
  BoardState board_state = BoardState::kOff;
  std::uint16_t board_faults = 0;  ///< bits `FF_FAULT_*` of firmware-interface/servo
  GripperState gripper = GripperState::kOpen;
  std::uint32_t accepted_sequence = 0;  ///< last command the board accepted
  Duration accepted_age{};              ///< its age at the sample
  std::uint16_t clamp_flags = 0;        ///< since the status before; bit i: rate, position or duty of joint i
                                        ///< was limited, bit 8 + i: its acceleration
  std::uint32_t rejected_frames = 0;    ///< by the board, all causes together
};

}  // namespace freefloat
