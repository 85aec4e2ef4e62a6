#include <stddef.h>
#include <string.h>

#include "firmware/check.h"
#include "firmware/sample_frames.h"
#include "wire/authentication.h"

static bool is_hex(const uint8_t* bytes, size_t count, const char* text) {
  static const char kDigits[] = "0123456789abcdef";
  for (size_t i = 0; i < count; ++i) {
    if (text[2 * i] != kDigits[bytes[i] >> 4] || text[2 * i + 1] != kDigits[bytes[i] & 15]) return false;
  }
  return text[2 * count] == '\0';
}

static bool is_sha256(const char* text, const char* expected) {
  struct ff_sha256 hash;
  uint8_t digest[FF_SHA256_SIZE];
  ff_start_sha256(&hash);
  ff_add_to_sha256(&hash, (const uint8_t*)text, strlen(text));
  ff_finish_sha256(&hash, digest);
  return is_hex(digest, sizeof digest, expected);
}

// NIST's examples for FIPS 180-4.
static void sha256_agrees(void) {
  CHECK(is_sha256("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
  CHECK(is_sha256("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
  CHECK(is_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
}

static bool is_hmac(const uint8_t* key_bytes, size_t key_size, const char* text, const char* expected) {
  struct ff_hmac_key key;
  uint8_t digest[FF_SHA256_SIZE];
  ff_prepare_hmac(&key, key_bytes, key_size);
  ff_hmac(&key, (const uint8_t*)text, strlen(text), digest);
  return is_hex(digest, sizeof digest, expected);
}

static void hmac_agrees(void) {
  uint8_t key[20];
  memset(key, 0x0b, sizeof key);
  CHECK(is_hmac(key, sizeof key, "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"));
  CHECK(is_hmac((const uint8_t*)"Jefe", 4, "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
}

static void every_bit_spoils_the_tag(void) {
  struct ff_random random = {2};
  uint8_t key_bytes[FF_KEY_SIZE];
  memset(key_bytes, 1, sizeof key_bytes);
  struct ff_hmac_key key;
  ff_prepare_hmac(&key, key_bytes, sizeof key_bytes);
  uint8_t frame[FF_MAX_FRAME_SIZE];
  const size_t size = ff_draw_command_frame(&random, frame);
  CHECK(!ff_check_tag(frame, &key));
  CHECK_EQUAL(ff_tag_frame(frame, &key), size);
  CHECK(ff_check_tag(frame, &key));
  // Magic, version and type are the parser's business.
  for (size_t bit = 24; bit < (size - FF_CRC_SIZE) * 8; ++bit) {
    frame[bit / 8] = (uint8_t)(frame[bit / 8] ^ (1u << (bit % 8)));
    CHECK(!ff_check_tag(frame, &key));
    frame[bit / 8] = (uint8_t)(frame[bit / 8] ^ (1u << (bit % 8)));
  }
}

const struct ff_test ff_security_tests[] = {
    {"Sha256.AgreesWithThePublishedExamples", sha256_agrees},
    {"Hmac.AgreesWithRfc4231", hmac_agrees},
    {"Authentication.AChangeOfAnyBitSpoilsTheTag", every_bit_spoils_the_tag},
    {NULL, NULL},
};
