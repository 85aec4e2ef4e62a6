#pragma once

#include "wire/authentication.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One controller's session as a board with a key knows it.
struct ff_session {
  uint32_t number;    ///< the controller's, in the header of its frames; 0: no controller yet
  uint32_t sequence;  ///< newest obeyed while the session was not the active one
  struct ff_hmac_key key;
};

/// Which frames are genuine on a link that authenticates.
///
/// A query opens a pending session. It becomes the active one when the first command with a tag of its key is
/// accepted, so that a query that somebody recorded and sends again disturbs nobody.
struct ff_link_security {
  bool keyed;         ///< otherwise a wire: every frame is taken as genuine
  bool pending_open;  ///< the pending session is newer than the active one
  struct ff_hmac_key master;
  struct ff_hmac_key nonce_seed;
  uint32_t nonce_count;
  uint8_t board_nonce[FF_NONCE_SIZE];  ///< of the newest pending session
  uint8_t query_nonce[FF_NONCE_SIZE];  ///< of the newest query
  struct ff_session active;
  struct ff_session pending;
};

/// @param key FF_KEY_SIZE bytes, or null: a wire.
/// @param entropy FF_NONCE_SIZE bytes, different at every start: the board's nonces come from them. Null:
/// zeros.
void ff_start_security(struct ff_link_security* link, const uint8_t* key, const uint8_t* entropy);

/// Opens the pending session of a genuine query. The same query again keeps the session that it opened.
void ff_open_session(struct ff_link_security* link, uint32_t number, const struct ff_query* query);

/// @return Whether a query is genuine.
bool ff_is_genuine_query(const struct ff_link_security* link, const uint8_t* frame);

/// @return The session whose key made the command's tag; null: none. Only with a key.
struct ff_session* ff_find_session(struct ff_link_security* link, const uint8_t* frame);

/// Makes a session that ff_find_session found the active one.
void ff_activate_session(struct ff_link_security* link, const struct ff_session* session);

/// Tags a status for the controller that is obeyed, or else for the one that asked last; nothing on a wire.
/// @param lease_running Whether a controller is obeyed now.
void ff_tag_status(const struct ff_link_security* link, bool lease_running, uint8_t* frame);

/// Tags an identity; nothing on a wire.
void ff_tag_identity(const struct ff_link_security* link, uint8_t* frame);

#ifdef __cplusplus
}
#endif
