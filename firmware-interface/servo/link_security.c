#include "servo/link_security.h"

#include <string.h>

#include "wire/bytes.h"

// HMAC(entropy, count): never the same again, and nobody can tell the next one.
static void draw_nonce(struct ff_link_security* link) {
  uint8_t count[4];
  uint8_t digest[FF_SHA256_SIZE];
  ff_put_u32(count, ++link->nonce_count);
  ff_hmac(&link->nonce_seed, count, sizeof count, digest);
  memcpy(link->board_nonce, digest, FF_NONCE_SIZE);
}

static void open_pending(struct ff_link_security* link, uint32_t number) {
  draw_nonce(link);
  link->pending.number = number;
  link->pending.sequence = 0;
  link->pending_open = true;
  ff_derive_session_key(&link->master, number, link->query_nonce, link->board_nonce, &link->pending.key);
}

void ff_start_security(struct ff_link_security* link, const uint8_t* key, const uint8_t* entropy) {
  memset(link, 0, sizeof *link);
  if (key == NULL) return;
  link->keyed = true;
  ff_prepare_hmac(&link->master, key, FF_KEY_SIZE);
  ff_prepare_hmac(&link->nonce_seed, entropy, entropy != NULL ? FF_NONCE_SIZE : 0);
  // Until the first query, statuses carry a tag of a session without controller.
  open_pending(link, 0);
}

void ff_open_session(struct ff_link_security* link, uint32_t number, const struct ff_query* query) {
  const bool same = link->pending_open && number == link->pending.number &&
                    memcmp(query->nonce, link->query_nonce, FF_NONCE_SIZE) == 0;
  memcpy(link->query_nonce, query->nonce, FF_NONCE_SIZE);
  if (link->keyed && !same) open_pending(link, number);
}

bool ff_is_genuine_query(const struct ff_link_security* link, const uint8_t* frame) {
  return !link->keyed || ff_check_tag(frame, &link->master);
}

struct ff_session* ff_find_session(struct ff_link_security* link, const uint8_t* frame) {
  if (link->active.number != 0 && ff_check_tag(frame, &link->active.key)) return &link->active;
  if (link->pending_open && ff_check_tag(frame, &link->pending.key)) return &link->pending;
  return NULL;
}

void ff_activate_session(struct ff_link_security* link, const struct ff_session* session) {
  if (session != &link->pending) return;
  link->active = link->pending;
  link->pending_open = false;
}

void ff_tag_status(const struct ff_link_security* link, bool lease_running, uint8_t* frame) {
  if (!link->keyed) return;
  const bool active = lease_running || !link->pending_open;
  ff_tag_frame(frame, active ? &link->active.key : &link->pending.key);
}

void ff_tag_identity(const struct ff_link_security* link, uint8_t* frame) {
  if (link->keyed) ff_tag_frame(frame, &link->master);
}
