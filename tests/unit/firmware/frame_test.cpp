#include "wire/frame.h"

#include <gtest/gtest.h>

#include "sample_frames.h"
#include "wire/bytes.h"
#include "wire/crc32c.h"

namespace freefloat {
namespace {

// Makes a changed frame pass the check again.
void reseal(Bytes& frame, std::uint32_t seed = FF_PROTOCOL_HASH) {
  const std::size_t checked = frame.size() - FF_CRC_SIZE;
  ff_put_u32(frame.data() + checked, ff_crc32c(seed, frame.data(), checked));
}

TEST(Frame, HasTheLengthsOfTheDocument) {
  EXPECT_EQ(FF_COMMAND_FRAME_SIZE, 66);
  EXPECT_EQ(FF_STATUS_FRAME_SIZE, 130);
  EXPECT_EQ(FF_QUERY_FRAME_SIZE, 50);
  EXPECT_EQ(FF_IDENTITY_FRAME_SIZE, 186);
  EXPECT_EQ(ff_frame_size(0), 0u);
  EXPECT_EQ(ff_frame_size(5), 0u);
}

TEST(Frame, HeaderSurvivesTheWire) {
  ff_header header{};
  header.source = FF_SOURCE_BOARD;
  header.session = 0x89abcdefu;
  header.sequence = 0xfedcba98u;
  header.time_us = 0x0123456789abcdefu;
  ff_status status{};
  status.joint_count = 1;
  Bytes frame(FF_STATUS_FRAME_SIZE);
  ff_encode_status(header, &status, frame.data());
  ff_header read;
  ff_read_header(frame.data(), &read);
  EXPECT_EQ(read.type, FF_FRAME_STATUS);
  EXPECT_EQ(read.source, header.source);
  EXPECT_EQ(read.flags, 0);
  EXPECT_EQ(read.session, header.session);
  EXPECT_EQ(read.sequence, header.sequence);
  EXPECT_EQ(read.time_us, header.time_us);
}

TEST(Frame, ParserFindsEveryFrameOfAStream) {
  Random random(1, "stream");
  ff_parser parser = make_parser(FF_ACCEPT_STATUSES);
  for (int i = 0; i < 200; ++i) {
    const Bytes frame = random_status_frame(random);
    Bytes accepted;
    EXPECT_EQ(count_accepted(parser, frame, &accepted), 1);
    EXPECT_EQ(accepted, frame);
  }
  EXPECT_EQ(ff_sum_rejects(&parser.rejects), 0u);
}

TEST(Frame, ParserFindsTheFrameBehindGarbageThatLooksLikeFrames) {
  Random random(2, "garbage");
  for (int i = 0; i < 2000; ++i) {
    ff_parser parser = make_parser(FF_ACCEPT_COMMANDS);
    Bytes stream;
    for (std::uint64_t count = random.next() % 300; count > 0; --count) {
      // Every third byte is one that could begin a frame or its version.
      const std::uint8_t likely[] = {FF_MAGIC_0, FF_MAGIC_1, 0x11};
      stream.push_back(random.next() % 3 == 0 ? likely[random.next() % 3]
                                              : static_cast<std::uint8_t>(random.next()));
    }
    const Bytes frame = random_command_frame(random);
    stream.insert(stream.end(), frame.begin(), frame.end());
    // The garbage's end may look like the beginning of a frame: then the real one is found with the bytes of
    // its successor.
    stream.insert(stream.end(), FF_COMMAND_FRAME_SIZE, 0);
    Bytes accepted;
    ASSERT_EQ(count_accepted(parser, stream, &accepted), 1);
    EXPECT_EQ(accepted, frame);
  }
}

TEST(Frame, ParserFindsTheFrameBehindATruncatedOne) {
  Random random(3, "truncated");
  for (std::size_t kept = 0; kept < FF_COMMAND_FRAME_SIZE; ++kept) {
    ff_parser parser = make_parser(FF_ACCEPT_COMMANDS);
    Bytes stream = random_command_frame(random);
    stream.resize(kept);
    Bytes last;
    for (int i = 0; i < 2; ++i) {
      last = random_command_frame(random);
      stream.insert(stream.end(), last.begin(), last.end());
    }
    Bytes accepted;
    EXPECT_EQ(count_accepted(parser, stream, &accepted), 2) << kept;
    EXPECT_EQ(accepted, last);
  }
}

TEST(Frame, OfAnotherVersionTypeOrDefinitionIsRefusedByCause) {
  Random random(4, "versions");
  const Bytes frame = random_command_frame(random);
  ff_parser parser = make_parser(FF_ACCEPT_COMMANDS);
  Bytes changed = frame;
  changed[2] = 0x21;
  reseal(changed);
  EXPECT_EQ(count_accepted(parser, changed), 0);
  EXPECT_EQ(parser.rejects.by_cause[FF_REJECT_VERSION], 1);

  parser = make_parser(FF_ACCEPT_STATUSES);
  EXPECT_EQ(count_accepted(parser, frame), 0);
  EXPECT_EQ(parser.rejects.by_cause[FF_REJECT_TYPE], 1);

  parser = make_parser(FF_ACCEPT_COMMANDS);
  changed = frame;
  reseal(changed, FF_PROTOCOL_HASH ^ 1u);
  EXPECT_EQ(count_accepted(parser, changed), 0);
  EXPECT_EQ(parser.rejects.by_cause[FF_REJECT_CRC], 1);
}

TEST(Frame, WithFlagsOrTagIsRefusedOnAWire) {
  Random random(5, "tags");
  for (const std::size_t at : {std::size_t{4}, std::size_t{5}, FF_COMMAND_FRAME_SIZE - std::size_t{12},
                               FF_COMMAND_FRAME_SIZE - std::size_t{5}}) {
    ff_parser parser = make_parser(FF_ACCEPT_COMMANDS);
    Bytes frame = random_command_frame(random);
    frame[at] = 1;
    reseal(frame);
    EXPECT_EQ(count_accepted(parser, frame), 0);
    EXPECT_EQ(parser.rejects.by_cause[FF_REJECT_TAG], 1);
  }
}

TEST(Frame, RejectCountersSaturate) {
  ff_reject_counters counters{};
  for (int i = 0; i < 70000; ++i) ff_count_reject(&counters, FF_REJECT_GARBAGE);
  EXPECT_EQ(counters.by_cause[FF_REJECT_GARBAGE], 65535);
  EXPECT_EQ(ff_sum_rejects(&counters), 65535u);
}

}  // namespace
}  // namespace freefloat
