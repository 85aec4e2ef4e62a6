#include <gtest/gtest.h>

#include <algorithm>

#include "damage.h"

namespace freefloat {
namespace {

// What one flipped bit does to "check computed over the frame" xor "check in the frame". A CRC is linear, so
// for several flips it is the exclusive-or of these, whatever the frame: a damage is missed if and only if
// that is zero.
std::vector<std::uint32_t> syndromes_of(Bytes frame) {
  const auto difference = [&frame] {
    Bytes again = frame;
    ff_reseal_frame(again.data());
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < FF_CRC_SIZE; ++i) {
      const std::size_t at = frame.size() - FF_CRC_SIZE + i;
      bits |= static_cast<std::uint32_t>(frame[at] ^ again[at]) << (8 * i);
    }
    return bits;
  };
  std::vector<std::uint32_t> syndromes;
  for (std::size_t bit = 0; bit < frame.size() * 8; ++bit) {
    // Another type means another length and another seed: that is no matter of linearity. See below.
    if (bit / 8 == 2) continue;
    flip(frame, bit);
    syndromes.push_back(difference());
    flip(frame, bit);
  }
  return syndromes;
}

void expect_linear(Random& random, const Bytes& frame) {
  const std::vector<std::uint32_t> other = syndromes_of(Bytes(frame));
  Bytes changed = frame;
  for (std::size_t i = FF_HEADER_SIZE; i < changed.size() - 12; ++i)
    changed[i] = static_cast<std::uint8_t>(random.next());
  ff_reseal_frame(changed.data());
  EXPECT_EQ(syndromes_of(changed), other) << "syndromes depend on the frame";
}

TEST(BitFlips, NoneOneTwoOrThreeOfThemKeepTheCheckOfAnyFrame) {
  Random random(1, "syndromes");
  for (const Bytes& frame : {random_command_frame(random), random_status_frame(random),
                             random_query_frame(random), random_identity_frame(random)}) {
    expect_linear(random, frame);
    const std::vector<std::uint32_t> s = syndromes_of(frame);
    std::uint64_t tried = 0;
    std::uint64_t missed = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
      missed += s[i] == 0;
      for (std::size_t j = i + 1; j < s.size(); ++j) {
        const std::uint32_t pair = s[i] ^ s[j];
        missed += pair == 0;
        for (std::size_t k = j + 1; k < s.size(); ++k) missed += pair == s[k];
        tried += s.size() - j;
      }
      ++tried;
    }
    report(("all 1 to 3 flips, any frame of " + std::to_string(frame.size()) + " bytes").c_str(), tried,
           missed);
    EXPECT_EQ(missed, 0u);
  }
}

// Four flips are missed if two pairs have the same sum, five if a pair and a triple have.
TEST(BitFlips, NoFourOrFiveOfThemKeepTheCheckOfAnyFrame) {
  Random random(2, "syndromes");
  std::vector<Bytes> frames{random_query_frame(random), random_command_frame(random)};
  if (choose_count(0, 1) == 1) {
    frames.push_back(random_status_frame(random));
    frames.push_back(random_identity_frame(random));
  }
  for (const Bytes& frame : frames) {
    const std::vector<std::uint32_t> s = syndromes_of(frame);
    std::vector<std::uint32_t> pairs;
    for (std::size_t i = 0; i < s.size(); ++i) {
      for (std::size_t j = i + 1; j < s.size(); ++j) pairs.push_back(s[i] ^ s[j]);
    }
    std::sort(pairs.begin(), pairs.end());
    EXPECT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end());
    // Most triples are told from all pairs by 26 bits.
    constexpr std::uint32_t kMask = (1u << 26) - 1u;
    std::vector<bool> seen(kMask + 1u);
    for (const std::uint32_t pair : pairs) seen[pair & kMask] = true;
    std::uint64_t missed = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
      for (std::size_t j = i + 1; j < s.size(); ++j) {
        for (std::size_t k = j + 1; k < s.size(); ++k) {
          const std::uint32_t triple = s[i] ^ s[j] ^ s[k];
          if (!seen[triple & kMask] || !std::binary_search(pairs.begin(), pairs.end(), triple)) continue;
          ++missed;
        }
      }
    }
    const std::uint64_t n = s.size();
    const std::uint64_t four = n * (n - 1) / 2 * (n - 2) / 3 * (n - 3) / 4;
    report(("all 4 and 5 flips, any frame of " + std::to_string(frame.size()) + " bytes").c_str(),
           four + four * (n - 4) / 5, missed);
    EXPECT_EQ(missed, 0u);
  }
}

int accepted_alone(unsigned accept, const Bytes& bytes) {
  ff_parser parser = make_parser(accept);
  return count_accepted(parser, bytes);
}

// Through the parser itself, with everything that linearity does not see: changed types, resynchronisation.
void try_flips(const char* what, const std::vector<Bytes>& frames) {
  std::uint64_t tried = 0;
  std::uint64_t accepted = 0;
  for (Bytes frame : frames) {
    const unsigned accept = accepted_by_receiver(frame);
    ASSERT_EQ(accepted_alone(accept, frame), 1);
    const std::size_t bits = frame.size() * 8;
    for (std::size_t first = 0; first < bits; ++first) {
      flip(frame, first);
      accepted += accepted_alone(accept, frame);
      for (std::size_t second = first + 1; second < bits; ++second) {
        flip(frame, second);
        accepted += accepted_alone(accept, frame);
        flip(frame, second);
      }
      tried += bits - first;
      flip(frame, first);
    }
  }
  report(what, tried, accepted);
  EXPECT_EQ(accepted, 0u);
}

template <typename Make>
std::vector<Bytes> make_frames(std::uint64_t count, Make make) {
  std::vector<Bytes> frames;
  for (std::uint64_t i = 0; i < count; ++i) frames.push_back(make());
  return frames;
}

TEST(BitFlips, OneAndTwoInEveryPlaceAreRefusedByTheParser) {
  Random random(3, "flips");
  try_flips("1 and 2 flips of commands, parser",
            make_frames(choose_count(6, 1000), [&] { return random_command_frame(random); }));
  try_flips("1 and 2 flips of statuses, parser",
            make_frames(choose_count(2, 1000), [&] { return random_status_frame(random); }));
  try_flips("1 and 2 flips of queries, parser",
            make_frames(choose_count(4, 100), [&] { return random_query_frame(random); }));
  try_flips("1 and 2 flips of identities, parser",
            make_frames(choose_count(1, 20), [&] { return random_identity_frame(random); }));
}

TEST(BitFlips, ThreeAnywhereAreRefusedByTheParser) {
  Random random(4, "three flips");
  const std::uint64_t count = choose_count(400000, 20000000);
  std::uint64_t accepted = 0;
  std::uint64_t tried = 0;
  while (tried < count) {
    Bytes frame = tried % 2 == 0 ? random_command_frame(random) : random_status_frame(random);
    const unsigned accept = accepted_by_receiver(frame);
    const Bytes whole = frame;
    // One flip in three sets goes into the byte of version and type.
    flip(frame, random.next() % 3 == 0 ? 16 + random.next() % 8 : random.next() % (frame.size() * 8));
    for (int i = 0; i < 2; ++i) flip(frame, random.next() % (frame.size() * 8));
    if (frame == whole) continue;
    ++tried;
    accepted += accepted_alone(accept, frame);
  }
  report("random 3 flips of commands and statuses, parser", tried, accepted);
  EXPECT_EQ(accepted, 0u);
}

// Two or three flips that make one type another one, and a third anywhere: all of them.
TEST(BitFlips, ThatChangeTheTypeAreRefusedByTheParser) {
  Random random(5, "types");
  std::uint64_t tried = 0;
  std::uint64_t accepted = 0;
  for (std::uint64_t i = choose_count(50, 1000); i > 0; --i) {
    for (const Bytes& whole : {random_command_frame(random), random_status_frame(random),
                               random_query_frame(random), random_identity_frame(random)}) {
      for (const int type : {0x11, 0x12, 0x03, 0x04}) {
        if (type == whole[2]) continue;
        Bytes frame = whole;
        frame[2] = static_cast<std::uint8_t>(type);
        for (std::size_t bit = 0; bit < frame.size() * 8; ++bit) {
          flip(frame, bit);
          accepted += accepted_alone(0x1e, frame);
          flip(frame, bit);
          ++tried;
        }
      }
    }
  }
  report("another type and a flip, parser of all types", tried, accepted);
  EXPECT_EQ(accepted, 0u);
}

}  // namespace
}  // namespace freefloat
