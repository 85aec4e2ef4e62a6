#include "safety/picture_repetition.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

MarkerFrame frame_with(double x) {
  MarkerFrame frame;
  frame.marker_count = 2;
  frame.markers[1].seen = true;
  frame.markers[1].p_WM = {x, -0.3};
  return frame;
}

const JointVector kTurning = Eigen::Vector2d(0.0, -0.1);
const JointVector kResting = Eigen::Vector2d(0.001, 0.0);

TEST(PictureRepetition, IsAFrozenCameraWhileJointsMove) {
  PictureRepetition repetition;
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(repetition.frozen) << i;
    MarkerFrame frame = frame_with(0.2);
    frame.capture_time = Time{} + from_seconds(0.1 * i);  // new times and numbers hide nothing
    frame.sequence = static_cast<std::uint64_t>(i);
    note_picture(frame, kTurning, repetition);
  }
  EXPECT_TRUE(repetition.frozen);
  note_picture(frame_with(0.2), kResting, repetition);  // the robot has been held
  EXPECT_TRUE(repetition.frozen);
  note_picture(frame_with(0.2 + 1e-15), kResting, repetition);
  EXPECT_FALSE(repetition.frozen);
}

TEST(PictureRepetition, IsNothingWhileEverythingRests) {
  PictureRepetition repetition;
  for (int i = 0; i < 20; ++i) note_picture(frame_with(0.2), kResting, repetition);
  EXPECT_FALSE(repetition.frozen);
  note_picture(frame_with(0.2), kTurning, repetition);
  EXPECT_TRUE(repetition.frozen);
}

TEST(PictureRepetition, IsNothingWithoutAnyLed) {
  PictureRepetition repetition;
  MarkerFrame dark;
  dark.marker_count = 2;
  for (int i = 0; i < 20; ++i) note_picture(dark, kTurning, repetition);
  EXPECT_FALSE(repetition.frozen);
}

TEST(PictureRepetition, TellsWhichLedIsSeen) {
  PictureRepetition repetition;
  for (int i = 0; i < 6; ++i) {
    MarkerFrame frame = frame_with(0.2);
    if (i % 2 == 0) std::swap(frame.markers[0], frame.markers[1]);
    note_picture(frame, kTurning, repetition);
    EXPECT_FALSE(repetition.frozen);
  }
}

TEST(SourceRepetition, IsAFrozenTrackerOnceItHasWavered) {
  SourceRepetition repetition;
  for (int i = 0; i < 12; ++i) note_target_frame(frame_with(0.2 + 1e-6 * i), repetition);
  note_target_frame(frame_with(0.3), repetition);
  note_target_frame(frame_with(0.3), repetition);
  EXPECT_FALSE(repetition.frozen);
  note_target_frame(frame_with(0.3), repetition);
  EXPECT_TRUE(repetition.frozen);
  note_target_frame(MarkerFrame{}, repetition);  // that nothing is seen ends nothing
  EXPECT_TRUE(repetition.frozen);
  note_target_frame(frame_with(0.31), repetition);
  EXPECT_FALSE(repetition.frozen);
}

TEST(SourceRepetition, IsNothingOfOneThatTellsAFixedPlaceOrRounds) {
  SourceRepetition fixed;
  for (int i = 0; i < 1000; ++i) note_target_frame(frame_with(0.2), fixed);
  EXPECT_FALSE(fixed.frozen);
  SourceRepetition rounded;
  for (int i = 0; i < 1000; ++i) {
    note_target_frame(frame_with(0.001 * (i / 5)), rounded);
    ASSERT_FALSE(rounded.frozen) << i;
  }
}

}  // namespace
}  // namespace freefloat
