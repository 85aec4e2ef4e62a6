#pragma once

#include "vision/label_markers.h"

namespace freefloat {

/// What labelled LEDs are held against.
struct JointCheck {
  const JointVector& joints;      ///< potentiometer angles, rad, length n; empty: unknown
  double joint_sigma = 0.0;       ///< their standard deviation, rad
  double length_tolerance = 0.0;  ///< on distances between LEDs, m
};

/// Compares the joint angles that the labelled LEDs imply with the potentiometers. The gate is wide, for the
/// joints may have moved between the reading and the picture: its purpose is to tell apart assignments that
/// fit all lengths.
/// @return False when an angle between two bodies, each seen with two LEDs or more, contradicts. True when
/// nothing can be compared.
bool joints_agree(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels,
                  const JointCheck& check);

}  // namespace freefloat
