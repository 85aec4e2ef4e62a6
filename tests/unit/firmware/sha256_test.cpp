#include "wire/sha256.h"

#include <gtest/gtest.h>

#include <string>

#include "sample_frames.h"
#include "wire/hmac.h"

namespace freefloat {
namespace {

std::string sha256_of(const std::string& text, std::size_t piece = 1000) {
  ff_sha256 hash;
  ff_start_sha256(&hash);
  for (std::size_t at = 0; at < text.size(); at += piece) {
    const std::string part = text.substr(at, piece);
    ff_add_to_sha256(&hash, reinterpret_cast<const std::uint8_t*>(part.data()), part.size());
  }
  Bytes digest(FF_SHA256_SIZE);
  ff_finish_sha256(&hash, digest.data());
  return to_hex(digest);
}

std::string hmac_of(const Bytes& key, const std::string& text) {
  ff_hmac_key prepared;
  ff_prepare_hmac(&prepared, key.data(), key.size());
  Bytes digest(FF_SHA256_SIZE);
  ff_hmac(&prepared, reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), digest.data());
  return to_hex(digest);
}

Bytes to_bytes(const std::string& text) {
  return {text.begin(), text.end()};
}

// FIPS 180-4's examples (NIST, "Secure Hash Standard: examples with intermediate values").
TEST(Sha256, AgreesWithThePublishedExamples) {
  EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
                      "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(sha256_of(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotDependOnHowTheBytesAreCut) {
  for (std::size_t length = 0; length < 200; ++length) {
    const std::string text(length, 'x');
    const std::string whole = sha256_of(text);
    for (const std::size_t piece : {1u, 3u, 63u, 64u, 65u})
      ASSERT_EQ(sha256_of(text, piece), whole) << length;
  }
}

// RFC 4231; case 5 there is a truncated one, cases 6 and 7 have keys longer than a block, which this code
// does not take.
TEST(Hmac, AgreesWithRfc4231) {
  EXPECT_EQ(hmac_of(Bytes(20, 0x0b), "Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(hmac_of(to_bytes("Jefe"), "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(hmac_of(Bytes(20, 0xaa), std::string(50, '\xdd')),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
  Bytes counting(25);
  for (std::size_t i = 0; i < counting.size(); ++i) counting[i] = static_cast<std::uint8_t>(i + 1);
  EXPECT_EQ(hmac_of(counting, std::string(50, '\xcd')),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
  EXPECT_EQ(hmac_of(Bytes(20, 0x0c), "Test With Truncation").substr(0, 32),
            "a3b6167473100ee06e0c796c2955552b");
}

}  // namespace
}  // namespace freefloat
