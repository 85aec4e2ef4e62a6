#pragma once

#include <cstdint>

#include "types/joint_vector.h"
#include "types/marker_frame.h"

namespace freefloat {

/// Whether a camera, or a program that sends markers, says the same over and over with new times. Two
/// pictures of LEDs never agree to the last bit, except in a simulation without noise while everything rests.
struct PictureRepetition {
  std::uint64_t content = 0;  ///< of the newest picture with an LED in it, as a number
  int times = 0;              ///< that it came, up to a few
  bool frozen = false;        ///< it came three times while joints moved; until another one comes
};

/// @param frame New to the controller. @param rates Of the joints as measured, rad/s; empty: not known.
/// @param repetition Goes on.
void note_picture(const MarkerFrame& frame, const JointVector& rates, PictureRepetition& repetition);

/// Whether the targets' own source says the same over and over with new times. A target may rest, and a
/// source may round or be told a place that is fixed: only one that wavered with each frame, and then does so
/// no longer, has frozen.
struct SourceRepetition {
  std::uint64_t content = 0;  ///< of its newest frame with an LED in it, as a number
  int different = 0;          ///< frames in a row that differed from the one before, up to a few
  int same = 0;               ///< frames in a row that are the newest, up to a few
  bool wavers = false;        ///< there were so many of the former that a repetition is none of its ways
  bool frozen = false;        ///< until another one comes
};

/// @param frame New to the controller; the targets' LEDs. @param repetition Goes on.
void note_target_frame(const MarkerFrame& frame, SourceRepetition& repetition);

}  // namespace freefloat
