#include "mcap/field_walk.h"

#include <gtest/gtest.h>

#include <cmath>

#include "runlog/messages/cycle_messages.h"
#include "support/random_message.h"

namespace freefloat {
namespace {

CycleOutput some_output() {
  return random_message<CycleOutput>(7, RandomFill::Numbers::kFinite);
}

TEST(FirstDifference, IsNothingForEqualMessagesEvenWithNan) {
  CycleOutput a = some_output();
  a.guidance.distance = std::nan("");
  EXPECT_FALSE(first_difference(a, a));
}

TEST(FirstDifference, NamesTheFieldWithBothValues) {
  const CycleOutput a = some_output();
  CycleOutput b = a;
  b.estimate.p_WE.y() = 0.25;
  b.resolved.scale = 0.5;
  const auto difference = first_difference(a, b);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->path, "estimate.hand_position_m[1]");
  EXPECT_EQ(difference->b, "0.25");
  EXPECT_EQ(std::stod(difference->a), a.estimate.p_WE.y());
}

TEST(FirstDifference, SeesTheLastBitAndTheSignOfZero) {
  CycleOutput a = some_output();
  CycleOutput b = a;
  b.resolved.damping = std::nextafter(a.resolved.damping, 1e9);
  EXPECT_EQ(first_difference(a, b)->path, "resolved.damping_m");
  a = b;
  a.resolved.damping = 0.0;
  b.resolved.damping = -0.0;
  EXPECT_EQ(first_difference(a, b)->path, "resolved.damping_m");
}

TEST(FirstDifference, NamesWhatOnlyOneOfThemHas) {
  CycleInput a = random_message<CycleInput>(3, RandomFill::Numbers::kFinite);
  a.markers.emplace();
  CycleInput b = a;
  b.markers.reset();
  EXPECT_EQ(first_difference(a, b)->path, "has_markers");
  b = a;
  b.op.jog_rates = JointVector::Zero(2);
  a.op.jog_rates = JointVector::Zero(3);
  EXPECT_EQ(first_difference(a, b)->path, "operator_command.jog_rates_rad_s.length");
}

TEST(WalkFields, GivesEnumerationsTheirNames) {
  CycleOutput output = some_output();
  output.state = SupervisorState::kHold;
  std::string state;
  walk_fields(output, [&](std::string_view path, const FieldValue& value) {
    if (path == "state") state = to_text(value);
  });
  EXPECT_EQ(state, "hold");
}

}  // namespace
}  // namespace freefloat
