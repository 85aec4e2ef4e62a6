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

}  // namespace freefloat
