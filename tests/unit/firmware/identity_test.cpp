#include "wire/identity.h"

#include <gtest/gtest.h>

#include "sample_frames.h"
#include "wire/bytes.h"
#include "wire/crc32c.h"

namespace freefloat {
namespace {

TEST(Identity, QuerySurvivesTheWire) {
  Random random(1, "query");
  const Bytes frame = random_query_frame(random);
  ff_parser parser = make_parser(FF_ACCEPT_QUERIES);
  EXPECT_EQ(count_accepted(parser, frame), 1);
  ff_query query;
  ff_decode_query(frame.data(), &query);
  EXPECT_EQ(Bytes(query.nonce, query.nonce + FF_NONCE_SIZE),
            Bytes(frame.begin() + FF_HEADER_SIZE, frame.begin() + FF_HEADER_SIZE + FF_NONCE_SIZE));
}

TEST(Identity, EveryFieldSurvivesTheWire) {
  Random random(2, "identity");
  for (int i = 0; i < 100; ++i) {
    const Bytes frame = random_identity_frame(random);
    ff_parser parser = make_parser(FF_ACCEPT_IDENTITIES);
    EXPECT_EQ(count_accepted(parser, frame), 1);
    ff_header header;
    ff_identity identity;
    ff_read_header(frame.data(), &header);
    ff_decode_identity(frame.data(), &identity);
    Bytes again(FF_IDENTITY_FRAME_SIZE);
    EXPECT_EQ(ff_encode_identity(header, &identity, again.data()), again.size());
    ASSERT_EQ(again, frame);
  }
}

TEST(Identity, NamesAreCutPaddedAndMadePrintable) {
  ff_identity identity{};
  const std::string longest = "sixteen letters!";
  longest.copy(identity.board_name, FF_NAME_SIZE);
  identity.firmware_id[0] = 'a';
  identity.firmware_id[1] = '\n';
  identity.firmware_id[2] = '\x80';
  Bytes frame(FF_IDENTITY_FRAME_SIZE);
  ff_encode_identity(ff_header{}, &identity, frame.data());
  ff_identity read;
  ff_decode_identity(frame.data(), &read);
  EXPECT_EQ(std::string(read.board_name), longest);
  EXPECT_EQ(std::string(read.firmware_id), "a??");
}

// The promise to all later versions: neither version nor definition is in these frames' shape.
TEST(Identity, IsReadByPeersOfAnyVersion) {
  Random random(3, "any version");
  for (const Bytes& frame : {random_query_frame(random), random_identity_frame(random)}) {
    EXPECT_EQ(frame[2] >> 4, 0);
    EXPECT_EQ(ff_get_u32(frame.data() + frame.size() - FF_CRC_SIZE),
              ff_crc32c(0, frame.data(), frame.size() - FF_CRC_SIZE));
  }
  Bytes later = random_identity_frame(random);
  later[FF_HEADER_SIZE] = 9;         // version
  later[FF_HEADER_SIZE + 1] = 17;    // joints
  later[FF_HEADER_SIZE + 2] = 0xff;  // flags
  ff_reseal_frame(later.data());
  ff_parser parser = make_parser(FF_ACCEPT_STATUSES | FF_ACCEPT_IDENTITIES);
  EXPECT_EQ(count_accepted(parser, later), 1);
  ff_identity identity;
  ff_decode_identity(later.data(), &identity);
  EXPECT_EQ(identity.protocol_version, 9);
  EXPECT_EQ(identity.joint_count, 17);
}

}  // namespace
}  // namespace freefloat
