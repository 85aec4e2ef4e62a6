#include "wire/authentication.h"

#include <string.h>

#include "wire/bytes.h"

static const char kSessionLabel[] = "freefloat session";

enum { kFlagsOffset = 4, kTypeOffset = 2, kLabelSize = sizeof kSessionLabel - 1 };

// The tag covers header and payload, so all that stands in front of it.
static void compute_tag(const uint8_t* frame, size_t size, const struct ff_hmac_key* key, uint8_t* digest) {
  ff_hmac(key, frame, size - FF_CRC_SIZE - FF_TAG_SIZE, digest);
}

void ff_derive_session_key(const struct ff_hmac_key* master, uint32_t session, const uint8_t* query_nonce,
                           const uint8_t* board_nonce, struct ff_hmac_key* session_key) {
  uint8_t message[kLabelSize + 4 + 2 * FF_NONCE_SIZE];
  uint8_t digest[FF_SHA256_SIZE];
  memcpy(message, kSessionLabel, kLabelSize);
  ff_put_u32(message + kLabelSize, session);
  memcpy(message + kLabelSize + 4, query_nonce, FF_NONCE_SIZE);
  memcpy(message + kLabelSize + 4 + FF_NONCE_SIZE, board_nonce, FF_NONCE_SIZE);
  ff_hmac(master, message, sizeof message, digest);
  ff_prepare_hmac(session_key, digest, sizeof digest);
}

size_t ff_tag_frame(uint8_t* frame, const struct ff_hmac_key* key) {
  const size_t size = ff_frame_size(frame[kTypeOffset] & 0x0fu);
  if (size == 0) return 0;
  uint8_t digest[FF_SHA256_SIZE];
  ff_put_u16(frame + kFlagsOffset, FF_FLAG_AUTHENTICATED);
  compute_tag(frame, size, key, digest);
  memcpy(frame + size - FF_CRC_SIZE - FF_TAG_SIZE, digest, FF_TAG_SIZE);
  return ff_reseal_frame(frame);
}

bool ff_check_tag(const uint8_t* frame, const struct ff_hmac_key* key) {
  const size_t size = ff_frame_size(frame[kTypeOffset] & 0x0fu);
  if (size == 0 || ff_get_u16(frame + kFlagsOffset) != FF_FLAG_AUTHENTICATED) return false;
  uint8_t digest[FF_SHA256_SIZE];
  compute_tag(frame, size, key, digest);
  const uint8_t* tag = frame + size - FF_CRC_SIZE - FF_TAG_SIZE;
  unsigned difference = 0;
  for (int i = 0; i < FF_TAG_SIZE; ++i) difference |= (unsigned)(tag[i] ^ digest[i]);
  return difference == 0;
}
