#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "mcap/decode.h"
#include "mcap/schema_text.h"
#include "runlog/messages/contact_messages.h"
#include "runlog/messages/marker_path_messages.h"
#include "runlog/messages/target_messages.h"
#include "support/random_message.h"
#include "unit/runlog/record_bytes.h"

namespace freefloat {
namespace {

template <class T>
class EveryMessage : public testing::Test {};
using Messages = testing::Types<CycleInput, CycleOutput, Truth, LoopTiming, PhaseEvent, LinkRecord,
                                MarkerPathRecord, OperatorCommandRecord, ContactRecord, TargetPlaces,
                                sensor_msgs::JointState, geometry_msgs::PoseStamped,
                                geometry_msgs::TwistStamped, ControllerState, PictureWindowsMessage>;
TYPED_TEST_SUITE(EveryMessage, Messages);

std::span<const std::uint8_t> span_of(const std::string& bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

TYPED_TEST(EveryMessage, ComesBackBitForBit) {
  // The target of one decoding is used again for the next: nothing of the message before may stay.
  TypeParam copy;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::string bytes = bytes_of(random_message<TypeParam>(seed));
    ASSERT_TRUE(decode(span_of(bytes), copy)) << "seed " << seed;
    ASSERT_EQ(bytes_of(copy), bytes) << "seed " << seed;
  }
}

TYPED_TEST(EveryMessage, IsRefusedWhenCutOrTooLong) {
  TypeParam copy;
  const std::string bytes = bytes_of(random_message<TypeParam>(1));
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decode(span_of(bytes.substr(0, length)), copy)) << length;
  }
  EXPECT_FALSE(decode(span_of(bytes + std::string(1, '\0')), copy));
}

TYPED_TEST(EveryMessage, SurvivesGarbage) {
  std::mt19937_64 random(3);
  TypeParam copy;
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = bytes_of(random_message<TypeParam>(random() % 50));
    for (int flips = 0; flips < 4; ++flips)
      bytes[4 + random() % (bytes.size() - 4)] = static_cast<char>(random());
    // Whatever the result: a message that is accepted can be written again.
    if (decode(span_of(bytes), copy)) static_cast<void>(bytes_of(copy));
  }
}

TEST(UsedElements, AreAsManyAsCountedWhenTheRestIsBlank) {
  MarkerFrame frame;
  const std::size_t empty = bytes_of(frame).size();
  frame.marker_count = 3;
  EXPECT_EQ(bytes_of(frame).size(), empty + 3 * 80) << "80 bytes each";
}

TEST(UsedElements, AreNeverLostBeyondTheCount) {
  MarkerFrame frame;
  frame.marker_count = 1;
  frame.markers[6].peak = -0.0;
  MarkerFrame copy;
  ASSERT_TRUE(decode(span_of(bytes_of(frame)), copy));
  EXPECT_TRUE(std::signbit(copy.markers[6].peak));
}

TEST(UsedElements, StandNonsenseCounts) {
  for (const int count : {-1, -2147483647, 13, 2147483647}) {
    MarkerFrame frame;
    frame.marker_count = count;
    MarkerFrame copy;
    ASSERT_TRUE(decode(span_of(bytes_of(frame)), copy));
    EXPECT_EQ(copy.marker_count, count);
  }
}

TEST(SchemaText, IsARos2MessageDefinition) {
  const std::string line(80, '=');
  EXPECT_EQ(
      schema_text<geometry_msgs::PoseStamped>(),
      "std_msgs/Header header\ngeometry_msgs/Pose pose\n" + line +
          "\nMSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n" + line +
          "\nMSG: geometry_msgs/Pose\ngeometry_msgs/Point position\ngeometry_msgs/Quaternion orientation\n" +
          line + "\nMSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n" + line +
          "\nMSG: geometry_msgs/Point\nfloat64 x\nfloat64 y\nfloat64 z\n" + line +
          "\nMSG: geometry_msgs/Quaternion\nfloat64 x\nfloat64 y\nfloat64 z\nfloat64 w\n");
  EXPECT_EQ(schema_name<geometry_msgs::PoseStamped>(), "geometry_msgs/msg/PoseStamped");
  EXPECT_EQ(schema_name<CycleInput>(), "freefloat_msgs/msg/CycleInput");
}

TEST(SchemaText, NamesEnumeratorsOptionalsAndArrays) {
  const std::string text = schema_text<CycleInput>();
  EXPECT_EQ(text.substr(0, text.find('=')),
            "int64 now_ns\nbool has_markers\nfreefloat_msgs/MarkerFrame[] markers\nbool has_joints\n"
            "freefloat_msgs/JointFeedback[] joints\nfreefloat_msgs/OperatorCommand operator_command\n");
  EXPECT_NE(text.find("\nuint8 BOARD_STATE_OFF=0\nuint8 BOARD_STATE_ENABLED=1\n"), std::string::npos);
  EXPECT_NE(text.find("\nuint8 BOARD_STATE_STOP=5\nuint8 board_state\n"), std::string::npos);
  EXPECT_NE(text.find("\nfloat64[4] covariance_m2\n"), std::string::npos);
  EXPECT_NE(text.find("\nfloat64[] angles_rad\n"), std::string::npos);
}

TEST(FixedText, CutsBetweenCharacters) {
  const FixedText<5> text("abc\u00e4\u00f6");
  EXPECT_EQ(text.view(), "abc\u00e4");
}

}  // namespace
}  // namespace freefloat
