#include "wire/messages.h"

#include <gtest/gtest.h>

#include "types/joint_feedback.h"

namespace freefloat {
namespace {

TEST(Messages, StatesHaveTheOrderOfTheController) {
  EXPECT_EQ(static_cast<int>(BoardState::kOff), FF_STATE_OFF);
  EXPECT_EQ(static_cast<int>(BoardState::kEnabled), FF_STATE_ENABLED);
  EXPECT_EQ(static_cast<int>(BoardState::kRun), FF_STATE_RUN);
  EXPECT_EQ(static_cast<int>(BoardState::kTimeout), FF_STATE_TIMEOUT);
  EXPECT_EQ(static_cast<int>(BoardState::kFault), FF_STATE_FAULT);
  EXPECT_EQ(static_cast<int>(BoardState::kStop), FF_STATE_STOP);
  EXPECT_EQ(static_cast<int>(GripperState::kOpen), FF_GRIPPER_OPEN);
  EXPECT_EQ(static_cast<int>(GripperState::kClosing), FF_GRIPPER_CLOSING);
  EXPECT_EQ(static_cast<int>(GripperState::kHolding), FF_GRIPPER_HOLDING);
  EXPECT_EQ(static_cast<int>(GripperState::kEmpty), FF_GRIPPER_EMPTY);
}

}  // namespace
}  // namespace freefloat
