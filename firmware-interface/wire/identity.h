#pragma once

#include "wire/messages.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  FF_NONCE_SIZE = 16,  ///< bytes of a number that its maker uses once
  FF_NAME_SIZE = 16    ///< characters of a name on the wire, padded with zeros
};

/// Controller to board: who are you? Anyone may ask; it moves nothing and takes no lease.
struct ff_query {
  uint8_t nonce[FF_NONCE_SIZE];  ///< echoed by the answer; zero where nothing is authenticated
};

/// Why a board started.
enum ff_reset_cause {
  FF_RESET_POWER,
  FF_RESET_WATCHDOG,
  FF_RESET_SOFTWARE,
  FF_RESET_OTHER  ///< and every larger value
};

/// Flags of an identity. A later version may add more.
enum ff_identity_flag {
  FF_IDENTITY_AUTHENTICATES = 1 << 0  ///< the board refuses frames without a right tag
};

/// Board to controller: answer to a query, and sent once unasked after each start. Its layout never changes.
struct ff_identity {
  uint8_t protocol_version;            ///< of command and status frames
  uint8_t joint_count;                 ///< 0: the board refuses its servo parameters and never energises
  uint8_t flags;                       ///< bits of ff_identity_flag
  uint8_t reset_cause;                 ///< ff_reset_cause
  uint32_t definition_hash;            ///< FF_PROTOCOL_HASH of the board
  uint32_t parameters_hash;            ///< ff_hash_servo_parameters of the board
  uint32_t tick_us;                    ///< period of its servo
  char firmware_id[FF_NAME_SIZE + 1];  ///< git id of its build, ends with a zero
  char board_name[FF_NAME_SIZE + 1];   ///< kind of board, ends with a zero
  uint8_t board_nonce[FF_NONCE_SIZE];  ///< of the session that the query opens; zero on a wire
  uint8_t query_nonce[FF_NONCE_SIZE];  ///< echo; zero when sent unasked
  int32_t min_angles_urad[FF_MAX_JOINTS];
  int32_t max_angles_urad[FF_MAX_JOINTS];
  int32_t max_rates_urad_s[FF_MAX_JOINTS];
};

/// @param header Its type is set here; queries count their sequence for themselves.
/// @param frame At least FF_QUERY_FRAME_SIZE bytes.
/// @return The frame's length.
size_t ff_encode_query(struct ff_header header, const struct ff_query* query, uint8_t* frame);

/// @param frame A checked query frame.
void ff_decode_query(const uint8_t* frame, struct ff_query* query);

/// @param header Its type is set here; identities count their sequence for themselves.
/// @param frame At least FF_IDENTITY_FRAME_SIZE bytes.
/// @return The frame's length.
size_t ff_encode_identity(struct ff_header header, const struct ff_identity* identity, uint8_t* frame);

/// Reads what any version's board says: no value is refused. Characters of a name that cannot be printed
/// become question marks.
/// @param frame A checked identity frame.
void ff_decode_identity(const uint8_t* frame, struct ff_identity* identity);

#ifdef __cplusplus
}
#endif
