#include "replay/changed_input.h"

#include <gtest/gtest.h>

#include <bit>

#include "mcap/crc32.h"
#include "mcap/decode.h"
#include "mcap/encode.h"
#include "mcap/field_at_byte.h"
#include "runlog/messages/cycle_messages.h"

namespace freefloat {
namespace {

/// An input with two LEDs and two joints.
CycleInput make_input() {
  CycleInput input;
  input.now = Time{std::chrono::milliseconds(1500)};
  MarkerFrame& markers = input.markers.emplace();
  markers.sequence = 149;
  markers.marker_count = 2;
  markers.markers[1].p_WM = {0.25, -0.5};
  JointFeedback& joints = input.joints.emplace();
  joints.angles = JointVector::Constant(2, 0.5);
  joints.rates = JointVector::Constant(2, -0.125);
  input.op.request = Request::kActivate;
  return input;
}

std::vector<std::uint8_t> bytes_of(const CycleInput& input) {
  CdrWriter out;
  encode(out, input);
  return {out.bytes().begin(), out.bytes().end()};
}

TEST(ChangedInput, IsNamedWithBothValues) {
  const CycleInput recorded = make_input();
  CycleInput logged = recorded;
  logged.markers->markers[1].p_WM.y() = std::bit_cast<double>(std::bit_cast<std::uint64_t>(-0.5) ^ 1U);
  const ChangedInput changed = find_changed_input(150, bytes_of(logged), crc32_of(bytes_of(recorded)));
  EXPECT_EQ(changed.cycle, 150u);
  EXPECT_EQ(changed.now, recorded.now);
  ASSERT_EQ(changed.fields.size(), 1u);
  EXPECT_EQ(changed.fields[0].path, "markers.markers[1].position_m[1]");
  EXPECT_EQ(changed.fields[0].a, "-0.5");
  EXPECT_EQ(changed.fields[0].b, "-0.5000000000000001");
}

TEST(ChangedInput, IsNamedWhicheverBitItIs) {
  const CycleInput recorded = make_input();
  const std::vector<std::uint8_t> right = bytes_of(recorded);
  int unreadable = 0;
  for (std::size_t bit = 0; bit < 8 * right.size(); ++bit) {
    std::vector<std::uint8_t> wrong = right;
    wrong[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    const ChangedInput changed = find_changed_input(7, wrong, crc32_of(right));
    ASSERT_FALSE(changed.fields.empty()) << "bit " << bit;
    EXPECT_EQ(changed.now, recorded.now);
    CycleInput logged;
    if (decode(wrong, logged)) {
      if (const auto difference = first_difference(recorded, logged)) {
        EXPECT_EQ(changed.fields[0].path, difference->path);
      }
    } else {
      ++unreadable;
      EXPECT_FALSE(changed.fields[0].path.empty());
    }
  }
  EXPECT_GT(unreadable, 100);
}

TEST(ChangedInput, OfWhichMoreIsChangedIsOnlyToldFromTheRecordedOne) {
  CycleInput logged = make_input();
  logged.markers->blob_count ^= 3;
  EXPECT_TRUE(find_changed_input(7, bytes_of(logged), crc32_of(bytes_of(make_input()))).fields.empty());
}

TEST(FieldAtByte, KnowsFlagsAndLengths) {
  const CycleInput input = make_input();
  EXPECT_EQ(field_at_byte(input, 2), "header");
  EXPECT_EQ(field_at_byte(input, 4), "now_ns");
  EXPECT_EQ(field_at_byte(input, 12), "has_markers");
  EXPECT_EQ(field_at_byte(input, 16), "has_markers");
  EXPECT_EQ(field_at_byte(input, bytes_of(input).size() - 1), "operator_command.most_rate_rad_s");
  EXPECT_EQ(field_at_byte(input, bytes_of(input).size()), "");
}

}  // namespace
}  // namespace freefloat
