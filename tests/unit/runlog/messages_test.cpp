#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "runlog/messages/decode.h"
#include "runlog/messages/schema_text.h"
#include "support/random_message.h"
#include "unit/runlog/record_bytes.h"

namespace freefloat {
namespace {

template <class T>
class EveryMessage : public testing::Test {};
using Messages =
    testing::Types<CycleInput, CycleOutput, Truth, LoopTiming, PhaseEvent, LinkRecord, ros::JointState,
                   ros::PoseStamped, ros::TwistStamped, ControllerState, PictureWindowsMessage>;
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

struct CountFields {
  int count = 0;
  void operator()(std::string_view, const auto&) { ++count; }
  void used(std::string_view, const auto&, const auto&) { ++count; }
};

template <class T>
int described_fields(const T& message) {
  CountFields fields;
  describe(fields, message);
  return fields.count;
}

// The same for the controller's memory: a field that is not kept would make a replay from there another run.
TEST(Describe, VisitsEveryFieldOfTheControllersMemory) {
  {
    [[maybe_unused]] const auto& [a, b, c] = JointSample{};
    EXPECT_EQ(described_fields(JointSample{}), 3);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h] = RobotFilterState{};
    EXPECT_EQ(described_fields(RobotFilterState{}), 8);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f] = TargetFilterState{};
    EXPECT_EQ(described_fields(TargetFilterState{}), 6);
  }
  {
    [[maybe_unused]] const auto& [a, b, c] = MarkerUpdate{};
    EXPECT_EQ(described_fields(MarkerUpdate{}), 3);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h] = EstimatorState{};
    EXPECT_EQ(described_fields(EstimatorState{}), 8);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d] = SupervisorMemory{};
    EXPECT_EQ(described_fields(SupervisorMemory{}), 4);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d] = CapturePlan{};
    EXPECT_EQ(described_fields(CapturePlan{}), 4);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f] = Situation{};
    EXPECT_EQ(described_fields(Situation{}), 6);
  }
  {
    [[maybe_unused]] const auto& [a, b, c] = ArmState{};
    EXPECT_EQ(described_fields(ArmState{}), 3);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j] = CapturePredictionState{};
    EXPECT_EQ(described_fields(CapturePredictionState{}), 10);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i] = CapturePlannerState{};
    EXPECT_EQ(described_fields(CapturePlannerState{}), 9);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v] =
        ControllerState{};
    EXPECT_EQ(described_fields(ControllerState{}), 22);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j] = PictureWindowsMessage{};
    EXPECT_EQ(described_fields(PictureWindowsMessage{}), 10);
  }
}

// A new field in one of these types stops this test from compiling: describe it too, then count it here.
TEST(Describe, VisitsEveryField) {
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f] = MarkerMeasurement{};
    EXPECT_EQ(described_fields(MarkerMeasurement{}), 6);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d] = PredictedMarker{};
    EXPECT_EQ(described_fields(PredictedMarker{}), 4);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d] = MarkerPrediction{};
    EXPECT_EQ(described_fields(MarkerPrediction{}), 4);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g] = MarkerFrame{};
    EXPECT_EQ(described_fields(MarkerFrame{}), 7);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j] = JointFeedback{};
    EXPECT_EQ(described_fields(JointFeedback{}), 10);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f] = OperatorCommand{};
    EXPECT_EQ(described_fields(OperatorCommand{}), 6);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d] = CycleInput{};
    EXPECT_EQ(described_fields(CycleInput{}), 4);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f] = RobotState{};
    EXPECT_EQ(described_fields(RobotState{}), 6);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e] = TargetEstimate{};
    EXPECT_EQ(described_fields(TargetEstimate{}), 5);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = StateEstimate{};
    EXPECT_EQ(described_fields(StateEstimate{}), 16);
  }
  {
    [[maybe_unused]] const auto& [a, b, c] = JointComparison{};
    EXPECT_EQ(described_fields(JointComparison{}), 3);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j, k] = GuidanceOutput{};
    EXPECT_EQ(described_fields(GuidanceOutput{}), 11);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f] = ResolvedRates{};
    EXPECT_EQ(described_fields(ResolvedRates{}), 6);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f] = JointCommand{};
    EXPECT_EQ(described_fields(JointCommand{}), 6);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j] = CycleOutput{};
    EXPECT_EQ(described_fields(CycleOutput{}), 10);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d] = BodyState{};
    EXPECT_EQ(described_fields(BodyState{}), 4);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i] = Truth{};
    EXPECT_EQ(described_fields(Truth{}), 9);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g] = LoopTiming{};
    EXPECT_EQ(described_fields(LoopTiming{}), 7);
  }
  {
    [[maybe_unused]] const auto& [a, b] = PhaseNumber{};
    EXPECT_EQ(described_fields(PhaseNumber{}), 2);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j, k] = PhaseEvent{};
    EXPECT_EQ(described_fields(PhaseEvent{}), 11);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j] = RejectCounts{};
    EXPECT_EQ(described_fields(RejectCounts{}), 10);
  }
  {
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y,
                                  z, aa, ab, ac, ad, ae, af] = LinkHealth{};
    EXPECT_EQ(described_fields(LinkHealth{}), 32);
  }
  {
    [[maybe_unused]] const auto& [a, b, c] = LinkRecord{};
    EXPECT_EQ(described_fields(LinkRecord{}), 3);
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
      schema_text<ros::PoseStamped>(),
      "std_msgs/Header header\ngeometry_msgs/Pose pose\n" + line +
          "\nMSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n" + line +
          "\nMSG: geometry_msgs/Pose\ngeometry_msgs/Point position\ngeometry_msgs/Quaternion orientation\n" +
          line + "\nMSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n" + line +
          "\nMSG: geometry_msgs/Point\nfloat64 x\nfloat64 y\nfloat64 z\n" + line +
          "\nMSG: geometry_msgs/Quaternion\nfloat64 x\nfloat64 y\nfloat64 z\nfloat64 w\n");
  EXPECT_EQ(schema_name<ros::PoseStamped>(), "geometry_msgs/msg/PoseStamped");
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
