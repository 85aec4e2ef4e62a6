#pragma once

#include "wire/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { FF_MAX_JOINTS = 6 };

/// Flags of a command; every other bit must be zero.
enum ff_command_flag {
  FF_COMMAND_ENABLE = 1 << 0,  ///< drives energised
  FF_COMMAND_STOP = 1 << 1,    ///< latch the stop state
  FF_COMMAND_CLEAR = 1 << 2,   ///< leave a latched state for off; without effect together with enable or stop
  FF_COMMAND_CLOSE_GRIPPER = 1 << 3,  ///< jaws closed; otherwise open
  FF_COMMAND_FLAGS_ALL = 0x0f
};

/// What the board is asked to do. A newest-wins stream; never sent twice.
struct ff_command {
  uint8_t flags;                        ///< bits of ff_command_flag
  uint8_t joint_count;                  ///< 1 to FF_MAX_JOINTS
  uint32_t time_to_live_us;             ///< from reception; the board has a cap of its own
  int32_t rates_urad_s[FF_MAX_JOINTS];  ///< entries from joint_count on are zero
};

/// Board states. Same order as `BoardState` in src/types/joint_feedback.h. The last three are latched.
enum ff_board_state {
  FF_STATE_OFF,
  FF_STATE_ENABLED,
  FF_STATE_RUN,
  FF_STATE_TIMEOUT,
  FF_STATE_FAULT,
  FF_STATE_STOP
};

/// Gripper states. Same order as `GripperState` in src/types/joint_feedback.h.
enum ff_gripper_state { FF_GRIPPER_OPEN, FF_GRIPPER_CLOSING, FF_GRIPPER_HOLDING, FF_GRIPPER_EMPTY };

/// Flags of a status; every other bit is zero.
enum ff_status_flag {
  FF_STATUS_ENERGISED = 1 << 0  ///< the bridges drive the motors, zero duty included
};

/// What the board measured and did.
struct ff_status {
  uint8_t state;    ///< ff_board_state
  uint8_t gripper;  ///< ff_gripper_state
  uint8_t joint_count;
  uint8_t flags;           ///< bits of ff_status_flag
  uint16_t faults;         ///< bits of ff_fault (servo/servo.h): latched or present
  uint16_t clamps;         ///< since the status before; bit i: joint i limited, bit 8 + i: its acceleration
  uint32_t lease_session;  ///< controller's session that the board obeys; 0: none yet
  uint32_t accepted_sequence;           ///< of the newest accepted command; 0: none yet
  uint32_t accepted_age_us;             ///< from its reception to the sample of the sensors; saturates
  uint64_t accepted_time_us;            ///< the sender's time that it carried
  int32_t angles_urad[FF_MAX_JOINTS];   ///< potentiometers
  int32_t rates_urad_s[FF_MAX_JOINTS];  ///< tachogenerators
  int16_t duties[FF_MAX_JOINTS];        ///< mean from the status before to this sample, full is 32767
  struct ff_reject_counters rejects;    ///< since the board's start
};

/// @param header Its type is set here.
/// @param frame At least FF_COMMAND_FRAME_SIZE bytes.
/// @return The frame's length.
size_t ff_encode_command(struct ff_header header, const struct ff_command* command, uint8_t* frame);

/// @param frame A checked command frame.
/// @return False if a field is outside its range: unknown flags, joint count, bytes that must be zero.
bool ff_decode_command(const uint8_t* frame, struct ff_command* command);

/// @param header Its type is set here.
/// @param frame At least FF_STATUS_FRAME_SIZE bytes.
/// @return The frame's length.
size_t ff_encode_status(struct ff_header header, const struct ff_status* status, uint8_t* frame);

/// @param frame A checked status frame.
/// @return False if a field is outside its range: state, gripper state, joint count, unknown flags.
bool ff_decode_status(const uint8_t* frame, struct ff_status* status);

#ifdef __cplusplus
}
#endif
