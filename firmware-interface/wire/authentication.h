#pragma once

#include <stdbool.h>

#include "wire/hmac.h"
#include "wire/identity.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes of the key that a board and its controllers share.
enum { FF_KEY_SIZE = 32 };

/// The key of one session's commands and statuses: HMAC(master, "freefloat session" | session | both nonces).
/// Query and identity carry tags of the master key itself.
/// @param session The controller's, as in the header of its query.
/// @param query_nonce FF_NONCE_SIZE bytes chosen by the controller.
/// @param board_nonce FF_NONCE_SIZE bytes chosen by the board.
void ff_derive_session_key(const struct ff_hmac_key* master, uint32_t session, const uint8_t* query_nonce,
                           const uint8_t* board_nonce, struct ff_hmac_key* session_key);

/// Marks a complete frame as authenticated, tags it and computes its check again.
/// @return The frame's length; 0 for an unknown type.
size_t ff_tag_frame(uint8_t* frame, const struct ff_hmac_key* key);

/// Compares in constant time. @param frame Found by a parser with FF_ACCEPT_TAGGED.
/// @return Whether it is marked as authenticated and its tag is the key's.
bool ff_check_tag(const uint8_t* frame, const struct ff_hmac_key* key);

#ifdef __cplusplus
}
#endif
