#pragma once

namespace freefloat {

/// How the hand is to come to a target's grapple point.
struct Approach {
  /// Direction in which the hand comes, and looks: counter-clockwise, rad.
  double direction = 0.0;
  /// `direction` is seen from the target, which is followed as a body; else from W.
  bool in_target_frame = false;
  double tolerance = 0.0;  ///< that the hand's way, and its angle, may be off, rad
  double distance = 0.0;   ///< from the grapple point from which on the way counts, m
};

}  // namespace freefloat
